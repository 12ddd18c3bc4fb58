// Calls our own server: typed by the contract of each address; throws `ApiError`.
import type { z } from 'zod'
import type { Answer, BodyInput, Contract, Media, Names, QueryInput } from '#domain/contract.ts'
import type { Address, Contracts } from '#domain/contracts.ts'
import { STORE_HEADER } from '#domain/store/meant-store.ts'
import { t, type TextCode } from '#domain/texts/text.ts'
import { toastError } from './ui/popups/toast.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { chosenStore } from './ui/store-admin/chosen-store.ts'

/** The server's reason in words that may be shown. `status` is 0 without an answer. */
export class ApiError extends Error {
  readonly code: TextCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The message is our server's own; false for a proxy's error page. */
  readonly isFromServer: boolean

  constructor(
    code: TextCode,
    message: string,
    status: number,
    fields: Readonly<Record<string, string>> = {},
    isFromServer = false,
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = fields
    this.isFromServer = isFromServer
  }
}

type ServerRefusal = { code?: string; message?: string; fields?: Record<string, string> }
/** Our own API returns an error as an object, the server functions as a text beside its code. */
type ErrorBody = { error?: ServerRefusal | string; code?: string }

/** The format of our error codes; the catalogue itself is not sent, so a code cannot be looked up. */
const isCode = (code: string | undefined): code is TextCode =>
  code !== undefined && /^[a-z][A-Za-z]*\.[A-Za-z]+$/.test(code)

function apiErrorOf(status: number, body: ErrorBody | null): ApiError {
  const fallback = status >= 502 ? 'server.unavailable' : 'server.unexpected'
  const refusal: ServerRefusal | undefined =
    typeof body?.error === 'string' ? { ...body, message: body.error } : body?.error
  const code = isCode(refusal?.code) ? refusal.code : fallback
  return new ApiError(
    code,
    refusal?.message ?? t(status >= 502 ? 'server.unavailable' : 'server.unexpected'),
    status,
    refusal?.fields,
    isCode(refusal?.code),
  )
}

/** The answer of an address. */
export type AnswerOf<A extends Address> = Answer<Contracts[A]>

/** Absent and null values are not sent. */
type Optional<Values> = { [Name in keyof Values]?: Values[Name] | null | undefined }
type ParamsOf<A extends Address> = [Names<A>] extends [never]
  ? unknown
  : { params: Readonly<Record<Names<A>, string>> }
type QueryOf<C extends Contract> = C extends { query: unknown }
  ? { query?: Optional<QueryInput<C>> }
  : unknown
type BodyOf<C extends Contract> = C extends { file: string }
  ? { body: Blob }
  : C extends { body: unknown }
    ? Record<string, never> extends BodyInput<C>
      ? { body?: BodyInput<C> }
      : { body: BodyInput<C> }
    : unknown
/** The arguments of a call. */
export type Sent<A extends Address> = ParamsOf<A> &
  QueryOf<Contracts[A]> &
  BodyOf<Contracts[A]> & {
    signal?: AbortSignal
    /** The idempotency key: a repeated request with it is not executed again. */
    key?: string
    /** It arrives also when the page closes meanwhile. Only for small bodies: browsers limit them together. */
    keepalive?: true
  }
export type SentArguments<A extends Address> =
  object extends Sent<A> ? [sent?: Sent<A>] : [sent: Sent<A>]

type Options = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | null | undefined>>
  /** JSON, or a file as it is. */
  body?: unknown
  signal?: AbortSignal
  key?: string
  keepalive?: true
}

/** The URL of 'GET /api/jobs/:jobId' with its parameters and query. */
function pathOf(address: string, { params = {}, query = {} }: Options): string {
  const path = address.slice(address.indexOf(' ') + 1)
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return filled + queryOf(query)
}

/** The URL of an address, for a link. */
export const linkTo = <A extends Address>(address: A, ...[sent]: SentArguments<A>): string =>
  pathOf(address, sent ?? {})

