// The filters of the list: position, customer, contact, and a text.
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Check,
  Download,
  FileArchive,
  ListFilter,
  RefreshCw,
  SlidersHorizontal,
  Star,
  Undo2,
} from 'lucide-react'
import type { ApplicantSort } from '#domain/applicants/applicants.ts'
import { sourceLabel } from '#domain/careers/sources.ts'
import { rich, t } from '#domain/texts/text.ts'
import { save, linkTo } from '../../api.ts'
import { jobsQuery } from '../../queries.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { chooseDensity, useDensity } from '../../shell/density.ts'
import { useIsOffered } from '../../shell/sections.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterChoice } from '../../ui/forms/choice.tsx'
import type { Option } from '../../ui/forms/options.ts'
import { classNames } from '../../ui/class-names.ts'

import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { ActionMenu, MenuAction, MenuChoices, MenuLine } from '../../ui/popups/menu.tsx'
import { LateBottomSheet } from '../../ui/popups/popups.ts'
import { sourcesInUseQuery, tagsQuery } from '../applicants-api.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'
import { downloadCvs } from './downloads.ts'
import type { Total } from './totals.ts'
import { SearchField } from '../../ui/list/search-field.tsx'

const ALL = 'all'
const all = () => ({ value: ALL, label: t('list.all') }) as const
const customers = (): readonly Option<'all' | 'customer' | 'new'>[] => [
  all(),
  { value: 'customer', label: t('applicant.customer') },
  { value: 'new', label: t('applicant.notCustomer') },
]
const contacts = (): readonly Option<'all' | 'contacted' | 'not-contacted'>[] => [
  all(),
  { value: 'contacted', label: t('applicant.contacted') },
  { value: 'not-contacted', label: t('applicant.notContacted') },
]
const unlessAll = <Value extends string>(value: Value) =>
  value === ALL ? undefined : (value as Exclude<Value, 'all'>)

export function ApplicantFilters({
  url,
  total,
}: {
  url: ApplicantsUrl
  /** The number of applicants that match the filters. */
  total: Total | undefined
}) {
  const phone = useMediaQuery(PHONE)
  const row = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const { position, customer, contact, star, tag, source, withdrawn } = url.filter
  const set = [position, customer, contact, star, tag, source, withdrawn].filter(Boolean).length

  const choices = (
    <>
      <PositionFilter url={url} />
      <FilterChoice
        label={t('applicant.filter.customer')}
        short={rich('applicant.filter.customerShort', { rest: hiddenRest })}
        options={customers()}
        value={customer ?? ALL}
        on={customer !== undefined}
        onChange={(value) => url.change({ customer: unlessAll(value) })}
      />
      <FilterChoice
        label={t('applicant.filter.contact')}
        short={rich('applicant.filter.contactShort', { rest: hiddenRest })}
        options={contacts()}
        value={contact ?? ALL}
        on={contact !== undefined}
        onChange={(value) => url.change({ contact: unlessAll(value) })}
      />
      <TagFilter url={url} />
      <SourceFilter url={url} />
      <StarFilter url={url} />
      <WithdrawnFilter url={url} />
    </>
  )
  return (
    <div className="flex items-start gap-2 p-3 @max-2xl:gap-1 ps-4 max-md:px-4">
      <div ref={row} className="flex min-w-0 flex-1 flex-wrap items-center gap-2 @max-2xl:gap-1">
        {phone ? (
          <Button aria-haspopup="dialog" onClick={() => setUnfolded(true)}>
            <ListFilter size={16} className="text-ink-2" />
            {set > 0 ? t('filter.titleCount', { count: set }) : t('filter.title')}
          </Button>
        ) : (
          choices
        )}
        {phone && unfolded && (
          <LateBottomSheet
            title={t('filter.title')}
            onClose={() => setUnfolded(false)}
            foot={
              <Button kind="primary" className="w-full" onClick={() => setUnfolded(false)}>
                {total?.isLeast === false
                  ? t('applicant.showCount', { count: total.count })
                  : t('applicant.showFiltered')}
              </Button>
            }
          >
            <div className="grid gap-3 [&>button>svg:last-child]:ms-auto">{choices}</div>
          </LateBottomSheet>
        )}
        {url.isFiltered && (
          <button
            type="button"
            className="py-1 text-label text-link max-md:h-11"
            onClick={() => {
              url.clear()
              // The button disappears with the filters, the focus must not.
              row.current?.querySelector('button')?.focus()
            }}
          >
            {t('action.clearFilters')}
          </button>
        )}
      </div>
      <ListOptions url={url} phone={phone} />
    </div>
  )
}

