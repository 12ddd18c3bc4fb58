// Generates the description: the input, the growing text, and a button to stop.
import { useId, useRef, useState, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PenLine, Square } from 'lucide-react'
import {
  BRIEF_LIMITS,
  describesWork,
  skillsOf,
  type JobDescription,
} from '#domain/jobs/job-descriptions.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { writerQuery } from '../jobs-api.ts'
import type { Writing } from './use-description.ts'

export type Hints = { keySkills: string; additionalContext: string }
const noHints: Hints = { keySkills: '', additionalContext: '' }

/** The fields of the form were replaced by a generated text; `note`: its author. */
export type Filled = { note: string; isUndone: boolean }

export function DescriptionWriter({
  hasTitle,
  writing,
  filled,
  onStart,
  onStop,
  onTake,
  onSwap,
}: {
  /** Without a title `onStart` asks for it first. */
  hasTitle: boolean
  writing: Writing
  filled: Filled | null
  onStart: (hints: Hints) => void
  onStop: () => void
  onTake: (text: JobDescription) => void
  /** Removes the generated text again, or restores it. */
  onSwap: () => void
}) {
  const [hints, setHints] = useState(noHints)
  const [isAsked, setAsked] = useState(false)
  const question = useRef<HTMLTextAreaElement>(null)
  const writer = useQuery(writerQuery).data
  const heading = useId()
  const isWriting = writing.phase === 'writing'
  const keySkills = skillsOf(hints.keySkills)
  const tooMany = keySkills.length > BRIEF_LIMITS.keySkills
  // Nobody has to answer both, and an AI server writes from a title alone.
  const isTemplate = writer?.kind === 'template'
  const needsAnswer = isTemplate && !describesWork({ ...hints, keySkills })
  const start = () => {
    setAsked(needsAnswer)
    if (needsAnswer && hasTitle) question.current?.focus()
    else onStart(hints)
  }

  return (
    <section
      aria-labelledby={heading}
      className="grid gap-3 rounded-control bg-sunken px-4 pt-3 pb-3.5"
    >
      <h3 id={heading} className="text-label font-medium">
        {t('writer.title')}
      </h3>
      <Questions
        hints={hints}
        onChange={setHints}
        isOptional={!isTemplate}
        day={question}
        dayError={isAsked && needsAnswer ? t('writer.answerOne') : undefined}
        skillsError={tooMany ? t('job.tooManySkills') : undefined}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" inactive={isWriting || tooMany} onClick={start}>
          <PenLine size={14} />
          {isWriting ? t('writer.writing') : t('writer.start')}
        </Button>
        {isWriting && (
          <Button size="small" onClick={onStop}>
            <Square size={12} fill="currentColor" strokeWidth={0} />
            {t('action.stop')}
          </Button>
        )}
        {!isWriting && writing.phase !== 'stopped' && !filled && writer && (
          <p className="text-meta text-ink-3">
            {writer.kind === 'template'
              ? t('writer.isTemplate')
              : t('writer.sends', { model: writer.model })}
          </p>
        )}
        <p role="status" className="text-meta text-ink-2 empty:hidden">
          {isWriting && t('writer.textStays')}
          {writing.phase === 'stopped' && t('writer.stopped')}
          {writing.phase === 'idle' &&
            filled &&
            (filled.isUndone ? t('writer.undone') : filled.note)}
        </p>
        {writing.phase === 'idle' && filled && (
          <TextButton onPress={onSwap}>
            {filled.isUndone ? t('action.redo') : t('action.undo')}
          </TextButton>
        )}
        {writing.phase === 'stopped' && writing.text.fullDescription !== '' && (
          <TextButton onPress={() => onTake(writing.text)}>{t('writer.take')}</TextButton>
        )}
      </div>
      {isWriting && <GrowingText text={writing.text} />}
      {writing.phase === 'failed' && (
        <Problem text={t('writer.failedWhy', { reason: writing.reason })} onRetry={start} />
      )}
    </section>
  )
}

function Questions({
  hints,
  onChange,
  isOptional,
  day,
  dayError,
  skillsError,
}: {
  hints: Hints
  onChange: (hints: Hints) => void
  isOptional: boolean
  day: RefObject<HTMLTextAreaElement | null>
  dayError: string | undefined
  skillsError: string | undefined
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextArea
        ref={day}
        label={t('writer.context')}
        optional={isOptional}
        rows={2}
        maxLength={BRIEF_LIMITS.additionalContext}
        hint={t('writer.contextHint')}
        error={dayError}
        value={hints.additionalContext}
        onChange={(event) => onChange({ ...hints, additionalContext: event.target.value })}
      />
      <TextArea
        label={t('writer.skills')}
        optional={isOptional}
        rows={2}
        maxLength={1000}
        hint={t('writer.skillsHint')}
        error={skillsError}
        value={hints.keySkills}
        onChange={(event) => onChange({ ...hints, keySkills: event.target.value })}
      />
    </div>
  )
}

function TextButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      className="text-meta font-medium text-link max-md:min-h-9 max-md:text-label"
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** Scrolls to the end while the text grows. */
function GrowingText({ text }: { text: JobDescription }) {
  const parts = [
    text.fullDescription,
    text.requiredQualifications.map((item) => `- ${item}`).join('\n'),
    text.benefits.map((item) => `- ${item}`).join('\n'),
  ].filter(Boolean)
  return (
    <div
      role="group"
      aria-label={t('writer.textSoFar')}
      aria-busy="true"
      tabIndex={0}
      ref={(box) => {
        if (box) box.scrollTop = box.scrollHeight
      }}
      className="max-h-40 min-h-16 overflow-auto rounded-control border border-line bg-surface px-3 py-2 text-body break-words whitespace-pre-line"
    >
      {parts.join('\n\n')}
      <span
        aria-hidden="true"
        className="ms-px inline-block h-[1.1em] w-[2px] animate-pulse bg-brand-500 align-text-bottom motion-reduce:animate-none"
      />
    </div>
  )
}
