// Fills the texts of a draft by a generated description, and undoes that again.
import { useRef, useState, type RefObject } from 'react'
import {
  emptyDescription,
  fieldsOf,
  skillsOf,
  type JobDescription,
} from '#domain/jobs/job-descriptions.ts'
import { jobDefaults } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { toastSuccess } from '../../ui/popups/toast.tsx'
import type { Filled, Hints } from './description-writer.tsx'
import type { JobDraft } from './job-draft.ts'
import { useDescription, type Writing } from './use-description.ts'
import type { MergedDraft } from './use-merged-draft.ts'

type Written = Pick<JobDraft, 'description' | 'requirements' | 'benefits'>

/** What the form begins with may be nobody's choice: the ad does not put it into words. */
const chosen = <Value>(value: Value, preset: Value): Value | null =>
  value === preset ? null : value

type GeneratedText = {
  writing: Writing
  filled: Filled | null
  /** The draft with the text that is being written. */
  shown: JobDraft
  /** The field of the title, which a description needs. */
  title: RefObject<HTMLInputElement | null>
  /** A description was asked for without a title. */
  isUntitled: boolean
  begin: (hints: Hints) => void
  stop: () => void
  /** Uses the text of a description that was stopped. */
  take: (part: JobDescription) => void
  /** Removes the generated text again, or restores it. */
  swap: () => void
  /** The person has written a title. */
  onTitle: () => void
}

export function useGeneratedText({
  draft,
  setDraft,
}: Pick<MergedDraft, 'draft' | 'setDraft'>): GeneratedText {
  const [isUntitled, setUntitled] = useState(false)
  const [filled, setFilled] = useState<(Filled & { other: Written }) | null>(null)
  const title = useRef<HTMLInputElement>(null)
  const ownWords = (): Written => {
    const { description, requirements, benefits } = draft
    return { description, requirements, benefits }
  }
  const fill = (text: JobDescription, note: string) => {
    setFilled({ note, other: ownWords(), isUndone: false })
    const written = fieldsOf(text)
    setDraft((before) => ({
      ...before,
      description: written.description,
      // Fields that the writer does not fill stay unchanged.
      requirements: written.requirements || before.requirements,
      benefits: written.benefits || before.benefits,
    }))
  }
  const { writing, start, stop, clear } = useDescription((text, writer) => {
    fill(
      text,
      writer.kind === 'template'
        ? t('writer.writtenByTemplate')
        : t('writer.writtenBy', { model: writer.model }),
    )
    toastSuccess(t('success.descriptionGenerated'))
  })
  return {
    writing,
    filled,
    shown:
      writing.phase === 'writing' && writing.text !== emptyDescription
        ? { ...draft, ...fieldsOf(writing.text) }
        : draft,
    title,
    isUntitled,
    begin(hints) {
      setUntitled(draft.title.trim() === '')
      if (draft.title.trim() === '') {
        title.current?.focus()
        return
      }
      start({
        jobTitle: draft.title,
        location: draft.location,
        employmentType: chosen(draft.employment_type, jobDefaults.employment_type),
        experienceLevel: chosen(draft.experience_level, jobDefaults.experience_level),
        keySkills: skillsOf(hints.keySkills),
        additionalContext: hints.additionalContext,
      })
    },
    stop,
    take(part) {
      fill(part, t('writer.writtenHalf'))
      clear()
    },
    swap() {
      if (!filled) return
      setDraft((before) => ({ ...before, ...filled.other }))
      setFilled({ ...filled, other: ownWords(), isUndone: !filled.isUndone })
    },
    onTitle: () => setUntitled(false),
  }
}