/** Actions on all applicants that match the filters, and the height of rows. */
function ListOptions({ url, phone }: { url: ApplicantsUrl; phone: boolean }) {
  const { filter } = url
  const density = useDensity()
  const navigate = useNavigate()
  const isOffered = useIsOffered()
  return (
    <div className="flex items-center gap-1">
      <Button
        kind="plain"
        size="small"
        className="h-8 max-md:h-11"
        title={t('action.exportCsv')}
        onClick={() => save(linkTo('GET /api/applicants/export.csv', { query: filter }))}
      >
        <Download size={16} className="text-ink-2" />
        <span className="@max-2xl:sr-only">{t('action.exportCsv')}</span>
      </Button>
      <ActionMenu
        trigger={
          <IconButton name={t('list.options')} size="small" className="size-8 max-md:size-11">
            <SlidersHorizontal size={16} />
          </IconButton>
        }
      >
        <MenuAction icon={FileArchive} onChoose={() => void downloadCvs(filter)}>
          {t('cv.downloadAll')}
        </MenuAction>
        {isOffered('/admin/customers') && (
          <MenuAction icon={RefreshCw} onChoose={() => void navigate({ to: '/admin/customers' })}>
            {t('refresh.title')}
          </MenuAction>
        )}
        <MenuLine />
        {(phone || url.filter.q) && (
          <MenuChoices
            label={t('list.sortBy')}
            value={url.sort}
            options={url.filter.q ? [bestMatch(), ...sortOptions()] : sortOptions()}
            onChoose={url.sortBy}
          />
        )}
        <MenuChoices
          label={t('list.density')}
          value={density}
          options={densityOptions()}
          onChoose={chooseDensity}
        />
      </ActionMenu>
    </div>
  )
}

/** Sort orders that no column heading offers. */
const bestMatch = () => ({ value: 'match', label: t('applicant.sort.match') }) as const

/** A phone has no column headings to sort by. */
const sortOptions = (): readonly Option<ApplicantSort>[] => [
  { value: '-applied', label: t('applicant.sort.newest') },
  { value: 'applied', label: t('applicant.sort.oldest') },
  { value: 'name', label: t('field.name') },
  { value: 'position', label: t('column.position') },
  { value: 'status', label: t('column.status') },
]

const densityOptions = () =>
  [
    { value: 'comfortable', label: t('density.comfortable') },
    { value: 'compact', label: t('density.compact') },
  ] as const

/** Beside an open profile the filters have space for one word. */
const hiddenRest = (text: string[]) => (
  <span key="rest" className="@max-2xl:hidden">
    {text}
  </span>
)

function PositionFilter({ url }: { url: ApplicantsUrl }) {
  const jobs = useQuery(jobsQuery).data ?? []
  const { position = ALL } = url.filter
  const options = [all(), ...jobs.map(({ id, title }) => ({ value: id, label: title }))]
  // A link can name a deleted job: the list is still filtered by it.
  if (!options.some(({ value }) => value === position)) {
    options.push({ value: position, label: t('applicant.filter.deletedJob') })
  }
  return (
    <FilterChoice
      label={t('column.position')}
      options={options}
      value={position}
      on={position !== ALL}
      onChange={(value) => url.change({ position: unlessAll(value) })}
    />
  )
}

