// Under the forms: the services one can sign in by instead.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { providersQuery, useProvider } from './accounts-api.ts'

export function OtherWays() {
  const { data } = useQuery(providersQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const leave = useProvider()
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <section aria-label="Other ways to sign in" className="mt-7 grid gap-3">
      <p className="flex items-center gap-3 text-label text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {problem && <Problem text={problem} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="h-11 min-w-0 text-panel"
          inactive={leave.isPending}
          onClick={() => {
            setProblem(null)
            leave.mutate(id, { onError: (error) => setProblem(reasonOf(error)) })
          }}
        >
          <span className="truncate">Continue with {name}</span>
        </Button>
      ))}
    </section>
  )
}
