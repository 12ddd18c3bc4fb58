// The list of pages in the store: name and address, the job, dates, and actions.
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { StorePage } from '#domain/store/store-pages.ts'
import { t } from '#domain/texts/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { shortDate } from '../../ui/dates.ts'
import { DataList, type Column } from '../../ui/list/data-list.tsx'

type Actions = {
  canChange: boolean
  onEdit: (page: StorePage) => void
  onDelete: (page: StorePage) => void
}

/** The limit of the shop's own pages; ours are all shown. */
const SHOWN_AT_ONCE = 50

export function PageTable({ pages, ...actions }: { pages: readonly StorePage[] } & Actions) {
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const body = useRef<HTMLTableSectionElement>(null)
  const ours = pages.filter((page) => page.is_ours)
  const others = pages.filter((page) => !page.is_ours)
  const shown = [...ours, ...others.slice(0, most)]
  const more = Math.min(SHOWN_AT_ONCE, pages.length - shown.length)

  const showMore = () => {
    flushSync(() => setMost(most + SHOWN_AT_ONCE))
    body.current?.rows.item(shown.length)?.querySelector('a')?.focus()
  }

  const columns: Column<StorePage>[] = [
    {
      head: t('column.page'),
      className: 'ps-4',
      cellClass: 'w-1/2 max-w-0 max-md:w-auto max-md:max-w-none max-md:pb-1',
      cell: (page) => <TitleAndAddress page={page} />,
    },
    {
      head: t('job.post'),
      cellClass:
        'max-w-72 max-md:order-last max-md:col-span-2 max-md:max-w-none max-md:border-t-0 max-md:ps-4 max-md:pt-0',
      cell: (page) => <Link page={page} />,
    },
    {
      head: t('column.updated'),
      className: 'max-lg:hidden',
      cellClass: 'w-px whitespace-nowrap',
      cell: (page) => <time dateTime={page.updated_at}>{shortDate(page.updated_at)}</time>,
    },
    {
      head: t('column.created'),
      className: 'max-lg:hidden',
      cellClass: 'w-px whitespace-nowrap',
      cell: (page) => <time dateTime={page.created_at}>{shortDate(page.created_at)}</time>,
    },
    {
      head: t('column.actions'),
      isHeadHidden: 'always',
      cellClass: 'w-px text-end whitespace-nowrap max-md:w-auto max-md:pe-2',
      cell: (page) => <PageActions page={page} {...actions} />,
    },
  ]
  return (
    <>
      <DataList
        body={body}
        label={t('page.listLabel')}
        rows={shown}
        columns={columns}
        idOf={({ id }) => id}
        cellClass="py-2"
        rowClass="hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
      {more > 0 && (
        <p className="border-t border-line px-4 py-2.5">
          <Button size="small" onClick={showMore}>
            {t('page.showMore', { count: more })}
          </Button>
        </p>
      )}
    </>
  )
}

function TitleAndAddress({ page }: { page: StorePage }) {
  return (
    <>
      <span title={page.title} className="block truncate font-semibold max-md:whitespace-normal">
        {page.title}
      </span>
      <span
        title={page.handle}
        className="block truncate font-mono text-meta text-ink-3 max-md:whitespace-normal max-md:break-all"
      >
        {`/pages/${page.handle}`}
      </span>
    </>
  )
}

function PageActions({ page, canChange, onEdit, onDelete }: { page: StorePage } & Actions) {
  return (
    <span className="inline-flex items-center align-middle">
      {page.url && (
        <a
          href={page.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('page.open', { title: page.title })}
          className={buttonClass('plain', 'small')}
        >
          {t('action.open')}
          <ExternalLink size={14} />
        </a>
      )}
      {page.kind === 'custom' && (
        <IconButton
          name={t('page.edit', { title: page.title })}
          size="small"
          inactive={!canChange}
          onClick={() => onEdit(page)}
        >
          <Pencil size={16} />
        </IconButton>
      )}
      {page.is_ours && (
        <IconButton
          name={t('page.delete', { title: page.title })}
          size="small"
          inactive={!canChange}
          onClick={() => onDelete(page)}
        >
          <Trash2 size={16} />
        </IconButton>
      )}
    </span>
  )
}

function Link({ page }: { page: StorePage }) {
  if (!page.is_ours) return <span className="text-ink-3">{t('page.readOnly')}</span>
  const isOpen = page.job_is_active !== false
  const text = linkText(page)
  return (
    <span title={text} className="inline-flex max-w-full [&>span]:min-w-0 [&>span]:flex-initial">
      <Badge kind={isOpen ? 'active' : 'inactive'}>
        <span className="truncate">{text}</span>
      </Badge>
    </span>
  )
}

/** The page of a deleted job will be removed from the store next; every page that is not a job's shows all open jobs. */
function linkText({ kind, job_title: title, job_is_active: isActive }: StorePage): string {
  if (kind !== 'job') return t('page.linkedAll')
  if (title === null) return t('page.linkedDeleted')
  return isActive === false ? t('page.linkedInactive', { title }) : t('page.linked', { title })
}
