// Every address of the dashboard, and which rooms meet there.
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import { Tooltip } from '@base-ui/react/tooltip'
import { isProviderProblem, type ProviderProblem } from '#domain/providers.ts'
import { readShop } from '#domain/store.ts'
import { AccountScreen } from './account/account-screen.tsx'
import { ApplicantsLive } from './applicants/applicants-live.tsx'
import { ApplicantsSection } from './applicants/applicants-section.tsx'
import { applicantsSearch } from './applicants/applicants-url.ts'
import { AuditScreen } from './audit/audit-screen.tsx'
import { auditSearch } from './audit/audit-url.ts'
import { AuthScreen } from './auth/auth-screen.tsx'
import { IncidentsLive } from './incidents/incidents-live.tsx'
import { IncidentsSection } from './incidents/incidents-section.tsx'
import { incidentsSearch } from './incidents/incidents-url.ts'
import { JobsLive } from './jobs/jobs-live.tsx'
import { JobsSection } from './jobs/jobs-section.tsx'
import { jobsSearch } from './jobs/jobs-url.ts'
import { PrivacyScreen } from './legal/privacy-screen.tsx'
import { TermsScreen } from './legal/terms-screen.tsx'
import { LiveProvider } from './live.tsx'
import { MailboxScreen } from './mailbox/mailbox-screen.tsx'
import { holdInvitation } from './organizations/held-invitation.ts'
import { MembershipLive } from './organizations/membership-live.tsx'
import { OrganizationsScreen } from './organizations/organizations-screen.tsx'
import { NoApproval } from './overview/no-approval.tsx'
import { OverviewScreen } from './overview/overview-screen.tsx'
import { textsOf } from './queries.ts'
import { AdminFrame, PageFrame } from './shell/frames.tsx'
import { isStoreVisit } from './shell/store-visit.ts'
import { NotFound } from './shell/not-found.tsx'
import { RootRedirect } from './shell/root-redirect.tsx'
import { memberOf, SessionGate, SignedInGate, useSession } from './shell/session.tsx'
import { useTitle } from './shell/title.ts'
import { ConnectScreen, type ConnectSearch } from './store/connect-screen.tsx'
import { GuideScreen } from './store/guide-screen.tsx'
import { InstallScreen, type InstallSearch } from './store/install-screen.tsx'
import { StoreFrame } from './store/store-frame.tsx'
import { SuccessScreen } from './store/success-screen.tsx'
import { WelcomeScreen } from './store/welcome-screen.tsx'
import { Toasts } from './ui/toast.tsx'

/** Whoever comes from the store has no session with us: none is asked for. */
function Root() {
  const isFromStore = useLocation({ select: ({ pathname }) => isStoreVisit(pathname) })
  if (!isFromStore) return <SignedRoot />
  return (
    <Tooltip.Provider delay={500}>
      <Outlet />
      <Toasts />
    </Tooltip.Provider>
  )
}

function SignedRoot() {
  const session = useSession()
  const isMember = memberOf(session) !== null
  return (
    <Tooltip.Provider delay={500}>
      <LiveProvider enabled={isMember} after={session.live_after}>
        <Outlet />
        <MembershipLive />
        <Toasts />
      </LiveProvider>
    </Tooltip.Provider>
  )
}

const rootRoute = createRootRouteWithContext()({
  component: Root,
  notFoundComponent: () => (
    <SessionGate>
      {(session) => (
        <PageFrame session={session}>
          <NotFound />
        </PageFrame>
      )}
    </SessionGate>
  ),
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <RootRedirect query={useLocation({ select: ({ searchStr }) => searchStr })} />,
})

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect-shopify',
  validateSearch: ({ step, again }: Record<string, unknown>): ConnectSearch => ({
    ...(step === '2' ? { step } : {}),
    ...(again === 'true' ? { again } : {}),
  }),
  component: function Connect() {
    const search = connectRoute.useSearch()
    return (
      <SessionGate>
        {(session) => {
          const screen = <ConnectScreen session={session} search={search} />
          // Signed out, the way to sign in stands beside the sentence that asks for it.
          return session.user ? (
            <PageFrame session={session}>{screen}</PageFrame>
          ) : (
            <StoreFrame signIn={false}>{screen}</StoreFrame>
          )
        }}
      </SessionGate>
    )
  },
})

const installSearch = (search: Record<string, unknown>): InstallSearch => {
  const named = ['code', 'shop', 'error', 'reason'].map((name) => [name, search[name]])
  return Object.fromEntries(named.filter(([, value]) => typeof value === 'string')) as InstallSearch
}
const shopSearch = ({ shop }: Record<string, unknown>): { shop?: string } => {
  const named = typeof shop === 'string' ? readShop(shop) : undefined
  return named ? { shop: named } : {}
}

const installRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-install',
  component: () => {
    const query = useLocation({ select: ({ searchStr }) => searchStr })
    // Not validated by the router, which would rewrite the address: what came back from the store is signed as it is.
    return <InstallScreen search={installSearch(textsOf(query))} query={query} />
  },
})

const storeWelcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-welcome',
  validateSearch: shopSearch,
  component: () => <WelcomeScreen shop={storeWelcomeRoute.useSearch().shop} />,
})

const storeSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-success',
  validateSearch: shopSearch,
  component: () => <SuccessScreen shop={storeSuccessRoute.useSearch().shop} />,
})

const guideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shopify-guide',
  component: GuideScreen,
})

/** The last two are how the server sends somebody back from a provider. */
type AuthSearch = {
  type?: 'recovery'
  token?: string
  step?: 'in' | 'second-factor'
  problem?: ProviderProblem
}

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    ...(search.type === 'recovery' ? { type: search.type } : {}),
    ...(typeof search.token === 'string' ? { token: search.token } : {}),
    ...(search.step === 'in' || search.step === 'second-factor' ? { step: search.step } : {}),
    ...(isProviderProblem(search.problem) ? { problem: search.problem } : {}),
  }),
  component: function Auth() {
    const { type, token = '', step, problem } = authRoute.useSearch()
    if (type === 'recovery') return <AuthScreen arrival={{ from: 'reset-link', token }} />
    const as = step === 'in' ? 'signed-in' : (step ?? problem)
    return <AuthScreen arrival={as ? { from: 'provider', as } : { from: 'anywhere' }} />
  },
})

const organizationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/organizations',
  validateSearch: (search: Record<string, unknown>): { invitation?: string } =>
    typeof search.invitation === 'string' ? { invitation: search.invitation } : {},
  beforeLoad: ({ search: { invitation } }) => {
    if (!invitation) return
    holdInvitation(invitation)
    throw redirect({ to: '/organizations', search: {}, replace: true })
  },
  component: () => (
    <SignedInGate>
      {(session) => (
        <PageFrame session={session}>
          <OrganizationsScreen session={session} />
        </PageFrame>
      )}
    </SignedInGate>
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: () => (
    <SignedInGate>
      {(session) => (
        <PageFrame session={session}>
          <AccountScreen session={session} />
        </PageFrame>
      )}
    </SignedInGate>
  ),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: (search: Record<string, unknown>) => ({
    ...applicantsSearch(search),
    ...jobsSearch(search),
    ...incidentsSearch(search),
  }),
  component: () => (
    <SignedInGate>
      {(session) =>
        memberOf(session) ? (
          <AdminFrame session={session}>
            <ApplicantsLive />
            <JobsLive />
            <IncidentsLive />
            <Outlet />
          </AdminFrame>
        ) : (
          <PageFrame session={session}>
            <NoApproval
              pending={session.organization !== null || session.join_request !== undefined}
            />
          </PageFrame>
        )
      }
    </SignedInGate>
  ),
})

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: () => (
    <OverviewScreen>
      <ApplicantsSection overview />
      <JobsSection overview />
      <IncidentsSection overview />
    </OverviewScreen>
  ),
})

const applicantsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applicants',
  component: function Applicants() {
    useTitle('Applicant Management')
    return <ApplicantsSection />
  },
})

const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: function Jobs() {
    useTitle('Job Post Management')
    return <JobsSection />
  },
})

const incidentsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/incidents',
  component: function Incidents() {
    useTitle('Security Incident Dashboard')
    return <IncidentsSection />
  },
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: AuditScreen,
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: () => (
    <SessionGate>
      {(session) => (
        <PageFrame session={session}>
          <PrivacyScreen />
        </PageFrame>
      )}
    </SessionGate>
  ),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: () => (
    <SessionGate>
      {(session) => (
        <PageFrame session={session}>
          <TermsScreen />
        </PageFrame>
      )}
    </SessionGate>
  ),
})

const mailboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dev/mailbox',
  component: () => (
    <SessionGate>
      {(session) => (
        <PageFrame session={session} width="max-w-[1240px]">
          <MailboxScreen />
        </PageFrame>
      )}
    </SessionGate>
  ),
})

const routeTree = rootRoute.addChildren([
  indexRoute,
  authRoute,
  connectRoute,
  installRoute,
  storeWelcomeRoute,
  storeSuccessRoute,
  guideRoute,
  organizationsRoute,
  accountRoute,
  adminRoute.addChildren([overviewRoute, applicantsRoute, jobsRoute, incidentsRoute, auditRoute]),
  privacyRoute,
  termsRoute,
  mailboxRoute,
])

// Plain texts in the address: a search for 2024 stays a text, and links stay readable.
const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string')
  const text = new URLSearchParams(set as [string, string][]).toString()
  return text && `?${text}`
}

export function createDashboardRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: {},
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
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
    /** The store that was connected just now: said once, where the way back from the store ends. */
    connectedShop?: string
  }
}
