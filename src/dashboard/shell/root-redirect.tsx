// The address `/`: sends everyone to where they work.
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { sessionQuery } from '../queries.ts'
import { Spinner } from '../ui/waiting.tsx'
import { memberOf } from './session.tsx'
import { useTitle } from './title.ts'

const SLOW_MS = 6000

export function RootRedirect() {
  useTitle(null)
  const session = useQuery(sessionQuery)
  if (session.data?.user) {
    return <Navigate to={memberOf(session.data) ? '/admin' : '/organizations'} replace />
  }
  if (session.data || session.isError) return <Navigate to="/auth" replace />
  return <Redirecting />
}

function Redirecting() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="grid justify-items-center gap-4 px-4 pt-[28vh]">
      <h1 className="sr-only">Storehand</h1>
      <Spinner text="Redirecting…" />
      {slow && (
        <Link to="/auth" className="text-link">
          Continue
        </Link>
      )}
    </main>
  )
}
