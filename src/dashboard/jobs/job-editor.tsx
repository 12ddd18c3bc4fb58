// Writing a job post: the form, and beside it what applicants will see.
import { useId, useState, type FormEvent } from 'react'
import { Switch } from '@base-ui/react/switch'
import { employmentTypes, experienceLevels, wordFor, type JobPost } from '#domain/jobs.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice.tsx'
import { count, counted } from '../ui/dates.ts'
import { DialogFoot, FormDialog } from '../ui/dialog.tsx'
import { TextArea, TextInput } from '../ui/field.tsx'
import { PHONE, useMediaQuery } from '../ui/media-query.ts'
import {
  changesOf,
  draftOf,
  emptyDraft,
  inputOf,
  isComplete,
  limitOf,
  linesOf,
  type JobDraft,
} from './job-draft.ts'
import { JobPreview } from './job-preview.tsx'
import { useCreateJob, useEditJob } from './jobs-api.ts'

const typeOptions = employmentTypes.map((value) => ({ value, label: wordFor(value) }))
const levelOptions = experienceLevels.map((value) => ({ value, label: wordFor(value) }))
type TextField = 'title' | 'location' | 'salary_range' | 'description' | 'requirements' | 'benefits'

/** `job` is the post to edit, or null for a new one. */
export function JobEditor({ job, onClose }: { job: JobPost | null; onClose: () => void }) {
  const [draft, setDraft] = useState<JobDraft>(() => (job ? draftOf(job) : emptyDraft))
  const [previewed, setPreviewed] = useState(false)
  const create = useCreateJob()
  const edit = useEditJob()
  const save = job ? edit : create
  const why = useId()
  const phone = useMediaQuery(PHONE)
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const complete = isComplete(draft)

  const text = (name: TextField) => ({
    name,
    value: draft[name],
    maxLength: limitOf(name),
    error: refused[name],
    onChange: (event: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: event.target.value })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complete || save.isPending) return
    // A refused save leaves the dialog open with everything typed.
    const after = { onSuccess: onClose }
    if (!job) return create.mutate(inputOf(draft), after)
    const changes = changesOf(draft, job)
    if (Object.keys(changes).length === 0) return onClose()
    edit.mutate({ id: job.id, changes }, after)
  }
  const verb = job ? 'Save changes' : 'Create Job Post'
  const preview = <Preview draft={draft} id={job?.id ?? ''} />

  return (
    <FormDialog
      title={job ? 'Edit Job Post' : 'Create Job Post'}
      description={job ? 'Update the job post details below.' : undefined}
      onClose={onClose}
      aside={phone ? undefined : preview}
    >
      <form onSubmit={submit} noValidate className="contents">
        <div hidden={phone && previewed} className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          <TextInput label="Job Title" autoComplete="off" {...text('title')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput label="Location" optional {...text('location')} />
            <TextInput label="Salary Range" optional {...text('salary_range')} />
            <ChoiceField
              label="Employment Type"
              options={typeOptions}
              value={draft.employment_type}
              onChange={(value) => setDraft((before) => ({ ...before, employment_type: value }))}
            />
            <ChoiceField
              label="Experience Level"
              options={levelOptions}
              value={draft.experience_level}
              onChange={(value) => setDraft((before) => ({ ...before, experience_level: value }))}
            />
          </div>
          <TextArea label="Description" {...text('description')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextArea
              label="Requirements"
              optional
              hint="One per line. The widget shows the first three."
              {...text('requirements')}
            />
            <TextArea label="Benefits" optional {...text('benefits')} />
          </div>
        </div>
        {phone && previewed && preview}
        <DialogFoot>
          <ActiveSwitch
            checked={draft.is_active}
            onChange={(active) => setDraft((before) => ({ ...before, is_active: active }))}
          />
          {phone && (
            <Button onClick={() => setPreviewed((before) => !before)}>
              {previewed ? 'Back to the form' : 'Preview'}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            inactive={!complete || save.isPending}
            aria-describedby={complete ? undefined : why}
          >
            {save.isPending ? 'Saving…' : verb}
          </Button>
          {!complete && (
            <p id={why} className="sr-only">
              Enter a job title and a description first.
            </p>
          )}
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

function ActiveSwitch({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const hint = useId()
  return (
    <div className="me-auto flex min-h-9 items-center gap-2 max-md:w-full">
      <Switch.Root
        aria-label="Active"
        aria-describedby={hint}
        checked={checked}
        onCheckedChange={onChange}
        className="group/switch relative h-[22px] w-9 flex-none cursor-pointer rounded-full border border-field bg-surface transition-colors duration-120 data-checked:border-brand-fill data-checked:bg-brand-fill"
      >
        <Switch.Thumb className="absolute start-[3px] top-[3px] size-3.5 rounded-full bg-field transition-all duration-120 data-checked:start-[17px] data-checked:bg-white" />
      </Switch.Root>
      <span aria-hidden="true" className="font-medium">
        Active
      </span>
      <span id={hint} className="text-meta text-ink-3">
        {checked ? 'shown in the widget at once' : 'hidden from the widget'}
      </span>
    </div>
  )
}

function Preview({ draft, id }: { draft: JobDraft; id: string }) {
  const lengths = [
    ['Title', `${count(draft.title.length)} of ${count(limitOf('title'))}`],
    ['Description', `${count(draft.description.length)} of ${count(limitOf('description'))}`],
    ['Requirements', counted(linesOf(draft.requirements), 'line')],
  ] as const
  return (
    <aside
      aria-label="Preview as in the widget"
      className="min-w-0 border-s border-line bg-sunken px-6 py-5 max-md:mt-4 max-md:flex-1 max-md:border-s-0 max-md:px-4"
    >
      <p className="mt-1 mb-3.5 text-label font-medium text-ink-2">Preview as in the widget</p>
      <JobPreview job={{ ...draft, id, location: draft.location.trim() || null }} />
      <dl className="mt-5 grid gap-1.5 text-label">
        {lengths.map(([name, value]) => (
          <div key={name} className="leader">
            <dt className="text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
