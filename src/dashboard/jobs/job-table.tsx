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
import { SortHead, td, th, wide } from '../ui/list/table.tsx'

const cell = classNames(td, 'h-11 py-[5px] max-md:py-3')

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
  const order = { sort, onSort }
  return (
    <div className="@container">
      <table aria-label={t('job.listLabel')} className="w-full border-collapse tabular-nums">
        <thead className="bg-sunken max-md:sr-only">
          <tr>
            <SortHead {...order} by="title" className="ps-4">
              {t('job.field.title')}
            </SortHead>
            <th className={classNames(th, wide)}>{t('field.location')}</th>
            <th className={classNames(th, wide)}>{t('column.type')}</th>
            <th className={th}>{t('column.status')}</th>
            <th className={classNames(th, 'text-end max-md:hidden @4xl:pe-10')}>
              {t('column.applicants')}
            </th>
            <SortHead {...order} by="created" descendsFirst className="@max-4xl:hidden">
              {t('column.created')}
            </SortHead>
            <th className={th}>
              <span className="sr-only">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <Row key={job.id} job={job} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ job, ...actions }: { job: JobPostRow } & Actions) {
  const phone = useMediaQuery(PHONE)
  const place = job.location ?? t('job.placeNone')
  return (
    <tr className="group/row hover:bg-hover max-md:align-top">
      <td className={classNames(cell, 'w-2/5 max-w-0 ps-4 max-md:pe-0 @max-3xl:w-full')}>
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
      </td>
      <td className={classNames(cell, wide, 'w-1/4 max-w-0', !job.location && 'text-ink-3')}>
        <span className="block truncate" title={place}>
          {place}
        </span>
        {!job.location && (
          // The job's owner may not know what applicants read then.
          <span className="block truncate text-meta first-letter:uppercase">
            {t('job.placeShownAs', { place: noPlace() })}
          </span>
        )}
      </td>
      <td className={classNames(cell, wide, 'w-px whitespace-nowrap')}>
        {jobFieldLabel(job.employment_type)}
      </td>
      <td className={classNames(cell, 'w-px')}>
        <Badge kind={job.is_active ? 'active' : 'inactive'}>
          {job.is_active ? t('job.active') : t('job.inactive')}
        </Badge>
      </td>
      <td className={classNames(cell, 'w-px text-end max-md:hidden @4xl:pe-10')}>
        {!phone && <ApplicantsLink job={job}>{numberText(job.applicants_count)}</ApplicantsLink>}
      </td>
      <td className={classNames(cell, 'w-px whitespace-nowrap @max-4xl:hidden')}>
        <time dateTime={job.created_at}>{shortDate(job.created_at)}</time>
      </td>
      <td className={classNames(cell, 'w-px text-end whitespace-nowrap max-md:px-1 max-md:pt-1.5')}>
        <span className="inline-flex items-center align-middle">
          {!phone && <OpenActions job={job} {...actions} />}
          <FoldedActions job={job} phone={phone} {...actions} />
        </span>
      </td>
    </tr>
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
