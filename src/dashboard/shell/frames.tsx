// The frames that pages stand in: header and one column, or header, rail and sections.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { UnsentApplicants } from '../applicants/changes/unsent-applicants.tsx'
import { BreachBanner } from '../incidents/breach-banner.tsx'
import { useLiveStatus, type LiveStatus } from './live/live.tsx'
import { RetentionBanner } from '../retention/retention-banner.tsx'
import { counted } from '../ui/dates.ts'
import { LeaveQuestion } from './unsent/leave-question.tsx'
import { useUnsavedCount } from './unsent/unsaved-count.ts'
import { AddressBanner } from '../accounts/address-banner.tsx'
import { ClosingNotice } from '../accounts/closing-notice.tsx'
import { Header } from './header.tsx'
import { SectionBar, SectionRail } from './section-rail.tsx'
import { memberOf } from './session/session.tsx'

export function PageFrame({
  session,
  width = 'max-w-[960px]',
  children,
}: {
  session: SessionView
  width?: string
  children: ReactNode
}) {
  return (
    <>
      <UnsentChanges session={session} />
      <Header session={session} />
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto ${width} px-6 pt-10 pb-20 outline-none max-md:px-4 max-md:pt-6`}
      >
        <ClosingNotice session={session} />
        <AddressBanner session={session} />
        {children}
      </main>
    </>
  )
}

export function AdminFrame({ session, children }: { session: SessionView; children: ReactNode }) {
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
          <ClosingNotice session={session} />
          <AddressBanner session={session} />
          <BreachBanner session={session} />
          <RetentionBanner session={session} />
          <LineNotice />
          {children}
        </main>
      </div>
      <SectionBar />
    </>
  )
}

/** On every page, so that what was left on one is sent from whichever is opened next. */
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

const NOTICED_MS = 10_000

/** A short gap is the dot's business alone; the page says what is not saved at once, and what a longer gap means. */
function LineNotice() {
  const status = useLiveStatus()
  const unsaved = useUnsavedCount()
  const isLost = status === 'lost'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => setLong(true), NOTICED_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLost])
  const text = noticeOf({ status, unsaved, isLong })
  if (!text) return null
  return (
    <p role="status" className="mb-4 rounded-control border border-line bg-sunken px-4 py-2.5">
      {text}
    </p>
  )
}

function noticeOf({
  status,
  unsaved,
  isLong,
}: {
  status: LiveStatus
  unsaved: number
  isLong: boolean
}): string | undefined {
  const isOffline = status === 'offline'
  if (unsaved > 0) {
    const changes = counted(unsaved, 'change')
    return t(isOffline ? 'unsent.waitingOffline' : 'unsent.waiting', { changes })
  }
  if (isOffline) return t('unsent.whileOffline')
  if (status === 'full') return t('live.tooMany')
  return isLong ? t('live.down') : undefined
}