/** Hidden when no applicant has a source. Rendered before that is known, so that the row does not wrap later and move the list. */
function SourceFilter({ url }: { url: ApplicantsUrl }) {
  const { source = ALL } = url.filter
  const { data: inUse = [], isPending } = useQuery(sourcesInUseQuery)
  const options = [all(), ...inUse.map((value) => ({ value, label: sourceLabel(value) }))]
  // A link can name a source without applicants: the list is still filtered by it.
  if (!options.some(({ value }) => value === source)) {
    options.push({ value: source, label: sourceLabel(source) })
  }
  if (options.length === 1 && !isPending) return null
  return (
    <FilterChoice
      label={t('applicant.filter.source')}
      options={options}
      value={source}
      on={source !== ALL}
      onChange={(value) => url.change({ source: unlessAll(value) })}
    />
  )
}

/** Hidden until an applicant has a tag. */
function TagFilter({ url }: { url: ApplicantsUrl }) {
  const { tag = ALL } = url.filter
  const inUse = useQuery(tagsQuery).data ?? []
  const options = [all(), ...inUse.map(({ tag: label, key }) => ({ value: key, label }))]
  // A link can name a tag that is no longer used: the list is still filtered by it.
  if (!options.some(({ value }) => value === tag)) options.push({ value: tag, label: tag })
  if (options.length === 1) return null
  return (
    <FilterChoice
      label={t('applicant.filter.tag')}
      options={options}
      value={tag}
      on={tag !== ALL}
      onChange={(value) => url.change({ tag: unlessAll(value) })}
    />
  )
}

const filterClass = (isOn: boolean) =>
  classNames(
    'inline-flex h-8 flex-none items-center gap-1.5 rounded-control border px-[11px] text-label whitespace-nowrap @max-2xl:px-2 max-md:h-11 max-md:px-[11px] max-md:text-body',
    isOn
      ? 'border-brand-text bg-brand-tint font-medium text-brand-text'
      : 'border-field bg-surface text-ink hover:border-ink-2 hover:bg-sunken',
  )

/** In the sheet of a phone these two stand among choices that show their value: the tint alone would not tell it. */
const TickInSheet = () => <Check size={16} className="flex-none md:hidden" />

function StarFilter({ url }: { url: ApplicantsUrl }) {
  const isOn = url.filter.star !== undefined
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={t('star.starred')}
      onClick={() => url.change({ star: isOn ? undefined : 'starred' })}
      className={filterClass(isOn)}
    >
      <Star size={14} className={isOn ? 'fill-current' : 'text-ink-2'} />
      <span className="@max-2xl:sr-only">{t('star.starred')}</span>
      {isOn && <TickInSheet />}
    </button>
  )
}

/** Withdrawn applications are in no other list. */
function WithdrawnFilter({ url }: { url: ApplicantsUrl }) {
  const isOn = url.filter.withdrawn !== undefined
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={t('applicant.filter.withdrawn')}
      onClick={() => url.change({ withdrawn: isOn ? undefined : 'withdrawn' })}
      className={filterClass(isOn)}
    >
      <Undo2 size={14} className={isOn ? '' : 'text-ink-2'} />
      <span className="@max-2xl:sr-only">{t('applicant.filter.withdrawn')}</span>
      {isOn && <TickInSheet />}
    </button>
  )
}

export function ApplicantSearch({ url }: { url: ApplicantsUrl }) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('applicants.search', () => {
    field.current?.focus()
    field.current?.select()
  })
  return (
    <SearchField
      name={t('applicant.search')}
      placeholder={t('applicant.searchHint')}
      q={url.filter.q}
      onSearch={(q) => url.change({ q })}
      field={field}
      className="flex-[0_1_260px]"
    />
  )
}
