// Every address of the dashboard, and its feature folders. The code of an address is loaded when it is opened.
import type { ComponentType } from 'react'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ScreenPath } from '#domain/screens.ts'
import { t, type TextCode } from '#domain/texts/text.ts'
import { isProviderProblem, type ProviderProblem } from '#domain/accounts/providers.ts'
import { lazyScreen } from './shell/lazy-screen.ts'
import { applicantsSearch } from './applicants/applicants-url.ts'
import { auditSearch } from './audit/audit-url.ts'
import { storePagesSearch } from './store/pages/store-pages-url.ts'
import { incidentsSearch } from './incidents/incidents-url.ts'
import { jobsSearch } from './jobs/jobs-url.ts'
import { LiveProvider } from './shell/live/live.tsx'
import { saveInvitation } from './shell/session/saved-invitation.ts'
import { MembershipLive } from './organizations/membership-live.tsx'
import { overviewSearch } from './overview/overview-url.ts'
import { saveClaim } from './shell/session/saved-claim.ts'
import { below, parseSearch, stringifySearch } from './shell/address-format.ts'
import { isStoreVisit } from './shell/session/store-visit.ts'
import { RootRedirect } from './shell/session/root-redirect.tsx'
import { ScreenProblem } from './shell/screen-problem.tsx'
import { memberOf, useSession } from './shell/session/session.tsx'
import { connectSearch, installSearch, shopSearch } from './store/store-url.ts'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { IconStyle } from './ui/icon-style.tsx'
import { TooltipsWhenIdle } from './ui/popups/tooltips-when-idle.tsx'
import { Toasts } from './ui/popups/toast.tsx'
import { PageSpinner } from './ui/waiting.tsx'

/** A visitor from the store has no session with us, so none is loaded. */
function Root() {
  const isVisit = useLocation({ select: ({ pathname }) => isStoreVisit(pathname) })
  // Inside the store's admin its session token authenticates every page.
  const isFromStore = isVisit && !isInAdmin()
  return (
    <IconStyle>
      {isFromStore ? <Outlet /> : <SignedRoot />}
      <Toasts />
      <TooltipsWhenIdle />
    </IconStyle>
  )
}

function SignedRoot() {
  const { frame } = rootRoute.useRouteContext()
  const session = useSession()
  const isMember = memberOf(session) !== null
  return (
    <LiveProvider enabled={isMember} after={session.live_after}>
      {frame && <frame.Nav />}
      <Outlet />
      <MembershipLive />
    </LiveProvider>
  )
}

/**
 * Inside a store's admin: the first page, the sections for the admin's menu, and the prefix and query of every address.
 */
type Frame = {
  Home: ComponentType
  Nav: ComponentType
  base: string
  query: Readonly<Record<string, string>>
}

const rootRoute = createRootRouteWithContext<{ frame: Frame | undefined }>()({
  component: Root,
  notFoundComponent: lazyScreen(() => import('./pages.tsx'), 'NotFoundPage'),
})

/** Below the header, public. */
const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: lazyScreen(() => import('./pages.tsx'), 'OpenPage'),
})

/** The same, for pages wider than text. */
const wideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'wide',
  component: lazyScreen(() => import('./pages.tsx'), 'WidePage'),
})

/** The menu, for members; other people who are signed in see the pages that are theirs below the header. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyScreen(() => import('./admin.tsx'), 'Admin'),
})

/** Inside a store's admin it is the first page; elsewhere it redirects. */
function Index() {
  const { frame } = indexRoute.useRouteContext()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  return frame ? <frame.Home /> : <RootRedirect query={query} />
}

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Index,
})

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect-shopify',
  validateSearch: connectSearch,
  beforeLoad: ({ search: { claim } }) => {
    if (!claim) return
    saveClaim(claim)
    throw redirect({ to: '/connect-shopify', search: {}, replace: true })
  },
  component: lazyScreen(() => import('./connect-page.tsx'), 'ConnectPage'),
})

const installRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-install',
  validateSearch: installSearch,
  component: lazyScreen(() => import('./store/install-screen.tsx'), 'InstallScreen'),
})

const storeWelcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-welcome',
  validateSearch: shopSearch,
  component: lazyScreen(() => import('./store/welcome-screen.tsx'), 'WelcomeScreen'),
})

const storeSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-success',
  validateSearch: shopSearch,
  component: lazyScreen(() => import('./store/success-screen.tsx'), 'SuccessScreen'),
})

const guideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-guide',
  component: lazyScreen(() => import('./store/guide-screen.tsx'), 'GuideScreen'),
})

/** The last two are set by the server's redirect after a provider's sign-in. */
export type AuthSearch = {
  type?: 'recovery'
  token?: string
  step?: 'in' | 'second-factor'
  problem?: ProviderProblem
}

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  beforeLoad: () => {
    // A person from the store's admin is signed in there.
    if (isInAdmin()) throw redirect({ to: '/', replace: true })
  },
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    ...(search.type === 'recovery' ? { type: search.type } : {}),
    ...(typeof search.token === 'string' ? { token: search.token } : {}),
    ...(search.step === 'in' || search.step === 'second-factor' ? { step: search.step } : {}),
    ...(isProviderProblem(search.problem) ? { problem: search.problem } : {}),
  }),
  component: lazyScreen(() => import('./accounts/sign-in/auth-page.tsx'), 'AuthPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyScreen(
    () => import('./accounts/sign-in/invitation-screen.tsx'),
    'InvitationScreen',
  ),
})

