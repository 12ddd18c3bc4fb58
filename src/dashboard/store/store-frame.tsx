// The frame of the store's public pages: they are opened from the store, without a session.
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { sessionQuery } from '../queries.ts'
import { Header } from '../shell/header.tsx'
import { buttonClass } from '../ui/button.tsx'
import { DemoStore } from '../ui/demo-store.tsx'
import { Wordmark } from '../ui/logo.tsx'
import { storeAppQuery } from './store-api.ts'

export function StoreFrame({
  width = 'max-w-[528px]',
  signIn = true,
  children,
}: {
  width?: string
  signIn?: boolean
  children: ReactNode
}) {
  const isDemo = useQuery(storeAppQuery()).data?.is_demo
  // Visits from a store load no session (docs/specification.md §2.1), but one from another page here is known.
  const session = useQuery({ ...sessionQuery, enabled: false }).data
  return (
    <>
      {session?.user ? <Header session={session} /> : <OwnHeader signIn={signIn} />}
      <main id="main" className={`mx-auto ${width} px-6 pt-12 pb-20 max-md:px-4 max-md:pt-8`}>
        {isDemo && <DemoStore className="mb-8" />}
        {children}
      </main>
    </>
  )
}

function OwnHeader({ signIn }: { signIn: boolean }) {
  return (
    <header className="flex h-14 items-center border-b border-line bg-canvas ps-5 pe-4 max-md:ps-4 max-md:pe-2">
      <Link to="/" className="me-auto rounded-control">
        <Wordmark />
      </Link>
      {signIn && (
        <Link to="/auth" className={buttonClass()}>
          {t('auth.signIn')}
        </Link>
      )}
    </header>
  )
}
