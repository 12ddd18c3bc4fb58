// The kinds of measured requests: content, number, and connections.
import { slugOf } from '#domain/organizations/organizations.ts'
import { applicationCall, makeCv } from './application-form.ts'
import type { Child } from './child.ts'
import { browserHeaders, connect, type Call } from './load/load.ts'
import { twentyJobs } from './twenty-jobs.ts'

export type Shop = {
  child: Child
  url: string
  slug: string
  organizationId: string
  cookie: string
}
export type Target = { child: Child; url: string }

export type Kind = {
  count: number
  connections: number
  /** Requests before the counting starts, over the same connections. */
  warmUp: number
  /** Requests before the first round, so that the engine has compiled hot code. */
  settle: number
  /** Requested before the counting starts. */
  calls(count: number): Promise<Call[]>
  /** Resolves when the server has finished the background work of the requests. */
  rest?(): Promise<unknown>
}

const repeated = (call: Call) => (count: number) =>
  Promise.resolve(Array.from({ length: count }, () => call))

const MANY = { count: 2500, connections: 10, warmUp: 250, settle: 5000 }

export const embedPath = (slug: string): string => `/embed?org=${slug}`
export const careersPath = (slug: string): string => `/careers/${slug}`
export const adPath = (slug: string): string =>
  `${careersPath(slug)}/${slugOf(twentyJobs[0]?.title ?? '')}`

/** Bare or from the cache: the same request. */
export const knownPage = (path: string): Kind => ({
  ...MANY,
  calls: repeated({ path, headers: browserHeaders }),
})

let asked = 0

const newPage = (pathOf: (count: number) => string): Kind => ({
  count: 600,
  connections: 10,
  warmUp: 60,
  settle: 2000,
  calls: (count) =>
    Promise.resolve(
      Array.from({ length: count }, () => ({ path: pathOf(++asked), headers: browserHeaders })),
    ),
})

/** The cache key of a page is the widget's options, and the store's address is one of them. */
export const newWidget = (slug: string): Kind =>
  newPage((count) => `${embedPath(slug)}&store=shop-${count}.example`)

/** The cache key of a public page is the source of the visit. */
export const newPublicPage = (path: string): Kind =>
  newPage((count) => `${path}?src=visit-${count}`)

const cv = await makeCv(150_000)

/** One at a time: only then can the processor time between arrival and answer be attributed to one request. */
export const application = (shop: Shop, { hasCv }: { hasCv: boolean }): Kind => ({
  count: 50,
  connections: 1,
  warmUp: 5,
  settle: 800,
  async calls(count) {
    const grants = await shop.child.ask('grant', { count })
    return grants.map((grant) => applicationCall(grant, hasCv ? cv : undefined))
  },
  rest: () => shop.child.ask('rest', undefined),
})

/** One at a time: the milliseconds are those of a person who waits, not of a queue. */
const staffCall = (shop: Shop, path: string): Kind => ({
  count: 200,
  connections: 1,
  warmUp: 20,
  settle: 1000,
  calls: repeated({ path, headers: { cookie: shop.cookie, accept: 'application/json' } }),
})

export const staffList = (shop: Shop): Kind => staffCall(shop, '/api/applicants?tab=all')
export const staffCounts = (shop: Shop): Kind => staffCall(shop, '/api/applicants/counts')
export const staffSearch = (shop: Shop, text: string): Kind =>
  staffCall(shop, `/api/applicants?tab=all&q=${encodeURIComponent(text)}`)
export const overview = (shop: Shop): Kind => staffCall(shop, '/api/overview')

export type Sample = {
  /** Milliseconds of the server's processor time for one request. */
  cpu: number
  answering: number
  /** The background work for one of them. */
  resting: number
  /** Milliseconds that each request took, ascending. */
  times: number[]
}

/** Of a process that has not served such a request before; then it gets enough of them to warm up. */
export async function measureFirst(target: Target, kind: Kind): Promise<Sample> {
  const first = await measure(target, { ...kind, warmUp: 0 })
  await measure(target, { ...kind, warmUp: 0, count: kind.settle })
  return first
}

export async function measure({ child, url }: Target, kind: Kind): Promise<Sample> {
  const client = connect(url, kind.connections)
  try {
    const calls = await kind.calls(kind.warmUp + kind.count)
    await client.drive(calls.slice(0, kind.warmUp))
    await kind.rest?.()
    const before = await child.ask('cpu', undefined)
    const times = await client.drive(calls.slice(kind.warmUp))
    const after = await child.ask('cpu', undefined)
    await kind.rest?.()
    const rested = await child.ask('cpu', undefined)
    return {
      cpu: (after.total - before.total) / kind.count,
      answering: (after.answering - before.answering) / kind.count,
      resting: (rested.total - after.total) / kind.count,
      times: times.toSorted((a, b) => a - b),
    }
  } finally {
    client.close()
  }
}
