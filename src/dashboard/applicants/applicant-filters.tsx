// What the list is narrowed by: position, customer, contact, and a text.
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, Search } from 'lucide-react'
import { jobsQuery } from '../queries.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { FilterChoice, type Option } from '../ui/choice.tsx'
import { classNames } from '../ui/class-names.ts'
import { inputClass } from '../ui/field.tsx'
import { PHONE, useMediaQuery } from '../ui/media-query.ts'
import type { ApplicantsUrl } from './applicants-url.ts'

const ALL = 'all'
const all = { value: ALL, label: 'All' } as const
const customers: readonly Option<'all' | 'customer' | 'new'>[] = [
  all,
  { value: 'customer', label: 'Customer' },
  { value: 'new', label: 'New' },
]
const contacts: readonly Option<'all' | 'contacted' | 'not-contacted'>[] = [
  all,
  { value: 'contacted', label: 'Contacted' },
  { value: 'not-contacted', label: 'Not contacted' },
]
const unlessAll = <Value extends string>(value: Value) =>
  value === ALL ? undefined : (value as Exclude<Value, 'all'>)

export function ApplicantFilters({ url }: { url: ApplicantsUrl }) {
  const phone = useMediaQuery(PHONE)
  const [unfolded, setUnfolded] = useState(false)
  const { position, customer, contact } = url.filter
  const set = [position, customer, contact].filter(Boolean).length

  const choices = (
    <>
      <PositionFilter url={url} />
      <FilterChoice
        label="Customer Status"
        short={<Shortened first="Customer" rest=" Status" />}
        options={customers}
        value={customer ?? ALL}
        on={customer !== undefined}
        onChange={(value) => url.change({ customer: unlessAll(value) })}
      />
      <FilterChoice
        label="Contact Status"
        short={<Shortened first="Contact" rest=" Status" />}
        options={contacts}
        value={contact ?? ALL}
        on={contact !== undefined}
        onChange={(value) => url.change({ contact: unlessAll(value) })}
      />
    </>
  )
  return (
    <div className="flex flex-wrap items-center gap-2 p-3 ps-4 max-md:px-4">
      {phone && (
        <Button aria-expanded={unfolded} onClick={() => setUnfolded((before) => !before)}>
          <ListFilter size={16} strokeWidth={1.75} className="text-ink-2" aria-hidden="true" />
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
      )}
      {(!phone || unfolded) && choices}
      {url.isFiltered && (
        <button type="button" className="ms-1 text-label text-link max-md:h-11" onClick={url.clear}>
          Clear filters
        </button>
      )}
    </div>
  )
}

/** Beside an open profile the filters have room for one word. */
function Shortened({ first, rest }: { first: string; rest: string }) {
  return (
    <>
      {first}
      <span className="@max-2xl:hidden">{rest}</span>
    </>
  )
}

function PositionFilter({ url }: { url: ApplicantsUrl }) {
  const jobs = useQuery(jobsQuery).data ?? []
  const { position = ALL } = url.filter
  const options = [all, ...jobs.map(({ id, title }) => ({ value: id, label: title }))]
  // A link can name a job that is gone by now: it is still what the list is narrowed by.
  if (!options.some(({ value }) => value === position)) {
    options.push({ value: position, label: 'A deleted job' })
  }
  return (
    <FilterChoice
      label="Position"
      options={options}
      value={position}
      on={position !== ALL}
      onChange={(value) => url.change({ position: unlessAll(value) })}
    />
  )
}

const TYPING_MS = 250

export function ApplicantSearch({ url }: { url: ApplicantsUrl }) {
  const { q = '' } = url.filter
  const [text, setText] = useState(q)
  const asked = useRef(q)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  const field = useRef<HTMLInputElement>(null)
  useShortcut('applicants.search', () => {
    field.current?.focus()
    field.current?.select()
  })

  // The address changed by another hand: Clear filters, Back, a link.
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setText(q)
  }, [q])
  useEffect(() => () => clearTimeout(typing.current), [])

  const type = (next: string) => {
    setText(next)
    clearTimeout(typing.current)
    typing.current = setTimeout(() => {
      asked.current = next.trim()
      url.change({ q: asked.current || undefined })
    }, TYPING_MS)
  }

  return (
    <label className="relative block min-w-0 flex-[0_1_240px] max-md:order-last max-md:flex-[1_0_100%]">
      <span className="sr-only">Search applicants</span>
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="absolute start-[11px] top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="search"
        maxLength={200}
        placeholder="Search applicants"
        value={text}
        onChange={(event) => type(event.target.value)}
        className={classNames(inputClass, 'h-9 ps-[34px] max-md:h-11')}
      />
    </label>
  )
}
