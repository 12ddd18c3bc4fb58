// The dashboard's first page: every section on one page, one under the other.
import type { ReactNode } from 'react'
import { useTitle } from '../shell/title.ts'

export function OverviewScreen({ children }: { children: ReactNode }) {
  useTitle('Career Admin Dashboard')
  return (
    <>
      <h1 className="mb-6 text-page font-semibold">Career Admin Dashboard</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 max-md:gap-10">{children}</div>
    </>
  )
}