function sent(body: unknown): Pick<RequestInit, 'body'> & { type: string } {
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  return { body: JSON.stringify(body ?? {}), type: 'application/json' }
}

async function send(address: string, options: Options): Promise<Response> {
  const { body, signal, key, keepalive } = options
  const [method = ''] = address.split(' ')
  const { type, ...content } = sent(body)
  const store = chosenStore()
  try {
    return await fetch(pathOf(address, options), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        // The document is in the language of the store's admin, of which neither the browser nor a cookie knows.
        ...(isInAdmin() && { 'accept-language': document.documentElement.lang }),
        ...(store !== null && { [STORE_HEADER]: store }),
        ...(method === 'GET' ? {} : { 'content-type': type }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : content),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError('server.unavailable', t('server.unavailable'), 0)
  }
}

/** Returns the parsed body, as the contract declares it; throws `ApiError`. */
export async function call<A extends Address>(
  address: A,
  ...[options]: SentArguments<A>
): Promise<AnswerOf<A>> {
  // The types above are for callers; the request is built from any of them.
  const response = await send(address, options ?? {})
  const text = await response.text()
  const parsed = parse(text)
  if (!response.ok) throw apiErrorOf(response.status, parsed as ErrorBody | null)
  return parsed as AnswerOf<A>
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    // A proxy's HTML page: the message depends only on the status.
    return null
  }
}

let fetchesFiles = false
/** Inside a store's admin the browser's own request for a file would not be authenticated. */
export const fetchFiles = (): void => {
  fetchesFiles = true
}

/** Lets the browser download the content of an address. */
export function save(path: string, name = ''): void {
  if (!fetchesFiles) return saveAt(path, name)
  send(['GET', path].join(' '), {})
    .then((response) => saveAnswer(response, name))
    .catch((error: unknown) => toastError(reasonOf(error)))
}

function saveAt(path: string, name: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}

/** Addresses whose answer is not JSON. */
type MediaAddress = {
  [A in Address]: Contracts[A]['answer'] extends Media ? A : never
}[Address]

/** Saves an answer under the server's file name; an error is an `ApiError` like any other. */
export async function download<A extends MediaAddress>(
  address: A,
  ...[options]: SentArguments<A>
): Promise<void> {
  await saveAnswer(await send(address, options ?? {}))
}

async function saveAnswer(response: Response, name = ''): Promise<void> {
  if (!response.ok)
    throw apiErrorOf(response.status, parse(await response.text()) as ErrorBody | null)
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const file = URL.createObjectURL(await response.blob())
  saveAt(file, given ?? name)
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

type LineOf<C extends Contract> = C['answer'] extends { line: infer Line extends z.ZodType }
  ? z.output<Line>
  : never

/** An answer in lines, each a JSON document; throws `ApiError` for an error and for an incomplete line. */
export async function* callLines<A extends MediaAddress>(
  address: A,
  ...[given]: SentArguments<A>
): AsyncGenerator<LineOf<Contracts[A]>> {
  const options = (given ?? {}) as Options
  const response = await send(address, options)
  if (!response.ok || !response.body) {
    throw apiErrorOf(response.status, parse(await response.text()) as ErrorBody | null)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value = '' } = await reader.read()
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as LineOf<Contracts[A]>
      if (done) return
    }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError('server.unavailable', t('server.unavailable'), 0)
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The error in a line, when the answer had already begun. */
export function serverError({ code, message }: { code: string; message?: string }): ApiError {
  const known = isCode(code) ? code : 'server.unexpected'
  return new ApiError(known, message ?? t('server.unexpected'), 503)
}

/** The message that may be shown for anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('server.unexpected')
}

/** `?a=1&b=2` from the values that are set, or nothing. */
function queryOf(values: Readonly<Record<string, string | null | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1])
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}
