// Which sections are expanded on the overview: those that the address names, and those that this person expanded on
// this device.
import { useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { applicantsSearch } from './applicants/applicants-url.ts'
import { incidentsSearch } from './incidents/incidents-url.ts'
import { jobsSearch } from './jobs/jobs-url.ts'
import { storePagesSearch } from './store/pages/store-pages-url.ts'

const foldedSections = ['applicants', 'jobs', 'incidents', 'store-pages', 'customers'] as const
export type SectionKey = (typeof foldedSections)[number]

const KEY = 'storehand-open-sections'

function stored(): SectionKey[] {
  try {
    const words = localStorage.getItem(KEY)?.split(' ') ?? []
    return foldedSections.filter((each) => words.includes(each))
  } catch {
    // Storage can be blocked: then all are collapsed at first.
    return []
  }
}

function store(open: readonly SectionKey[]): void {
  try {
    localStorage.setItem(KEY, open.join(' '))
  } catch {
    // Not remembered, but expanded all the same.
  }
}

/** A filter, a search or an opened object is in the section's own part of the address. */
function namedIn(search: Record<string, unknown>): SectionKey[] {
  const parts: Partial<Record<SectionKey, object>> = {
    applicants: applicantsSearch(search),
    jobs: jobsSearch(search),
    incidents: incidentsSearch(search),
    'store-pages': storePagesSearch(search),
  }
  return foldedSections.filter((each) => Object.keys(parts[each] ?? {}).length > 0)
}

export function useOpenSections(): {
  isOpen: (section: SectionKey) => boolean
  toggle: (section: SectionKey) => void
} {
  const named = namedIn(useSearch({ strict: false }))
  const [open, setOpen] = useState(stored)
  // Collapsed by hand, although the address names it.
  const [shut, setShut] = useState<readonly SectionKey[]>([])
  const isOpen = (section: SectionKey) =>
    open.includes(section) || (named.includes(section) && !shut.includes(section))
  return {
    isOpen,
    toggle: (section) => {
      const others = open.filter((each) => each !== section)
      const next = isOpen(section) ? others : [...others, section]
      setShut(isOpen(section) ? [...shut, section] : shut.filter((each) => each !== section))
      setOpen(next)
      store(next)
    },
  }
}
