// The editor of a job post: the form, and beside it the applicants' view.
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { showErrors } from '../../ui/forms/checked-form.ts'
import { DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { LineTabs } from '../../ui/tabs.tsx'
import { ActiveSwitch } from '../active-switch.tsx'
import { DescriptionWriter } from './description-writer.tsx'
import { changesOf, draftOf, inputOf, isSame, missingOf, type JobDraft } from './job-draft.ts'
import { JobFields } from './job-fields.tsx'
import { PreviewPane } from './job-preview.tsx'
import { useCreateJob, useEditJob } from '../jobs-api.ts'
import { EditConflict, GoneMeanwhile } from './edit-conflict.tsx'
import { useLeaveQuestion } from './leave-question.tsx'
import { useGeneratedText } from './use-generated-text.ts'
import { useMergedDraft } from './use-merged-draft.ts'

const tabs = ['form', 'preview'] as const
type Tab = (typeof tabs)[number]

type EditorProps = {
  /** The post to edit, as it is on the server now; null for a new one. */
  job: JobPost | null
  start: JobDraft
  /** It was deleted while this dialog was open. */
  gone?: boolean
  /** Owners create jobs, and generate descriptions. */
  isOwner: boolean
  /** A new one was saved; called before the editor closes. */
  onCreated: (job: JobPost) => void
  onClose: () => void
}

export function JobEditor({
  job,
  start,
  gone = false,
  isOwner,
  onCreated,
  onClose: onGone,
}: EditorProps) {
  const create = useCreateJob()
  const edit = useEditJob()
  const merged = useMergedDraft(job, start, edit.isPending || edit.isSuccess)
  const { draft, setDraft, base, news, takeTheirs } = merged
  const isNew = job === null || gone
  const save = isNew ? create : edit
  const missing = missingOf(draft)
  const canSave = Object.keys(missing).length === 0 && (!gone || isOwner)
  const [isRefused, setRefused] = useState(false)
  const isUnsaved = !isSame(draft, base && !gone ? draftOf(base) : start)
  const { question, stopAsking } = useLeaveQuestion(isUnsaved)
  const { form, preview } = useParts({
    job,
    merged,
    isOwner,
    error: save.error,
    missing: isRefused ? missing : {},
  })
  const phone = useMediaQuery(PHONE)
  const [tab, setTab] = useState<Tab>('form')
  const onClose = () => {
    stopAsking()
    onGone()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!canSave) {
      return showErrors(event.currentTarget, () => {
        setRefused(true)
        setTab('form')
      })
    }
    if (save.isPending) return
    // A refused save leaves the dialog open with everything typed.
    if (isNew || !base) {
      return create.mutate(inputOf(draft), {
        onSuccess: (created) => {
          onCreated(created)
          onClose()
        },
      })
    }
    const changes = changesOf(draft, base)
    if (Object.keys(changes).length === 0) return onClose()
    edit.mutate(
      { id: base.id, changes: { ...changes, revision: base.revision } },
      { onSuccess: onClose },
    )
  }
  const verb = isNew ? (gone ? t('job.saveAsNew') : t('job.create')) : t('action.saveChanges')

  return (
    <FormDialog
      title={job ? t('job.editTitle') : t('job.create')}
      description={job ? t('job.editHint') : undefined}
      isDirty={isUnsaved}
      onClose={onClose}
      aside={phone ? undefined : preview}
    >
      <form onSubmit={submit} noValidate className="contents">
        {phone ? <FormAndPreview {...{ tab, setTab, form, preview }} /> : form}
        {news && !gone && <EditConflict news={news} onTake={takeTheirs} />}
        {gone && <GoneMeanwhile draft={draft} canCreate={isOwner} />}
        <EditorFoot
          draft={draft}
          verb={save.isPending ? t('action.saving') : verb}
          isSaving={save.isPending}
          refusal={
            canSave ? undefined : t(gone && !isOwner ? 'job.ownerRequired' : 'job.saveNeeds')
          }
          onActive={(active) => setDraft((before) => ({ ...before, is_active: active }))}
          onClose={onClose}
        />
      </form>
      {question}
    </FormDialog>
  )
}

/** The fields with the writer of descriptions, and the applicants' view of them. */
function useParts({
  job,
  merged: { draft, setDraft },
  isOwner,
  error,
  missing,
}: Pick<EditorProps, 'job' | 'isOwner'> & {
  merged: ReturnType<typeof useMergedDraft>
  error: Error | null
  /** Errors of empty fields, after an attempt to save. */
  missing: Record<string, string>
}): { form: ReactNode; preview: ReactNode } {
  const generated = useGeneratedText({ draft, setDraft })
  const refused = { ...missing, ...(error instanceof ApiError ? error.fields : {}) }
  return {
    preview: <PreviewPane draft={generated.shown} id={job?.id ?? ''} />,
    form: (
      <JobFields
        draft={draft}
        onChange={(values) => {
          if (values.title !== undefined) generated.onTitle()
          setDraft((before) => ({ ...before, ...values }))
        }}
        title={generated.title}
        errors={
          generated.isUntitled ? { ...refused, title: t('job.titleForDescription') } : refused
        }
      >
        {isOwner && (
          <DescriptionWriter
            hasTitle={draft.title.trim() !== ''}
            writing={generated.writing}
            filled={generated.filled}
            onStart={generated.begin}
            onStop={generated.stop}
            onTake={generated.take}
            onSwap={generated.swap}
          />
        )}
      </JobFields>
    ),
  }
}

/** On a phone, one at a time. */
function FormAndPreview({
  tab,
  setTab,
  form,
  preview,
}: {
  tab: Tab
  setTab: (tab: Tab) => void
  form: ReactNode
  preview: ReactNode
}) {
  return (
    <div className="mt-2 px-4 *:px-0">
      <LineTabs
        label={t('job.post')}
        tabs={tabs.map((value) => ({ value, label: t(`job.tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className="-mx-4">{tab === 'form' ? form : preview}</div>
      </LineTabs>
    </div>
  )
}

function EditorFoot({
  draft,
  verb,
  isSaving,
  refusal,
  onActive,
  onClose,
}: {
  draft: JobDraft
  verb: string
  isSaving: boolean
  /** Why it cannot be saved; undefined when it can be. */
  refusal: string | undefined
  onActive: (active: boolean) => void
  onClose: () => void
}) {
  const why = useId()
  return (
    <DialogFoot>
      <ActiveSwitch checked={draft.is_active} onChange={onActive} />
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button
        type="submit"
        kind="primary"
        inactive={refusal !== undefined || isSaving}
        explains={refusal !== undefined}
        aria-describedby={refusal === undefined ? undefined : why}
      >
        {verb}
      </Button>
      {refusal !== undefined && (
        <p id={why} className="sr-only">
          {refusal}
        </p>
      )}
    </DialogFoot>
  )
}
