// The address `/`: asks the server where this visit is redirected, by the store's parameters, and redirects.
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { enterQuery, type Entered } from '../../queries.ts'
import { Problem } from '../../ui/problem.tsx'
import { Spinner } from '../../ui/waiting.tsx'
import { useTitle } from '../title.ts'

const SLOW_MS = 6000

export function RootRedirect({ query }: { query: string }) {
  useTitle(null)
  // The query of the visit. While the next screen is loading, the address is already that screen's although this one is
  // still mounted.
  const [asked] = useState(query)
  const { data, error, refetch } = useQuery(enterQuery(asked))
  const navigate = useNavigate()
  useEffect(() => {
    if (!data) return
    const { go, is_top: isTop, reason } = data
    if (go.startsWith('/shopify-install')) {
      void navigate({ href: go, replace: true, state: reason ? { installProblem: reason } : {} })
    } else if (isTop && window.self !== window.top) window.open(go, '_top')
    else window.location.replace(go)
  }, [data, navigate])
  return (
    <main className="grid justify-items-center gap-4 px-4 pt-[28vh]">
      <h1 className="sr-only">Storehand</h1>
      {error ? (
        <Problem text={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Redirecting to={data} />
      )}
    </main>
  )
}

function Redirecting({ to }: { to: Entered | undefined }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Spinner text={t('screen.redirecting')} />
      {slow && (
        // A browser may block a frame from navigating the window around it; after a click it does not.
        <a href={to?.go ?? '/auth'} target="_top" className="text-link">
          {t('action.continue')}
        </a>
      )}
    </>
  )
}
