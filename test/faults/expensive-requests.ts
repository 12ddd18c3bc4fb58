// The most expensive valid request for each address: from its contract, or from the router where it has none.
import { randomBytes } from 'node:crypto'
import { accesses, type Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { CV_MAX_BYTES } from '#domain/cvs/cvs.ts'
import { accessMatrix } from '../access-matrix.ts'
import { pdf } from '../input/files.ts'
import { heavyPictures } from '../input/heavy-pictures.ts'
import { rounds } from './extent.ts'
import { largestInput, type OwnIds } from './largest-input.ts'

/** What the account that sends them has. */
export type Sender = {
  url: string
  network: string
  cookie: string
  email: string
  slug: string
  jobSlug: string
  /** Of a proved address. */
  grant: string
  /** Its own things, by the name of a field or a part of a path. */
  ids: Readonly<Record<string, readonly string[]>>
}

export type Request = { address: string; init: RequestInit }
/** `place`: the number of the request, so that no two need be the same. */
export type Requests = { route: string; make: (sender: Sender, place: number) => Request }

/** Values that only a use case checks, by the name of the field. */
const named: Readonly<Record<string, readonly unknown[]>> = {
  filter: [{ tab: 'all' }],
  salary_currency: ['GBP'],
  country: ['GB'],
  // Nobody would see it in a list.
  is_unlisted: [false],
}

const idsOf =
  (sender: Sender): OwnIds =>
  (name) =>
    sender.ids[name] ?? named[name] ?? []

/** The largest job that the contract takes. */
export const largestJob = (): Record<string, never> => {
  const contract: Contract = contracts['POST /api/jobs']
  const base = accessMatrix['POST /api/jobs']?.body ?? {}
  const ids = (name: string) => named[name] ?? []
  return contract.body ? (largestInput(contract.body, base, ids) as Record<string, never>) : {}
}

/** Every address that a visitor or a member may call. */
export function requestsOf(routes: Iterable<string>): Requests[] {
  const table: Readonly<Record<string, Contract>> = contracts
  const others = [...new Set(routes)].filter(
    (route) => !(route in table) && !route.startsWith('ALL '),
  )
  return [
    ...Object.entries(table).map(([route, contract]) => fromContract(route, contract)),
    ...others.map((route) => (route in accessMatrix ? fromMatrix(route) : ofPage(route))),
  ]
}

/** What stands for a value that only exists during a run: see test/access-matrix.ts. */
function filled(values: Record<string, unknown>, sender: Sender): Record<string, unknown> {
  const holes: Record<string, string> = {
    $grant: sender.grant,
    $job: sender.ids['jobId']?.[0] ?? '',
    $email: sender.email,
    $fresh: randomBytes(4).toString('hex'),
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [, hole = '', rest = ''] = /^(\$\w+)(.*)$/.exec(String(value)) ?? []
      return [name, hole in holes ? `${holes[hole]}${rest}` : value]
    }),
  )
}

function pathOf(pattern: string, sender: Sender, place: number): string {
  const words: Record<string, string> = {
    organization: sender.slug,
    job: sender.jobSlug,
    language: 'de',
    status: 'rejected',
  }
  return pattern.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
    const own = sender.ids[name] ?? []
    return words[name] ?? own[place % own.length] ?? '01930000-0000-7000-8000-000000000000'
  })
}

const startOf = (method: string, sender: Sender, isSignedIn: boolean) => {
  const headers: Record<string, string> = {
    'x-forwarded-for': sender.network,
    origin: sender.url,
    ...(isSignedIn && { cookie: sender.cookie }),
  }
  return { method, headers, redirect: 'manual' as const }
}

function fromContract(route: string, contract: Contract): Requests {
  const [method = '', pattern = ''] = route.split(' ')
  const row = accessMatrix[route]
  const isSignedIn = accesses[contract.who].hasSession
  const use = pattern.split('/').at(-1)
  const pictures =
    heavyPictures[
      pattern.includes('/portraits/')
        ? 'portrait'
        : use === 'logo' || use === 'cover'
          ? use
          : 'picture'
    ]
  let body: string | undefined
  let search: string | undefined
  return {
    route,
    make(sender, place) {
      const init: RequestInit & { headers: Record<string, string> } = startOf(
        method,
        sender,
        isSignedIn,
      )
      search ??= searchOf(contract, row?.query, sender)
      if (contract.file) init.body = new Uint8Array(pictures[place % pictures.length] ?? [])
      else if (contract.form) init.body = formOf(filled(row?.form ?? row?.body ?? {}, sender))
      else if (contract.body) {
        const base = filled(row?.body ?? {}, sender)
        body ??= JSON.stringify(largestInput(contract.body, base, idsOf(sender)) ?? base)
        init.body = body
        init.headers['content-type'] = 'application/json'
      }
      return { address: pathOf(pattern, sender, place) + search, init }
    },
  }
}

function searchOf({ query }: Contract, given: string | undefined, sender: Sender): string {
  if (!query) return given ?? ''
  const base = Object.fromEntries(new URLSearchParams(given))
  const largest = largestInput(query, base, idsOf(sender)) as Record<string, unknown> | undefined
  const pairs = Object.entries(largest ?? base).map(([name, value]) => [
    name,
    // An address is no longer than the server reads.
    String(value).slice(0, 2000),
  ])
  return `?${new URLSearchParams(pairs)}`
}

/** An address of the token API, whose inputs the matrix has. */
function fromMatrix(route: string): Requests {
  const [method = '', pattern = ''] = route.split(' ')
  const given = accessMatrix[route]?.body
  return {
    route,
    make(sender, place) {
      const start = startOf(method, sender, false)
      const body = given && JSON.stringify(filled(given, sender))
      const headers = { ...start.headers, ...(body && { 'content-type': 'application/json' }) }
      return {
        address: pathOf(pattern, sender, place),
        init: { ...start, headers, ...(body && { body }) },
      }
    },
  }
}

/** A page: its parameters are those that any of our pages reads. */
function ofPage(route: string): Requests {
  const [method = '', pattern = ''] = route.split(' ')
  return {
    route,
    make(sender, place) {
      const roleId = sender.ids['jobId']?.[0] ?? ''
      const query = new URLSearchParams({
        org: sender.slug,
        q: `w${place} ${'ä日 '.repeat(30)}`,
        roleId,
        lang: ['de', 'ar', 'ja'][place % 3] ?? '',
        color: place.toString(16).padStart(6, '0'),
      })
      const init: RequestInit = startOf(method, sender, false)
      if (method === 'POST') {
        const fields = { token: sender.grant, roleId, coverLetter: 'ä'.repeat(5000) }
        init.body = formOf({ ...fields, cvFile: '$pdf' })
      }
      return { address: `${pathOf(pattern, sender, place)}?${query}`, init }
    },
  }
}

/** The largest file that is taken; in the short form a tenth of it. */
const cv = Buffer.concat([pdf, randomBytes(CV_MAX_BYTES / rounds(10, 1) - pdf.length)])

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === '$pdf') form.append(name, new Blob([cv]), 'cv.pdf')
    else form.append(name, String(value))
  }
  return form
}
