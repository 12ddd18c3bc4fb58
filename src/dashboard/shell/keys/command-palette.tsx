// 'Search or jump to…': people, jobs, pages and actions, found by typing and chosen by keys.
import { fullName } from '#domain/full-name.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BriefcaseBusiness,
  FileText,
  Keyboard,
  LogOut,
  Moon,
  Plus,
  Search,
  ShoppingBag,
  Sun,
  User,
  X,
  type LucideIcon,
} from 'lucide-react'
import { hitSourceLabel, statusLabel, type SearchHit } from '#domain/applicants/applicants.ts'
import {
  screens,
  tabsOf,
  type PalettePath,
  type ScreenPath,
  type TabPath,
} from '#domain/screens.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { jobsQuery } from '../../queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { pageStart } from '../../ui/hooks/focus.ts'
import { sectionEntries, useIsOffered } from '../sections.ts'
import { memberOf, useSession, useSignOut } from '../session/session.tsx'
import { chooseTheme, isDark } from '../theme.ts'
import { useSettled } from '../../ui/hooks/settled.ts'

type Entry = {
  /** The same object has the same key in every search. */
  id: string
  label: string
  more?: string
  icon: LucideIcon
  run: () => void
}
type Group = { label: string; items: Entry[] }

const TYPING_MS = 200
const FOUND = 6
const RECENT = 5
/** Shorter texts would match everybody. */
const SHORTEST = 2

/** In the query cache, which is cleared when a person signs out. */
const recentKey = ['palette', 'recent'] as const

const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['applicants', 'palette', q],
    queryFn: async ({ signal }) => {
      const query = { tab: 'all', sort: 'match', q } as const
      const { applicants, hits = {} } = await call('GET /api/applicants', { query, signal })
      return applicants.slice(0, FOUND).map((person) => ({ ...person, hit: hits[person.id] }))
    },
    enabled: q.length >= SHORTEST,
    staleTime: 30_000,
    // The previous results stay while the next word is being typed.
    placeholderData: (before) => before,
  })

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
/** Every typed word must occur in the label. */
const fits = ({ label, more = '' }: Entry, typed: string) =>
  folded(typed)
    .split(/\s+/)
    .every((word) => folded(`${label} ${more}`).includes(word))

const others: Record<PalettePath, { label: () => string; icon: LucideIcon }> = {
  '/admin/customers': { label: () => t('refresh.title'), icon: ShoppingBag },
  '/privacy': { label: () => t('legal.privacyPolicy'), icon: FileText },
  '/terms': { label: () => t('legal.terms'), icon: FileText },
}

/** Pages whose headings say something else than their tabs. */
const titles: Partial<Record<TabPath, () => string>> = {
  '/organizations': () => t('organization.screenTitle'),
  '/account': () => t('account.title'),
}

/** The entries of the menu, each with its tabs, and pages without a place there. */
function usePages(): Entry[] {
  const navigate = useNavigate()
  const isOffered = useIsOffered()
  const go = (to: ScreenPath) => ({ id: to, run: () => void navigate({ to }) })
  return [
    ...sectionEntries().flatMap(({ name, to, label, icon }) => {
      const tabs = tabsOf(name)
      if (tabs.length === 0) return [{ ...go(to), label, icon }]
      return tabs.filter(isOffered).map((tab) => {
        const word = t(`sectionName.${screens[tab].tab}`)
        return { ...go(tab), label: titles[tab]?.() ?? word, more: `${label} · ${word}`, icon }
      })
    }),
    ...(Object.keys(others) as PalettePath[])
      .filter(isOffered)
      .map((to) => ({ ...go(to), label: others[to].label(), icon: others[to].icon })),
  ]
}

/** Everything that can be chosen without a request. */
function useEntries(onHelp: () => void): { pages: Entry[]; jobs: Entry[]; actions: Entry[] } {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const titles = useQuery(jobsQuery).data ?? []
  const dark = isDark()
  const pages = usePages()
  const jobs = titles.map(({ id, title, is_active }) => ({
    id: `job ${id}`,
    label: title,
    ...(is_active ? {} : { more: t('job.inactive') }),
    icon: BriefcaseBusiness,
    run: () => void navigate({ to: '/admin/jobs', search: { job: id } }),
  }))
  const createJob: Entry = {
    id: 'create job',
    label: t('palette.createJob'),
    icon: Plus,
    run: () => void navigate({ to: '/admin/jobs', search: { job: 'new' } }),
  }
  const actions: Entry[] = [
    ...(isOwner ? [createJob] : []),
    {
      id: 'create incident',
      label: t('palette.createIncident'),
      icon: Plus,
      run: () => void navigate({ to: '/admin/incidents', search: { incident: 'new' } }),
    },
    {
      id: 'theme',
      label: dark ? t('palette.lightTheme') : t('palette.darkTheme'),
      icon: dark ? Sun : Moon,
      run: () => chooseTheme(dark ? 'light' : 'dark'),
    },
    { id: 'shortcuts', label: t('keys.title'), icon: Keyboard, run: onHelp },
    { id: 'sign out', label: t('action.signOut'), icon: LogOut, run: () => signOut.mutate() },
  ]
  return { pages, jobs, actions }
}

