// The list of job posts.
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, Languages, Pause, Pencil, Play, Share2, Trash2 } from 'lucide-react'
import { noPlace, jobFieldLabel, type JobPostRow, type JobSort } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { shortDate } from '../ui/dates.ts'
import { PHONE, useMediaQuery } from '../ui/hooks/media-query.ts'
import { ActionMenu, MenuAction, MenuLine } from '../ui/popups/menu.tsx'
import { DataList, type Column } from '../ui/list/data-list.tsx'
import { wide } from '../ui/list/table.tsx'

type Actions = {
  onEdit: (job: JobPostRow) => void
  onDelete: (job: JobPostRow) => void
  onShare: (job: JobPostRow) => void
  onLanguages: (job: JobPostRow) => void
  onActivate: (job: JobPostRow, active: boolean) => void
  /** Absent for people who cannot create jobs. */
  onDuplicate: ((job: JobPostRow) => void) | undefined
}
type TableProps = {
  jobs: readonly JobPostRow[]
  sort: JobSort
  onSort: (sort: JobSort) => void
} & Actions

export function JobTable({ jobs, sort, onSort, ...actions }: TableProps) {
  const phone = useMediaQuery(PHONE)
  const columns: Column<JobPostRow, 'title' | 'created'>[] = [
    {
      head: t('job.field.title'),
      sort: { by: 'title' },
      className: 'ps-4',
      cellClass: 'w-2/5 max-w-0 max-md:pe-0 @max-3xl:w-full',
      cell: (job) => <TitleAndFacts job={job} phone={phone} />,
    },
    {
      head: t('field.location'),
      className: wide,
      cellClass: (job) => classNames('w-1/4 max-w-0', !job.location && 'text-ink-3'),
      cell: (job) => <Place job={job} />,
    },
    {
      head: t('column.type'),
      className: wide,
      cellClass: 'w-px whitespace-nowrap',
      cell: (job) => jobFieldLabel(job.employment_type),
    },
    {
      head: t('column.status'),
      cellClass: 'w-px',
      cell: (job) => (
        <Badge kind={job.is_active ? 'active' : 'inactive'}>
          {job.is_active ? t('job.active') : t('job.inactive')}
        </Badge>
      ),
    },
    {
      head: t('column.applicants'),
      className: 'text-end max-md:hidden @4xl:pe-10',
      cellClass: 'w-px',
      cell: (job) =>
        !phone && <ApplicantsLink job={job}>{numberText(job.applicants_count)}</ApplicantsLink>,
    },
    {
      head: t('column.created'),
      sort: { by: 'created', descendsFirst: true },
      className: '@max-4xl:hidden',
      cellClass: 'w-px whitespace-nowrap',
      cell: (job) => <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>,
    },
    {
      head: t('column.actions'),
      isHeadHidden: 'always',
      cellClass: 'w-px text-end whitespace-nowrap max-md:px-1 max-md:pt-1.5',
      cell: (job) => (
        <span className="inline-flex items-center align-middle">
          {!phone && <OpenActions job={job} {...actions} />}
          <FoldedActions job={job} phone={phone} {...actions} />
        </span>
      ),
    },
  ]
  return (
    <DataList
      label={t('job.listLabel')}
      rows={jobs}
      columns={columns}
      idOf={({ id }) => id}
      order={{ sort, onSort }}
      cellClass="h-11 py-[5px] max-md:py-3"
      rowClass="hover:bg-hover max-md:align-top"
    />
  )
}

function TitleAndFacts({ job, phone }: { job: JobPostRow; phone: boolean }) {
  return (
    <>
      <span
        title={job.title}
        className="block truncate font-semibold max-md:text-panel max-md:break-words max-md:whitespace-normal"
      >
        {job.title}
      </span>
      <span className="block text-meta text-ink-3 @3xl:hidden">
        {job.location ?? t('job.placeNoneShownAs', { place: noPlace() })} ·{' '}
        {jobFieldLabel(job.employment_type)}
        {phone && (
          <>
            {' · '}
            <ApplicantsLink job={job}>
              {t('count.applicant', { count: job.applicants_count })}
            </ApplicantsLink>
          </>
        )}
      </span>
    </>
  )
}

function Place({ job }: { job: JobPostRow }) {
  const place = job.location ?? t('job.placeNone')
  return (
    <>
      <span className="block truncate" title={place}>
        {place}
      </span>
      {!job.location && (
        // The job's owner may not know what applicants read then.
        <span className="block truncate text-meta first-letter:uppercase">
          {t('job.placeShownAs', { place: noPlace() })}
        </span>
      )}
    </>
  )
}

/** A link to the applicants of this job, in every status; no link while there are none. */
function ApplicantsLink({ job, children }: { job: JobPostRow; children: string }) {
  if (job.applicants_count === 0) return <>{children}</>
  return (
    <Link
      to="/admin/applicants"
      search={{ tab: 'all', position: job.id }}
      aria-label={t('job.applicantsOf', { count: job.applicants_count, title: job.title })}
      className="font-medium whitespace-nowrap text-link md:-my-1 md:inline-block md:min-w-6 md:py-1"
    >
      {children}
    </Link>
  )
}

function OpenActions({ job, onEdit, onDelete }: { job: JobPostRow } & Actions) {
  return (
    <>
      <Button
        kind="plain"
        size="small"
        aria-label={t('job.edit', { title: job.title })}
        onClick={() => onEdit(job)}
      >
        {t('action.edit')}
      </Button>
      <Button
        kind="plain"
        size="small"
        aria-label={t('job.delete', { title: job.title })}
        onClick={() => onDelete(job)}
      >
        {t('action.delete')}
      </Button>
    </>
  )
}

/** The other actions on a post; on a phone all of them. */
function FoldedActions({
  job,
  phone,
  onEdit,
  onDelete,
  onShare,
  onLanguages,
  onActivate,
  onDuplicate,
}: { job: JobPostRow; phone: boolean } & Actions) {
  return (
    <ActionMenu
      trigger={
        <IconButton name={t('job.moreActions', { title: job.title })} size="small">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {phone && (
        <MenuAction icon={Pencil} onChoose={() => onEdit(job)}>
          {t('action.edit')}
        </MenuAction>
      )}
      {onDuplicate && (
        <MenuAction icon={Copy} onChoose={() => onDuplicate(job)}>
          {t('action.duplicate')}
        </MenuAction>
      )}
      <MenuAction
        icon={job.is_active ? Pause : Play}
        onChoose={() => onActivate(job, !job.is_active)}
      >
        {job.is_active ? t('job.deactivate') : t('job.activate')}
      </MenuAction>
      <MenuAction icon={Share2} onChoose={() => onShare(job)}>
        {t('job.shareAction')}
      </MenuAction>
      <MenuAction icon={Languages} onChoose={() => onLanguages(job)}>
        {t('job.languages.action')}
      </MenuAction>
      {phone && (
        <>
          <MenuLine />
          <MenuAction icon={Trash2} onChoose={() => onDelete(job)}>
            {t('action.delete')}
          </MenuAction>
        </>
      )}
    </ActionMenu>
  )
}
