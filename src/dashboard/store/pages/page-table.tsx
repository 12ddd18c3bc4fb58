// The list of pages in the store: name and address, the job, dates, and actions.
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { StorePage } from '#domain/store/store-pages.ts'
import { t } from '#domain/texts/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { shortDate } from '../../ui/dates.ts'
import { td, th } from '../../ui/list/table.tsx'

const cell = classNames(td, 'py-2')

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

  return (
    <>
      <table aria-label={t('page.listLabel')} className="w-full border-collapse tabular-nums">
        <thead className="bg-sunken max-md:sr-only">
          <tr>
            <th className={classNames(th, 'ps-4')}>{t('column.page')}</th>
            <th className={th}>{t('job.post')}</th>
            <th className={classNames(th, 'max-lg:hidden')}>{t('column.updated')}</th>
            <th className={classNames(th, 'max-lg:hidden')}>{t('column.created')}</th>
            <th className={th}>
              <span className="sr-only">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((page) => (
            <Row key={page.id} page={page} {...actions} />
          ))}
        </tbody>
      </table>
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

function Row({ page, canChange, onEdit, onDelete }: { page: StorePage } & Actions) {
  return (
    <tr className="group/row hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]">
      <td
        className={classNames(
          cell,
          'w-1/2 max-w-0 ps-4 max-md:w-auto max-md:max-w-none max-md:pb-1',
        )}
      >
        <span title={page.title} className="block truncate font-semibold max-md:whitespace-normal">
          {page.title}
        </span>
        <span
          title={page.handle}
          className="block truncate font-mono text-meta text-ink-3 max-md:whitespace-normal max-md:break-all"
        >
          {`/pages/${page.handle}`}
        </span>
      </td>
      <td
        className={classNames(
          cell,
          'max-w-72 max-md:order-last max-md:col-span-2 max-md:max-w-none max-md:border-t-0 max-md:ps-4 max-md:pt-0',
        )}
      >
        <Link page={page} />
      </td>
      <td className={classNames(cell, 'w-px whitespace-nowrap max-lg:hidden')}>
        <time dateTime={page.updated_at}>{shortDate(page.updated_at)}</time>
      </td>
      <td className={classNames(cell, 'w-px whitespace-nowrap max-lg:hidden')}>
        <time dateTime={page.created_at}>{shortDate(page.created_at)}</time>
      </td>
      <td className={classNames(cell, 'w-px text-end whitespace-nowrap max-md:w-auto max-md:pe-2')}>
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
      </td>
    </tr>
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
