// Public pages below the header. The router fills them.
import { Outlet } from '@tanstack/react-router'
import { PageLayout } from './dashboard-layouts.tsx'
import { NotFound } from './shell/not-found.tsx'
import { SessionGate } from './shell/session/session.tsx'

const inFrame = (content: React.ReactNode, width?: string) => (
  <SessionGate>
    {(session) => (
      <PageLayout session={session} width={width}>
        {content}
      </PageLayout>
    )}
  </SessionGate>
)

export const OpenPage = () => inFrame(<Outlet />)
export const WidePage = () => inFrame(<Outlet />, 'max-w-[1240px]')
export const NotFoundPage = () => inFrame(<NotFound />)
