// Beside the fields of a further language: the translation, whether a person has read it, and another person's save
// meanwhile.
import { useEffect, useId, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import {
  jobTextFields,
  type JobText,
  type JobTextInput,
  type TextLanguage,
} from '#domain/jobs/job-texts.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Problem } from '../ui/problem.tsx'
import { fieldLabel } from './editor/job-draft.ts'
import { useTranslateJob, writerQuery } from './jobs-api.ts'
import type { TextDraft } from './text-draft.ts'

type TranslatorProps = {
  jobId: string
  language: TextLanguage
  onTranslated: (language: TextLanguage, words: JobTextInput) => void
  /** Restores the text that a translation replaced; undefined without one. */
  onUndo: (() => void) | undefined
}

/** Nothing without an AI server: the built-in template cannot translate. */
export function Translator({ jobId, language, onTranslated, onUndo }: TranslatorProps) {
  const writer = useQuery(writerQuery).data
  const translate = useTranslateJob(jobId)
  const running = useRef(new AbortController())
  useEffect(() => {
    const { current } = running
    return () => current.abort()
  }, [])
  if (writer?.kind !== 'ai') return null
  const { model } = writer
  const begin = () => {
    const { signal } = running.current
    translate.mutate({ language, signal }, { onSuccess: (words) => onTranslated(language, words) })
  }
  const isOfThis = translate.variables?.language === language
  return (
    <div className="grid gap-3 rounded-control bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="small"
          inactive={translate.isPending}
          onClick={() => {
            if (!translate.isPending) begin()
          }}
        >
          <Languages size={14} />
          {translate.isPending && isOfThis
            ? t('job.languages.translating')
            : t('job.languages.translate')}
        </Button>
        <p role="status" className="text-meta text-ink-2">
          {onUndo ? t('writer.writtenBy', { model }) : t('job.languages.sends', { model })}
        </p>
        {onUndo && (
          <button
            type="button"
            className="text-meta font-medium text-link max-md:min-h-9 max-md:text-label"
            onClick={onUndo}
          >
            {t('action.undo')}
          </button>
        )}
      </div>
      {translate.error && isOfThis && (
        <Problem
          text={t('job.languages.translateFailed', { reason: reasonOf(translate.error) })}
          onRetry={begin}
        />
      )}
    </div>
  )
}

/** The mark of a machine translation, which a person removes by confirming that they read it. */
export function MachineMade({
  isRead,
  onRead,
}: {
  isRead: boolean
  onRead: (isRead: boolean) => void
}) {
  const box = useId()
  const name = t('job.languages.read')
  return (
    <div className="grid gap-1 rounded-control bg-sunken px-4 py-2.5">
      <p className="text-label text-ink-2">{t('job.languages.byMachine')}</p>
      <div className="flex min-h-9 items-center gap-2.5 font-medium max-md:min-h-11">
        <Checkbox id={box} name={name} checked={isRead} onChange={onRead} />
        <label htmlFor={box}>{name}</label>
      </div>
    </div>
  )
}

/** A person must see it before saving. */
const intoView = (box: HTMLElement | null): void => box?.scrollIntoView?.({ block: 'nearest' })

/** Both texts are kept until the person chooses: theirs here, mine in the form. */
export function SavedMeanwhile({
  draft,
  saved,
  onTake,
  onKeep,
}: {
  draft: TextDraft
  /** Undefined when they deleted it. */
  saved: JobText | undefined
  onTake: () => void
  onKeep: () => void
}) {
  const theirs = saved
    ? jobTextFields.filter((field) => saved[field] !== draft.words[field] && saved[field] !== '')
    : []
  return (
    <div
      ref={intoView}
      role="alert"
      className="mx-6 mb-5 rounded-control bg-alert px-4 py-3 text-alert-text max-md:mx-4"
    >
      <p className="font-semibold">
        {t(saved ? 'job.textEditedMeanwhile' : 'job.languages.removedMeanwhile')}
      </p>
      {saved && (
        <dl className="mt-2 grid gap-2 text-ink">
          {theirs.map((field) => (
            <div key={field} className="rounded-control bg-surface px-3 py-2">
              <dt className="text-label font-medium">
                {t('job.theirs', { field: fieldLabel(field) })}
              </dt>
              <dd
                lang={saved.language}
                dir="auto"
                className="max-h-28 overflow-auto break-words whitespace-pre-line text-ink-2"
              >
                {saved[field]}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {saved && (
          <Button size="small" onClick={onTake}>
            {t('job.useTheirs')}
          </Button>
        )}
        <Button size="small" onClick={onKeep}>
          {t('job.languages.keepMine')}
        </Button>
      </div>
    </div>
  )
}