/** Why somebody is found whose name does not have the words: 'CV: a wheel builder for …'. */
function foundIn(hit: SearchHit | undefined): string | undefined {
  if (!hit) return undefined
  const words = hit.parts.map(({ text }) => text).join('')
  return `${t('applicant.foundIn', { source: hitSourceLabel(hit.source) })} ${words}`
}

/** The groups of a search, or suggestions before anything is typed. */
function useGroups(typed: string, onHelp: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const q = useSettled(typed.trim(), TYPING_MS)
  const people = useQuery(peopleQuery(q))
  const { pages, jobs, actions } = useEntries(onHelp)
  const asked = typed.trim()
  const matching = (entries: Entry[]) =>
    asked === '' ? entries : entries.filter((entry) => fits(entry, asked))
  const found: Entry[] =
    asked.length < SHORTEST
      ? []
      : (people.data ?? []).map((person) => ({
          id: `applicant ${person.id}`,
          label: fullName(person),
          more: foundIn(person.hit) ?? `${person.role_title} · ${statusLabel(person.status)}`,
          icon: User,
          run: () =>
            void navigate({
              to: '/admin/applicants',
              search: { tab: 'all', applicant: person.id },
            }),
        }))
  const recent = client.getQueryData<Entry[]>(recentKey) ?? []
  const groups: Group[] = [
    { label: t('palette.recent'), items: asked === '' ? recent : [] },
    { label: t('sectionName.applicants'), items: found },
    { label: t('sectionName.jobs'), items: asked === '' ? [] : matching(jobs).slice(0, FOUND) },
    { label: t('palette.actions'), items: matching(actions) },
    { label: t('palette.pages'), items: matching(pages) },
  ]
  const isSearching =
    asked.length >= SHORTEST && (people.isFetching || q !== asked) && found.length === 0
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching,
    failed: asked.length >= SHORTEST && people.isError && !people.isFetching,
    retry: () => void people.refetch(),
    remember: (entry: Entry) => {
      client.setQueryDefaults(recentKey, { gcTime: Number.POSITIVE_INFINITY })
      const others = recent.filter(({ id }) => id !== entry.id)
      client.setQueryData(recentKey, [entry, ...others].slice(0, RECENT))
    },
  }
}

export function CommandPalette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  const chosen = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  // The field is usable one frame before the list below it exists.
  const hasList = useDeferredValue(true, false)
  const { groups, isSearching, failed, retry, remember } = useGroups(typed, onHelp)
  const isEmpty = groups.length === 0 && !isSearching && !failed
  const choose = (entry: Entry) => {
    chosen.current = true
    if (entry.id !== 'sign out') remember(entry)
    onClose()
    entry.run()
  }
  const status = useMemo(() => {
    if (isSearching) return t('palette.searching')
    return isEmpty ? t('palette.nothingFound', { search: typed.trim() }) : ''
  }, [isSearching, isEmpty, typed])

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid items-start justify-items-center p-6 pt-[12vh] max-md:p-0">
          <Dialog.Popup
            initialFocus={field}
            // After a choice the new page gets the focus; otherwise the focus is restored.
            finalFocus={() => (chosen.current ? pageStart() : true)}
            aria-label={t('palette.title')}
            className="flex max-h-[min(560px,76dvh)] w-full max-w-[600px] flex-col overflow-clip rounded-panel bg-raised shadow-lift outline-none max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none"
          >
            <Autocomplete.Root
              items={hasList ? groups : []}
              mode="none"
              inline
              open
              autoHighlight="always"
              keepHighlight
              value={typed}
              onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
              itemToStringValue={({ label }: Entry) => label}
            >
              <div className="flex items-center gap-2.5 border-b border-line ps-4 pe-2">
                <Search size={16} className="text-ink-3" />
                <Autocomplete.Input
                  ref={field}
                  aria-label={t('palette.placeholder')}
                  placeholder={t('palette.placeholder')}
                  maxLength={200}
                  className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none max-md:h-14 max-md:text-panel"
                />
                <IconButton name={t('action.close')} size="small" onClick={onClose}>
                  <X size={16} />
                </IconButton>
              </div>
              {failed && (
                <p role="alert" className="flex items-center gap-3 px-4 pt-3 text-danger-text">
                  {t('dashboard.applicantsFetchFailed')}
                  <button type="button" className="text-link" onClick={retry}>
                    {t('action.tryAgain')}
                  </button>
                </p>
              )}
              <p role="status" className={status ? 'px-4 py-3 text-ink-2' : 'sr-only'}>
                {status}
              </p>
              <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:p-0">
                {(group: Group) => (
                  <Autocomplete.Group key={group.label} items={group.items} className="pb-1">
                    <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-meta text-ink-3">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(entry: Entry) => (
                        <Autocomplete.Item
                          key={`${group.label} ${entry.id}`}
                          value={entry}
                          onClick={() => choose(entry)}
                          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-text max-md:min-h-11"
                        >
                          <entry.icon size={16} className="flex-none text-ink-3" />
                          <span className="min-w-0 truncate">{entry.label}</span>
                          {entry.more && (
                            <span className="ms-auto min-w-0 flex-[0_1_auto] truncate ps-4 text-label text-ink-2">
                              {entry.more}
                            </span>
                          )}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
