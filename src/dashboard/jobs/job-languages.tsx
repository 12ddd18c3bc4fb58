// One job post in further languages: a language is chosen, and its words are written beside the first ones.
import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
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

type Props = {
  job: JobPost
  /** Of the first words; undefined where the shop has not said it. */
  first: TextLanguage | undefined
  onClose: () => void
}

const empty: JobTextInput = { title: '', description: '', requirements: '', benefits: '' }
const fields = ['title', 'description', 'requirements', 'benefits'] as const

const wordsOf = (text: JobTextInput | undefined): JobTextInput =>
  text
    ? {
        title: text.title,
        description: text.description,
        requirements: text.requirements,
        benefits: text.benefits,
      }
    : empty

/** Waits for what is there: what is typed before it came would be lost. */
export function JobLanguages(props: Props) {
  const { data } = useQuery(jobTextsQuery(props.job.id))
  return data ? <Written {...props} texts={data} /> : null
}

function Written({ job, first, texts, onClose }: Props & { texts: readonly JobText[] }) {
  const offered = languages.filter((each) => !first || !isSameLanguage(each, first))
  // A shop that has not said its language most often writes in that of its staff.
  const another = offered.find((each) => !isSameLanguage(each, first ?? currentLocale()))
  const [language, setLanguage] = useState(texts[0]?.language ?? another ?? languages[0])
  const saved = texts.find((text) => text.language === language)
  // By language, so that another one can be looked at meanwhile.
  const [drafts, setDrafts] = useState<Partial<Record<TextLanguage, JobTextInput | undefined>>>({})
  const draft = drafts[language] ?? wordsOf(saved)
  const write = useWriteJobText(job.id)
  const remove = useDeleteJobText(job.id)
  const phone = useMediaQuery(PHONE)
  const refused = write.error instanceof ApiError ? write.error.fields : {}
  const isChanged = (each: TextLanguage) =>
    drafts[each] !== undefined &&
    fields.some(
      (field) =>
        drafts[each]?.[field] !== wordsOf(texts.find((text) => text.language === each))[field],
    )
  const canSave =
    draft.title.trim() !== '' && draft.description.trim() !== '' && isChanged(language)
  const forget = () => setDrafts((before) => ({ ...before, [language]: undefined }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave && !write.isPending) write.mutate({ language, words: draft }, { onSuccess: forget })
  }
  const text = (name: keyof JobTextInput) => ({
    name,
    lang: language,
    dir: 'auto',
    label: fieldLabel(name),
    value: draft[name],
    maxLength: JOB_LIMITS[name],
    error: refused[name],
    onChange: (event: { target: { value: string } }) =>
      setDrafts((before) => ({ ...before, [language]: { ...draft, [name]: event.target.value } })),
  })
  const original = <FirstWords job={job} first={first} />
  return (
    <FormDialog
      title={t('job.languages.title')}
      description={job.title}
      isDirty={languages.some(isChanged)}
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
          <TextInput autoComplete="off" {...text('title')} />
          <TextArea rows={8} {...text('description')} />
          <TextArea optional {...text('requirements')} />
          <TextArea optional {...text('benefits')} />
        </div>
        <DialogFoot>
          {saved && (
            <Button
              kind="plain"
              inactive={remove.isPending}
              onClick={() => remove.mutate(language, { onSuccess: forget })}
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

/** What is translated from. */
function FirstWords({ job, first }: Pick<Props, 'job' | 'first'>) {
  return (
    <section className="grid content-start gap-3 md:p-6">
      <h3 className="font-semibold">{t('job.languages.first')}</h3>
      {fields.map(
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
