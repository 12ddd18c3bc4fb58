// Pages below the header: those for everybody, and those for whoever is signed in. The router fills them.
import { Outlet } from '@tanstack/react-router'
import { PageFrame } from './frames.tsx'
import { SessionGate, SignedInGate } from './session/session.tsx'

export function OpenPage() {
  return (
    <SessionGate>
      {(session) => (
        <PageFrame session={session}>
          <Outlet />
        </PageFrame>
      )}
    </SessionGate>
  )
}

export function SignedInPage() {
  return (
    <SignedInGate>
      {(session) => (
        <PageFrame session={session}>
          <Outlet />
        </PageFrame>
      )}
    </SignedInGate>
  )
}
