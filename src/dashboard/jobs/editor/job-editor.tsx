// The editor of a job post: the form, and beside it the applicants' view.
import { useId, useRef, useState, type FormEvent } from 'react'
import { useBlocker } from '@tanstack/react-router'
import {
  emptyDescription,
  fieldsOf,
  skillsOf,
  type JobDescription,
} from '#domain/jobs/job-descriptions.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import { LineTabs } from '../../ui/tabs.tsx'
import { toastSuccess } from '../../ui/popups/toast.tsx'
import { ActiveSwitch } from '../active-switch.tsx'
import { DescriptionWriter, type Hints } from './description-writer.tsx'
import {
  changesOf,
  draftOf,
  inputOf,
  isComplete,
  isSame,
  rebase,
  type JobDraft,
} from './job-draft.ts'
import { JobFields } from './job-fields.tsx'
import { PreviewPane } from './job-preview.tsx'
import { useCreateJob, useEditJob } from '../jobs-api.ts'
import { EditConflict, GoneMeanwhile, type News } from './edit-conflict.tsx'
import { useDescription } from './use-description.ts'

const tabs = ['form', 'preview'] as const
type Tab = (typeof tabs)[number]
type Written = Pick<JobDraft, 'description' | 'requirements' | 'benefits'>

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
  const [draft, setDraft] = useState(start)
  const [base, setBase] = useState(job)
  const [news, setNews] = useState<News | null>(null)
  const [tab, setTab] = useState<Tab>('form')
  const [untitled, setUntitled] = useState(false)
  const isClosing = useRef(false)
  const [filled, setFilled] = useState<{
    note: string
    other: Written
    isUndone: boolean
  } | null>(null)
  const title = useRef<HTMLInputElement>(null)
  const create = useCreateJob()
  const edit = useEditJob()
  const isNew = job === null || gone
  const save = isNew ? create : edit
  const why = useId()
  const phone = useMediaQuery(PHONE)
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const canSave = isComplete(draft) && (!gone || isOwner)
  const isUnsaved = !isSame(draft, base && !gone ? draftOf(base) : start)
  const onClose = () => {
    isClosing.current = true
    onGone()
  }

  // Another person has saved it: their changes are merged before rendering. One's own save closes the dialog.
  if (job && base && job.revision > base.revision && !edit.isPending && !edit.isSuccess) {
    const joined = rebase(draft, base, job)
    setBase(job)
    setDraft(joined.draft)
    if (joined.taken.length > 0 || joined.clashes.length > 0) setNews(joined)
  }

  const fill = (text: JobDescription, note: string) => {
    const { description, requirements, benefits } = draft
    setFilled({ note, other: { description, requirements, benefits }, isUndone: false })
    const written = fieldsOf(text)
    setDraft((before) => ({
      ...before,
      description: written.description,
      // Fields that the writer does not fill stay unchanged.
      requirements: written.requirements || before.requirements,
      benefits: written.benefits || before.benefits,
    }))
  }
  const {
    writing,
    start: write,
    stop,
    clear,
  } = useDescription((text, writer) => {
    fill(
      text,
      writer.kind === 'template'
        ? t('writer.writtenByTemplate')
        : t('writer.writtenBy', { model: writer.model }),
    )
    toastSuccess(t('success.descriptionGenerated'))
  })
  const begin = (hints: Hints) => {
    setUntitled(draft.title.trim() === '')
    if (draft.title.trim() === '') {
      title.current?.focus()
      return
    }
    write({
      jobTitle: draft.title,
      location: draft.location,
      employmentType: draft.employment_type,
      experienceLevel: draft.experience_level,
      keySkills: skillsOf(hints.keySkills),
      additionalContext: hints.additionalContext,
    })
  }
  const swap = () => {
    if (!filled) return
    const { description, requirements, benefits } = draft
    setDraft((before) => ({ ...before, ...filled.other }))
    setFilled({
      ...filled,
      other: { description, requirements, benefits },
      isUndone: !filled.isUndone,
    })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || save.isPending) return
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

  // The back button, a link or a closed tab can be a mistake as well.
  const back = useBlocker({
    // In a store's admin the platform asks before another page: the form has its bar there.
    shouldBlockFn: ({ current, next }) =>
      !isClosing.current && isUnsaved && !(isInAdmin() && current.pathname !== next.pathname),
    enableBeforeUnload: () => !isClosing.current && isUnsaved,
    withResolver: true,
  })

  const shown =
    writing.phase === 'writing' && writing.text !== emptyDescription
      ? { ...draft, ...fieldsOf(writing.text) }
      : draft
  const preview = <PreviewPane draft={shown} id={job?.id ?? ''} />
  const form = (
    <JobFields
      draft={draft}
      onChange={(values) => {
        if (values.title !== undefined) setUntitled(false)
        setDraft((before) => ({ ...before, ...values }))
      }}
      title={title}
      errors={untitled ? { ...refused, title: t('job.titleForDescription') } : refused}
    >
      {isOwner && (
        <DescriptionWriter
          writing={writing}
          filled={filled}
          onStart={begin}
          onStop={stop}
          onTake={(part) => {
            fill(part, t('writer.writtenHalf'))
            clear()
          }}
          onSwap={swap}
        />
      )}
    </JobFields>
  )
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
        {phone ? (
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
        ) : (
          form
        )}
        {news && !gone && (
          <EditConflict
            news={news}
            onTake={(clash) => {
              setDraft(clash.take)
              setNews({ ...news, clashes: news.clashes.filter((each) => each !== clash) })
            }}
          />
        )}
        {gone && <GoneMeanwhile draft={draft} canCreate={isOwner} />}
        <DialogFoot>
          <ActiveSwitch
            checked={draft.is_active}
            onChange={(active) => setDraft((before) => ({ ...before, is_active: active }))}
          />
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            inactive={!canSave || save.isPending}
            aria-describedby={canSave ? undefined : why}
          >
            {save.isPending ? t('action.saving') : verb}
          </Button>
          {!canSave && (
            <p id={why} className="sr-only">
              {gone && !isOwner ? t('job.ownerRequired') : t('job.saveNeeds')}
            </p>
          )}
        </DialogFoot>
      </form>
      {back.status === 'blocked' && (
        <ConfirmDialog
          title={t('form.discardTitle')}
          question={t('form.discardQuestion')}
          confirm={t('action.discard')}
          busy={false}
          onCancel={back.reset}
          onConfirm={back.proceed}
        />
      )}
    </FormDialog>
  )
}
