// The layouts around pages: header and one column, or header, rail and sections, with the notices of the feature folders.
import type { ReactNode } from 'react'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { UnsentApplicants } from './applicants/changes/unsent-applicants.tsx'
import { BreachBanner } from './incidents/breach-banner.tsx'
import { RetentionBanner } from './retention/retention-banner.tsx'
import { LineNotice } from './shell/live/line-notice.tsx'
import { LeaveQuestion } from './shell/unsent/leave-question.tsx'
import { Header, LiveDot } from './shell/header.tsx'
import { SectionBar, SectionRail, SectionTabs } from './shell/section-rail.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { memberOf } from './shell/session/session.tsx'
import { late } from './ui/lazy-part.tsx'

// Most people never see them, and nobody more than a few times.
const AddressBanner = late(
  async () => (await import('./accounts/address-banner.tsx')).AddressBanner,
)
const ClosingNotice = late(
  async () => (await import('./accounts/closing-notice.tsx')).ClosingNotice,
)

/** What the person has to know about their own account. Inside a store's admin it is on our own site. */
function AccountNotices({ session: { user } }: { session: SessionView }) {
  if (!user || isInAdmin()) return null
  return (
    <>
      {user.closes_at && <ClosingNotice closesAt={user.closes_at} />}
      {!user.email_confirmed && <AddressBanner email={user.email} />}
    </>
  )
}

export function PageLayout({
  session,
  width = 'max-w-[960px]',
  children,
}: {
  session: SessionView
  width?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <UnsentChanges session={session} />
      {!isInAdmin() && <Header session={session} />}
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto ${width} px-6 pt-10 pb-20 outline-none max-md:px-4 max-md:pt-6`}
      >
        <AccountNotices session={session} />
        {children}
      </main>
    </>
  )
}

export function AdminLayout({ session, children }: { session: SessionView; children: ReactNode }) {
  if (isInAdmin()) return <FrameInStore session={session}>{children}</FrameInStore>
  return (
    <>
      <UnsentChanges session={session} />
      <Header session={session} />
      <div className="frame-body flex items-start">
        <SectionRail />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto max-w-[1288px] min-w-0 flex-1 px-6 pt-6 pb-16 outline-none max-md:px-4 max-md:pt-5 max-md:pb-28"
        >
          <AccountNotices session={session} />
          <BreachBanner session={session} />
          <RetentionBanner session={session} />
          <LineNotice />
          <SectionTabs>{children}</SectionTabs>
        </main>
      </div>
      <SectionBar />
    </>
  )
}

/** The store's admin around it has the menu and the title. */
function FrameInStore({ session, children }: { session: SessionView; children: ReactNode }) {
  return (
    <>
      <UnsentChanges session={session} />
      <div className="frame-body">
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto max-w-[1288px] min-w-0 px-6 pt-1 pb-16 outline-none max-md:px-4"
        >
          <div className="flex h-7 items-center justify-end">
            <LiveDot />
          </div>
          <BreachBanner session={session} />
          <RetentionBanner session={session} />
          <LineNotice />
          <SectionTabs>{children}</SectionTabs>
        </main>
      </div>
    </>
  )
}

/** On every page, so that queued changes are sent from whichever page is opened next. */
function UnsentChanges({ session }: { session: SessionView }) {
  const member = memberOf(session)
  if (!member) return null
  return (
    <>
      <UnsentApplicants member={member} />
      <LeaveQuestion />
    </>
  )
}
