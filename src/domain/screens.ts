// Every page of the dashboard once, with what is known of it without its code. The router, the server, the preload hints, the menu
// with its tabs, the palette and the keys follow this record. The code of a page: src/dashboard/routes.tsx.
import type { NamesIn } from './texts/text.ts'

/** The entries of the menu, in its order: the rail, the phone's bar, and the menu of a store's admin. */
export const sections = ['overview', 'applicants', 'jobs', 'settings', 'protection'] as const
export type SectionName = (typeof sections)[number]

export type ScreenFacts = {
  /** The entry of the menu that the page belongs to; the entry leads to its first page. */
  section?: SectionName
  /** Its tab there, beside the tabs of the entry's other pages. */
  tab?: NamesIn<'sectionName'>
  /** Hidden from others. */
  forOwners?: true
  /** Hidden where no store can be connected. */
  needsStore?: true
  /** Two keys one after the other lead to it: `shortcuts` of the dashboard. */
  shortcut?: 'go.overview' | 'go.applicants' | 'go.jobs' | 'go.incidents' | 'go.pages'
  /** In the palette, without being an entry of the menu or a tab. */
  isInPalette?: true
  /** The chunk of the build that is requested with the document. */
  chunk?: string
  /** The first requests of its sections. Must be the same URLs as in the dashboard's queries, or the browser fetches them twice. */
  reads?: readonly string[]
  /** For everybody, and loads no typeface (docs/decisions/0075). */
  isLegal?: true
  /** Not on a public installation. */
  isLocal?: true
}

export const screens = {
  '/': {},
  '/auth': { chunk: 'auth-page', reads: ['/api/accounts/providers'] },
  '/invitation': {},
  '/connect-shopify': {},
  '/shopify-install': {},
  '/shopify-welcome': {},
  '/shopify-success': {},
  '/shopify-guide': {},
  '/admin': {
    section: 'overview',
    shortcut: 'go.overview',
    chunk: 'admin-overview',
    reads: ['/api/overview'],
  },
  '/admin/applicants': {
    section: 'applicants',
    shortcut: 'go.applicants',
    chunk: 'applicants',
    reads: ['/api/applicants?tab=applied'],
  },
  '/admin/customers': {
    section: 'applicants',
    needsStore: true,
    isInPalette: true,
    chunk: 'customers-screen',
  },
  '/admin/jobs': {
    section: 'jobs',
    shortcut: 'go.jobs',
    chunk: 'jobs-screen',
    reads: ['/api/jobs?sort=-created'],
  },
  '/admin/settings': { section: 'settings', tab: 'shop', chunk: 'settings-screen' },
  '/organizations': { section: 'settings', tab: 'team', chunk: 'organizations-screen' },
  '/admin/settings/emails': { section: 'settings', tab: 'emails', chunk: 'settings-screen' },
  '/admin/settings/website': {
    section: 'settings',
    tab: 'website',
    chunk: 'settings-screen',
  },
  '/admin/store-pages': {
    section: 'settings',
    tab: 'store',
    needsStore: true,
    shortcut: 'go.pages',
    chunk: 'store-settings-screen',
  },
  '/account': { section: 'settings', tab: 'you', chunk: 'account-page' },
  '/admin/incidents': {
    section: 'protection',
    tab: 'incidents',
    shortcut: 'go.incidents',
    chunk: 'incidents-screen',
  },
  '/admin/requests': { section: 'protection', tab: 'requests', chunk: 'requests-screen' },
  '/admin/audit': {
    section: 'protection',
    tab: 'audit',
    forOwners: true,
    chunk: 'audit-screen',
  },
  '/privacy': { isInPalette: true, isLegal: true },
  '/terms': { isInPalette: true, isLegal: true },
  '/dev/mailbox': { isLocal: true },
} as const satisfies Record<`/${string}`, ScreenFacts>

export type ScreenPath = keyof typeof screens
type With<Fact extends keyof ScreenFacts> = {
  [Path in ScreenPath]: Fact extends keyof (typeof screens)[Path] ? Path : never
}[ScreenPath]
export type TabPath = With<'tab'>
export type ShortcutPath = With<'shortcut'>
export type PalettePath = With<'isInPalette'>

export const isScreen = (pathname: string): pathname is ScreenPath =>
  Object.hasOwn(screens, pathname)

/** Undefined for an address that no page has. */
export const screenAt = (pathname: string): ScreenFacts | undefined =>
  isScreen(pathname) ? screens[pathname] : undefined

/** The paths of the pages with this fact, in their order. */
export const pathsWith = <Fact extends keyof ScreenFacts>(fact: Fact): With<Fact>[] =>
  (Object.keys(screens) as ScreenPath[]).filter((path): path is With<Fact> =>
    Object.hasOwn(screens[path], fact),
  )

type Reader = { isOwner: boolean; hasStore: boolean }

/** Whether the menu, the tabs, the palette and the keys lead this person to the page. */
export function isOffered(path: ScreenPath, { isOwner, hasStore }: Reader): boolean {
  const { forOwners, needsStore }: ScreenFacts = screens[path]
  return (isOwner || !forOwners) && (hasStore || !needsStore)
}

/** The first page of each entry of the menu, in its order. */
export const sectionPages = sections.flatMap((name) => {
  const to = pathsWith('section').find((path) => screens[path].section === name)
  return to ? [{ name, to }] : []
})

/** The pages that share an entry of the menu, in the order of its tabs. */
export const tabsOf = (section: SectionName): TabPath[] =>
  pathsWith('tab').filter((path) => screens[path].section === section)
