// The list of job posts.
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { wordFor, type JobPostRow } from '#domain/jobs.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { count, counted, shortDate } from '../ui/dates.ts'
import { PHONE, useMediaQuery } from '../ui/media-query.ts'
import { ActionMenu, MenuAction } from '../ui/menu.tsx'

const th = 'h-8 px-3 text-start text-meta font-medium whitespace-nowrap text-ink-2'
const td = 'h-11 border-t border-line px-3 py-[5px] group-first/row:border-t-0 max-md:py-3'
const wide = 'max-md:hidden'

type Actions = {
  onEdit: (job: JobPostRow) => void
  onDelete: (job: JobPostRow) => void
}

export function JobTable({ jobs, ...actions }: { jobs: readonly JobPostRow[] } & Actions) {
  return (
    <table aria-label="Job posts" className="w-full border-collapse tabular-nums">
      <thead className="bg-sunken max-md:sr-only">
        <tr>
          <th className={classNames(th, 'ps-4')}>Job Title</th>
          <th className={classNames(th, wide)}>Location</th>
          <th className={classNames(th, wide)}>Type</th>
          <th className={th}>Status</th>
          <th className={classNames(th, wide, 'text-end lg:pe-10')}>Applicants</th>
          <th className={classNames(th, 'max-lg:hidden')}>Created</th>
          <th className={th}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <Row key={job.id} job={job} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ job, ...actions }: { job: JobPostRow } & Actions) {
  const phone = useMediaQuery(PHONE)
  const place = job.location ?? 'Not specified'
  return (
    <tr className="group/row hover:bg-hover max-md:align-top">
      <td className={classNames(td, 'w-2/5 max-w-0 ps-4 max-md:w-full max-md:pe-0')}>
        <span
          title={job.title}
          className="block truncate font-semibold max-md:text-panel max-md:break-words max-md:whitespace-normal"
        >
          {job.title}
        </span>
        <span className="block text-meta text-ink-3 md:hidden">
          {place} · {wordFor(job.employment_type)} · {counted(job.applicants_count, 'applicant')}
        </span>
      </td>
      <td className={classNames(td, wide, 'max-w-0', !job.location && 'text-ink-3')}>
        <span className="block truncate" title={place}>
          {place}
        </span>
      </td>
      <td className={classNames(td, wide, 'w-px whitespace-nowrap')}>
        {wordFor(job.employment_type)}
      </td>
      <td className={classNames(td, 'w-px')}>
        <Badge kind={job.is_active ? 'active' : 'inactive'}>
          {job.is_active ? 'Active' : 'Inactive'}
        </Badge>
      </td>
      <td className={classNames(td, wide, 'w-px text-end lg:pe-10')}>
        {count(job.applicants_count)}
      </td>
      <td className={classNames(td, 'w-px whitespace-nowrap max-lg:hidden')}>
        <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
      </td>
      <td className={classNames(td, 'w-px text-end whitespace-nowrap max-md:px-1 max-md:pt-1.5')}>
        {phone ? <FoldedActions job={job} {...actions} /> : <OpenActions job={job} {...actions} />}
      </td>
    </tr>
  )
}

function OpenActions({ job, onEdit, onDelete }: { job: JobPostRow } & Actions) {
  return (
    <>
      <Button
        kind="plain"
        size="small"
        aria-label={`Edit ${job.title}`}
        onClick={() => onEdit(job)}
      >
        Edit
      </Button>
      <Button
        kind="plain"
        size="small"
        aria-label={`Delete ${job.title}`}
        onClick={() => onDelete(job)}
      >
        Delete
      </Button>
    </>
  )
}

function FoldedActions({ job, onEdit, onDelete }: { job: JobPostRow } & Actions) {
  return (
    <ActionMenu
      trigger={
        <IconButton name={`More actions for ${job.title}`} size="small">
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuAction icon={Pencil} onChoose={() => onEdit(job)}>
        Edit
      </MenuAction>
      <MenuAction icon={Trash2} onChoose={() => onDelete(job)}>
        Delete
      </MenuAction>
    </ActionMenu>
  )
}
