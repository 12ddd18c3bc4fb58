// Every page of the dashboard once, with what is known of it without its code. The router, the server, the preload hints, the rail,
// the phone's bar, the palette and the keys follow this record. The code of a page: src/dashboard/routes.tsx.
import type { NamesIn } from './texts/text.ts'

type Section = {
  name: NamesIn<'sectionName'>
  /** Hidden from others. */
  forOwners?: true
  /** One of the five places of a phone's bar; the others are in its menu. */
  isDaily?: true
  /** Two keys one after the other lead to it: `shortcuts` of the dashboard. */
  shortcut?: 'go.overview' | 'go.applicants' | 'go.jobs' | 'go.incidents' | 'go.pages'
}

export type ScreenFacts = {
  /** Part of the dashboard's navigation. */
  section?: Section
  /** In the palette without being a section. */
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
  '/auth': { chunk: 'auth-page' },
  '/invitation': {},
  '/connect-shopify': {},
  '/shopify-install': {},
  '/shopify-welcome': {},
  '/shopify-success': {},
  '/shopify-guide': {},
  '/admin': {
    section: { name: 'overview', isDaily: true, shortcut: 'go.overview' },
    chunk: 'admin-overview',
    reads: ['/api/overview'],
  },
  '/admin/applicants': {
    section: { name: 'applicants', isDaily: true, shortcut: 'go.applicants' },
    chunk: 'applicants',
    reads: ['/api/applicants?tab=applied'],
  },
  '/admin/jobs': {
    section: { name: 'jobs', isDaily: true, shortcut: 'go.jobs' },
    chunk: 'jobs-screen',
    reads: ['/api/jobs?sort=-created'],
  },
  '/admin/incidents': {
    section: { name: 'incidents', shortcut: 'go.incidents' },
    chunk: 'incidents-screen',
  },
  '/admin/store-pages': {
    section: { name: 'storePages', isDaily: true, shortcut: 'go.pages' },
    chunk: 'store-pages-screen',
  },
  '/admin/customers': { section: { name: 'customers' }, chunk: 'customers-screen' },
  '/admin/requests': { section: { name: 'requests' }, chunk: 'requests-screen' },
  '/admin/audit': { section: { name: 'audit', forOwners: true }, chunk: 'audit-screen' },
  '/admin/settings': { section: { name: 'settings', isDaily: true }, chunk: 'settings-screen' },
  '/organizations': { isInPalette: true, chunk: 'organizations-screen' },
  '/account': { isInPalette: true, chunk: 'account-screen' },
  '/privacy': { isInPalette: true, isLegal: true },
  '/terms': { isInPalette: true, isLegal: true },
  '/dev/mailbox': { isLocal: true },
} as const satisfies Record<`/${string}`, ScreenFacts>

export type ScreenPath = keyof typeof screens
type With<Fact extends keyof ScreenFacts> = {
  [Path in ScreenPath]: Fact extends keyof (typeof screens)[Path] ? Path : never
}[ScreenPath]
export type SectionPath = With<'section'>
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
