// One job post in further languages: choose a language, and write its texts beside the first words.
import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  jobTextFields,
  isSameLanguage,
  type JobText,
  type JobTextInput,
  type TextLanguage,
} from '#domain/jobs/job-texts.ts'
import { JOB_LIMITS, type JobPost } from '#domain/jobs/jobs.ts'
import { languageName } from '#domain/texts/languages.ts'
import { currentLocale, languages } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { PHONE, useMediaQuery } from '../ui/hooks/media-query.ts'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { fieldLabel } from './editor/job-draft.ts'
import { jobTextsQuery, useDeleteJobText, useWriteJobText } from './jobs-api.ts'
import { draftOf, isChanged, isOutdated, type TextDraft } from './text-draft.ts'
import { MachineMade, SavedMeanwhile, Translator } from './text-notes.tsx'

type Props = {
  job: JobPost
  /** The language of the original text; undefined when not set. */
  first: TextLanguage | undefined
  /** Like descriptions: for people who may create job posts. */
  canTranslate: boolean
  onClose: () => void
}

/** Waits for the saved text: input before it arrived would be lost. */
export function JobLanguages(props: Props) {
  const { data } = useQuery(jobTextsQuery(props.job.id))
  return data ? <Written {...props} texts={data} /> : null
}

function Written({
  job,
  first,
  canTranslate,
  texts,
  onClose,
}: Props & { texts: readonly JobText[] }) {
  const offered = languages.filter((each) => !first || !isSameLanguage(each, first))
  // A shop without a language most often writes in that of its staff.
  const another = offered.find((each) => !isSameLanguage(each, first ?? currentLocale()))
  const begun = texts.find((text) => offered.includes(text.language))
  const [language, setLanguage] = useState(begun?.language ?? another ?? languages[0])
  const drafts = useDrafts(texts)
  const { saved, draft, isOutdated: outdated } = drafts.in(language)
  const write = useWriteJobText(job.id)
  const remove = useDeleteJobText(job.id)
  const phone = useMediaQuery(PHONE)
  const refused = write.error instanceof ApiError ? write.error.fields : {}
  const canSave =
    draft.words.title.trim() !== '' &&
    draft.words.description.trim() !== '' &&
    drafts.isChanged(language) &&
    !outdated
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || write.isPending) return
    const { words, isMachineMade, revision } = draft
    const text = { ...words, is_machine_made: isMachineMade, revision }
    write.mutate({ language, text }, { onSuccess: () => drafts.forget(language) })
  }
  const original = <OriginalText job={job} first={first} />
  return (
    <FormDialog
      title={t('job.languages.title')}
      description={job.title}
      isDirty={languages.some(drafts.isChanged)}
      onClose={onClose}
      aside={phone ? undefined : original}
    >
      <form onSubmit={submit} noValidate className="contents">
        <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          <ChoiceField
            label={t('language.label')}
            hint={t('job.languages.hint')}
            options={offered.map((value) => ({
              value,
              label: texts.some((each) => each.language === value)
                ? t('job.languages.written', { language: languageName(value) })
                : languageName(value),
            }))}
            value={language}
            onChange={(next) => {
              write.reset()
              setLanguage(next)
            }}
          />
          {phone && original}
          <TextFields
            jobId={job.id}
            language={language}
            drafts={drafts}
            canTranslate={canTranslate}
            refused={refused}
          />
        </div>
        {outdated && (
          <SavedMeanwhile
            draft={draft}
            saved={saved}
            onTake={() => drafts.forget(language)}
            onKeep={() => drafts.change(language, () => ({ revision: saved?.revision ?? 0 }))}
          />
        )}
        <DialogFoot>
          {saved && (
            <Button
              kind="plain"
              inactive={remove.isPending}
              onClick={() => remove.mutate(language, { onSuccess: () => drafts.forget(language) })}
            >
              {t('job.languages.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="submit" kind="primary" inactive={!canSave || write.isPending}>
            {write.isPending ? t('action.saving') : t('action.save')}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

/** A draft for each language, so that another one can be looked at meanwhile. */
function useDrafts(texts: readonly JobText[]) {
  const [drafts, setDrafts] = useState<Partial<Record<TextLanguage, TextDraft | undefined>>>({})
  const savedIn = (each: TextLanguage) => texts.find((text) => text.language === each)
  return {
    in(language: TextLanguage) {
      const saved = savedIn(language)
      const draft = drafts[language] ?? draftOf(saved)
      return { saved, draft, isOutdated: isOutdated(drafts[language], saved) }
    },
    isChanged: (each: TextLanguage) => isChanged(drafts[each], savedIn(each)),
    change: (each: TextLanguage, values: (before: TextDraft) => Partial<TextDraft>) =>
      setDrafts((before) => {
        const begun = before[each] ?? draftOf(savedIn(each))
        return { ...before, [each]: { ...begun, ...values(begun) } }
      }),
    forget: (each: TextLanguage) => setDrafts((before) => ({ ...before, [each]: undefined })),
  }
}

function TextFields({
  jobId,
  language,
  drafts,
  canTranslate,
  refused,
}: {
  jobId: string
  language: TextLanguage
  drafts: ReturnType<typeof useDrafts>
  canTranslate: boolean
  refused: Readonly<Partial<Record<string, string>>>
}) {
  const { saved, draft } = drafts.in(language)
  const { replaced } = draft
  const change = (values: Partial<TextDraft>) => drafts.change(language, () => values)
  const text = (name: keyof JobTextInput) => ({
    name,
    lang: language,
    dir: 'auto',
    label: fieldLabel(name),
    value: draft.words[name],
    maxLength: JOB_LIMITS[name],
    error: refused[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      drafts.change(language, ({ words }) => ({ words: { ...words, [name]: value } })),
  })
  return (
    <>
      {canTranslate && (
        <Translator
          jobId={jobId}
          language={language}
          onTranslated={(each, words) =>
            drafts.change(each, (before) => ({
              words,
              isMachineMade: true,
              replaced: before.words,
            }))
          }
          onUndo={
            replaced
              ? () =>
                  change({
                    words: replaced,
                    isMachineMade: draftOf(saved).isMachineMade,
                    replaced: null,
                  })
              : undefined
          }
        />
      )}
      <TextInput autoComplete="off" {...text('title')} />
      <TextArea rows={8} {...text('description')} />
      <TextArea optional {...text('requirements')} />
      <TextArea optional {...text('benefits')} />
      {(draft.isMachineMade || saved?.is_machine_made) && (
        <MachineMade
          isRead={!draft.isMachineMade}
          onRead={(isRead) => change({ isMachineMade: !isRead })}
        />
      )}
    </>
  )
}

/** The original of the translation. */
function OriginalText({ job, first }: Pick<Props, 'job' | 'first'>) {
  return (
    <section className="grid content-start gap-3 md:p-6">
      <h3 className="font-semibold">{t('job.languages.first')}</h3>
      {jobTextFields.map(
        (field) =>
          job[field] && (
            <div key={field}>
              <p className="text-label text-ink-2">{fieldLabel(field)}</p>
              <p lang={first} dir="auto" className="break-words whitespace-pre-line">
                {job[field]}
              </p>
            </div>
          ),
      )}
    </section>
  )
}
