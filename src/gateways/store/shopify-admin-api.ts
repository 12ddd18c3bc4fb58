// Operations of Shopify's Admin API: sent, repeated when that helps, and their failures as errors of ours.
import { setTimeout as wait } from 'node:timers/promises'
import { createAdminApiClient } from '@shopify/admin-api-client'
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { rightOf } from '#domain/store/store.ts'
import { API_VERSION } from './shopify-signatures.ts'

const MAX_ATTEMPTS = 3
const MIN_PAUSE_MS = 100

/** One operation of the Admin API, with the schema that validates its answer. */
export type StoreOperation<Answer> = {
  text: string
  answer: z.ZodType<Answer>
  /** Not idempotent: not sent again when the answer was lost. */
  isChange?: boolean
  /** Fields that the app may read are returned, when others were refused. */
  isPartial?: boolean
}

export type AdminApi = {
  /** The API version of the last answer, when it differs from the requested one, which the store no longer has. */
  otherVersion(): string | undefined
  /**
   * Sends an operation. Retries when the store is busy or the answer was lost: up to three attempts, within `deadline`.
   * Throws AppError: store.unauthorized (the token is no longer valid), store.scopeMissing, store.customersClosed,
   * store.closed, store.unreachable, store.throttled.
   */
  ask<Answer>(
    shop: string,
    accessToken: string,
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Answer>
}

type Sending = {
  storeUrl: (shop: string) => string
  post: (address: string, init: RequestInit, until: AbortSignal) => Promise<Response>
  deadline: (signal?: AbortSignal) => AbortSignal
  totalMs: number
}

/** `onOtherVersion`: called once for each API version in an answer that differs from the requested one. */
export function createAdminApi(
  { storeUrl, post, deadline, totalMs }: Sending,
  onOtherVersion: (version: string) => void,
): AdminApi {
  const otherVersions = new Set<string>()
  let otherVersion: string | undefined
  function noteVersion(answer: Response): Response {
    const asked: string = API_VERSION
    const version = answer.headers.get('x-shopify-api-version') ?? asked
    otherVersion = version === asked ? undefined : version
    if (otherVersion && !otherVersions.has(otherVersion)) {
      otherVersions.add(otherVersion)
      onOtherVersion(otherVersion)
    }
    return answer
  }

  return {
    otherVersion: () => otherVersion,
    async ask(shop, accessToken, operation, variables = {}, signal) {
      const until = deadline(signal)
      const client = createAdminApiClient({
        storeDomain: shop,
        apiVersion: API_VERSION,
        accessToken,
        // The client builds https://{shop}/…; this replaces the origin with the configured one.
        customFetchApi: async (address, init) => {
          const { pathname, search } = new URL(address)
          return noteVersion(await post(`${storeUrl(shop)}${pathname}${search}`, init ?? {}, until))
        },
      })
      for (let attempts = 1, lost = 0; ; attempts += 1) {
        const { data, errors, extensions } = await client.request(operation.text, { variables })
        if (!errors) {
          const checked = operation.answer.safeParse(data)
          if (checked.success) return checked.data
          throw new AppError('store.unreachable', { cause: checked.error })
        }
        const part = operation.isPartial && isDenied(errors) && operation.answer.safeParse(data)
        if (part && part.success) return part.data
        if (isLost(errors)) lost += 1
        // A change may have been applied although its answer was lost; only queries are sent again.
        const isOver = attempts >= MAX_ATTEMPTS || (lost > 0 && operation.isChange) || until.aborted
        const pause = isOver ? undefined : retryPause(errors, extensions?.cost, lost)
        // Gives up when the pause would exceed the total time.
        if (pause === undefined || pause >= totalMs) throw refusalOf(errors)
        await wait(pause, undefined, { signal: until }).catch(() => {
          throw refusalOf(errors)
        })
      }
    },
  }
}

type Failure = {
  networkStatusCode?: number
  message?: string
  graphQLErrors?: { message: string; extensions?: { code?: string; requiredAccess?: string } }[]
  response?: Response
}
type Cost = {
  requestedQueryCost?: number
  throttleStatus?: { currentlyAvailable?: number; restoreRate?: number }
}

const isThrottled = ({ networkStatusCode: status, graphQLErrors: listed = [] }: Failure): boolean =>
  status === 429 || listed.some(({ extensions }) => extensions?.code === 'THROTTLED')

const isDenied = ({ graphQLErrors: listed = [] }: Failure): boolean =>
  listed.length > 0 && listed.every(({ extensions }) => extensions?.code === 'ACCESS_DENIED')

/** No answer, or an unreadable one. */
const isLost = ({ networkStatusCode: status = 200, graphQLErrors: listed = [] }: Failure) =>
  listed.length === 0 && (status >= 500 || status === 200)

/** Milliseconds before a retry; undefined when a retry would not help. */
function retryPause(failure: Failure, cost: Cost | undefined, lost: number): number | undefined {
  const { networkStatusCode: status = 200, response } = failure
  if (status !== 429 && isThrottled(failure)) {
    const { currentlyAvailable = 0, restoreRate = 100 } = cost?.throttleStatus ?? {}
    const missing = (cost?.requestedQueryCost ?? 50) - currentlyAvailable
    // Slightly longer than the store requires: one millisecond too early would cost an attempt.
    return MIN_PAUSE_MS + (Math.max(0, missing) / restoreRate) * 1000
  }
  if (status === 429) {
    const seconds = Number(response?.headers.get('retry-after') ?? 1)
    return Math.max(MIN_PAUSE_MS, (seconds || 1) * 1000)
  }
  // Random jitter, so that parallel requests do not retry at the same moment.
  return isLost(failure) ? 100 * 2 ** lost * (0.5 + Math.random() / 2) : undefined
}

function refusalOf(failure: Failure): AppError {
  const { networkStatusCode: status = 200, graphQLErrors: listed = [] } = failure
  const denied = listed.find(({ extensions }) => extensions?.code === 'ACCESS_DENIED')
  // Without the response object, which holds the access token.
  const cause = `${status} ${failure.message ?? ''} ${listed.map(({ message }) => message).join('; ')}`
  if (status === 401) return new AppError('store.unauthorized', { cause })
  if (denied && /not approved|only available on/.test(denied.message)) {
    return new AppError('store.customersClosed', { cause })
  }
  if (denied) {
    const scope = /`(\w+)`/.exec(denied.extensions?.requiredAccess ?? denied.message)?.[1]
    return new AppError('store.scopeMissing', { values: { right: rightOf(scope ?? '') }, cause })
  }
  if (isThrottled(failure)) return new AppError('store.throttled', { cause })
  if ([402, 403, 404, 423].includes(status)) return new AppError('store.closed', { cause })
  return new AppError('store.unreachable', { cause })
}