/** The links in mails lead here, and on to the page of their invitation. */
const organizationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/organizations',
  validateSearch: (search: Record<string, unknown>): { invitation?: string } =>
    typeof search.invitation === 'string' ? { invitation: search.invitation } : {},
  beforeLoad: ({ search: { invitation } }) => {
    if (!invitation) return
    saveInvitation(invitation)
    throw redirect({ to: '/invitation', replace: true })
  },
  component: lazyScreen(
    () => import('./organizations/organizations-screen.tsx'),
    'OrganizationsScreen',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyScreen(() => import('./account-page.tsx'), 'AccountPage'),
})

const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  validateSearch: (search: Record<string, unknown>) => ({
    ...applicantsSearch(search),
    ...jobsSearch(search),
    ...incidentsSearch(search),
    ...storePagesSearch(search),
  }),
  component: lazyScreen(() => import('./admin.tsx'), 'MembersOnly'),
})

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyScreen(() => import('./admin-overview.tsx'), 'AdminOverview'),
})

const applicantsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applicants',
  component: lazyScreen(() => import('./applicants/applicants-screen.tsx'), 'ApplicantsScreen'),
})

const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: lazyScreen(() => import('./jobs/jobs-screen.tsx'), 'JobsScreen'),
})

const incidentsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/incidents',
  component: lazyScreen(() => import('./incidents/incidents-screen.tsx'), 'IncidentsScreen'),
})

const storePagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/store-pages',
  component: lazyScreen(() => import('./store-settings-screen.tsx'), 'StoreSettingsScreen'),
})

const customersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/customers',
  component: lazyScreen(() => import('./store/customers-screen.tsx'), 'CustomersScreen'),
})

const requestsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/requests',
  component: lazyScreen(() => import('./rights/requests-screen.tsx'), 'RequestsScreen'),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyScreen(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
})

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyScreen(() => import('./settings-screen.tsx'), 'ShopSettings'),
})

const emailSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/emails',
  component: lazyScreen(() => import('./settings-screen.tsx'), 'EmailSettings'),
})

const websiteSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/website',
  component: lazyScreen(() => import('./settings-screen.tsx'), 'WebsiteSettings'),
})

const privacyRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/privacy',
  component: lazyScreen(() => import('./legal/privacy-screen.tsx'), 'PrivacyScreen'),
})

const termsRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/terms',
  component: lazyScreen(() => import('./legal/terms-screen.tsx'), 'TermsScreen'),
})

const mailboxRoute = createRoute({
  getParentRoute: () => wideRoute,
  path: '/dev/mailbox',
  component: lazyScreen(() => import('./mails/mailbox-screen.tsx'), 'MailboxScreen'),
})

const routeTree = rootRoute.addChildren([
  indexRoute,
  authRoute,
  invitationRoute,
  connectRoute,
  installRoute,
  storeWelcomeRoute,
  storeSuccessRoute,
  guideRoute,
  signedInRoute.addChildren([
    organizationsRoute,
    accountRoute,
    adminRoute.addChildren([
      overviewRoute,
      applicantsRoute,
      jobsRoute,
      incidentsRoute,
      storePagesRoute,
      customersRoute,
      requestsRoute,
      auditRoute,
      settingsRoute,
      emailSettingsRoute,
      websiteSettingsRoute,
    ]),
  ]),
  openRoute.addChildren([privacyRoute, termsRoute]),
  wideRoute.addChildren([mailboxRoute]),
])

/** `frame`: inside a store's admin, where every address begins with that of the first page. */
export function createDashboardRouter({
  history,
  frame,
}: { history?: RouterHistory; frame?: Frame } = {}) {
  return createRouter({
    routeTree,
    context: { frame },
    ...(frame && { rewrite: below(frame.base) }),
    parseSearch,
    stringifySearch: (search) => stringifySearch({ ...search, ...frame?.query }),
    // Where the server renders the page there is nothing to scroll.
    scrollRestoration: typeof window !== 'undefined',
    // A link that is hovered or focused loads its target.
    defaultPreload: 'intent',
    defaultPendingComponent: () => <PageSpinner text={t('screen.loading')} />,
    // Until then the previous page stays; the spinner disappears as soon as the next one is ready.
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenProblem,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
  interface HistoryState {
    /** The panel or dialog was opened from here: closing it goes one step back. */
    panelPushed?: boolean
    /** The store that was just connected: shown once, on the page where the store's redirect ends. */
    connectedShop?: string
    /** Why the installation just failed; stored here, so that no address can inject a message. */
    installProblem?: TextCode
    /** The shop of that problem. */
    problemShop?: string
  }
}

/** The overview is also the index below its layout. */
type RoutePath = Exclude<keyof ReturnType<typeof createDashboardRouter>['routesByPath'], '/admin/'>
type Covered<All, Part extends All> = Part
/** Each page of the record has a route, and each route is in the record: otherwise this does not compile. */
export type PagePath = Covered<RoutePath, ScreenPath> & Covered<ScreenPath, RoutePath>
