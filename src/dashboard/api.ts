// How the dashboard asks our own server: a call typed by the contract of its address, and the error it throws.
import type { z } from 'zod'
import type { Answer, BodyInput, Contract, Media, Names, QueryInput } from '#domain/contract.ts'
import type { Address, Contracts } from '#domain/contracts.ts'
import { t, type TextCode } from '#domain/texts/text.ts'
import { toastError } from './ui/popups/toast.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'

/** The server's reason in words that may be shown. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly code: TextCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The server said so in its own words; false of a proxy's page. */
  readonly isTold: boolean

  constructor(
    code: TextCode,
    message: string,
    status: number,
    fields: Readonly<Record<string, string>> = {},
    isTold = false,
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = fields
    this.isTold = isTold
  }
}

type Told = { code?: string; message?: string; fields?: Record<string, string> }
/** Our own calls tell of an error in an object, the server functions in a text beside its code. */
type ErrorBody = { error?: Told | string; code?: string }

/** As the codes of our server are written; the catalogue itself is not sent to look one up. */
const isCode = (code: string | undefined): code is TextCode =>
  code !== undefined && /^[a-z]+\.[A-Za-z]+$/.test(code)

function refusal(status: number, body: ErrorBody | null): ApiError {
  const fallback = status >= 502 ? 'server.unavailable' : 'server.unexpected'
  const told: Told | undefined =
    typeof body?.error === 'string' ? { ...body, message: body.error } : body?.error
  const code = isCode(told?.code) ? told.code : fallback
  return new ApiError(
    code,
    told?.message ?? t(status >= 502 ? 'server.unavailable' : 'server.unexpected'),
    status,
    told?.fields,
    isCode(told?.code),
  )
}

/** What an address of the API answers. */
export type AnswerOf<A extends Address> = Answer<Contracts[A]>

/** What is left out or null is not sent. */
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
/** What a call of an address has to bring. */
export type Sent<A extends Address> = ParamsOf<A> &
  QueryOf<Contracts[A]> &
  BodyOf<Contracts[A]> & {
    signal?: AbortSignal
    /** Sent again under the same key, a change is not done again. */
    key?: string
  }
type SentArguments<A extends Address> = object extends Sent<A> ? [sent?: Sent<A>] : [sent: Sent<A>]

type Options = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | null | undefined>>
  /** JSON, or a file as it is. */
  body?: unknown
  signal?: AbortSignal
  key?: string
}

/** 'GET /api/jobs/:jobId' with its names and its query filled in. */
function pathOf(address: string, { params = {}, query = {} }: Options): string {
  const path = address.slice(address.indexOf(' ') + 1)
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return filled + queryOf(query)
}

/** The path of an address, for a link. */
export const linkTo = <A extends Address>(address: A, ...[sent]: SentArguments<A>): string =>
  pathOf(address, sent ?? {})

function sent(body: unknown): Pick<RequestInit, 'body'> & { type: string } {
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  return { body: JSON.stringify(body ?? {}), type: 'application/json' }
}

async function send(address: string, options: Options): Promise<Response> {
  const { body, signal, key } = options
  const [method = ''] = address.split(' ')
  const { type, ...content } = sent(body)
  try {
    return await fetch(pathOf(address, options), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        // The document is in the language of the store's admin, of which neither the browser nor a cookie knows.
        ...(isInAdmin() && { 'accept-language': document.documentElement.lang }),
        ...(method === 'GET' ? {} : { 'content-type': type }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : content),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError('server.unavailable', t('server.unavailable'), 0)
  }
}

/** Answers the parsed body, as the contract declares it; throws `ApiError`. */
export async function call<A extends Address>(
  address: A,
  ...[options]: SentArguments<A>
): Promise<AnswerOf<A>> {
  // The types above are for who calls; what is sent is put together from any of them.
  const response = await send(address, options ?? {})
  const text = await response.text()
  const parsed = parse(text)
  if (!response.ok) throw refusal(response.status, parsed as ErrorBody | null)
  return parsed as AnswerOf<A>
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    // A proxy's HTML page: the status alone decides what is said.
    return null
  }
}

let fetchesFiles = false
/** Inside a store's admin the browser's own request for a file would say of nobody who asks. */
export const fetchFiles = (): void => {
  fetchesFiles = true
}

/** Has the browser save what is at an address, as it comes. */
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

/** Addresses that answer something else than JSON. */
type MediaAddress = {
  [A in Address]: Contracts[A]['answer'] extends Media ? A : never
}[Address]

/** Saves an answer under the name the server gives it; a refusal is an `ApiError` like any other. */
export async function download<A extends MediaAddress>(
  address: A,
  ...[options]: SentArguments<A>
): Promise<void> {
  await saveAnswer(await send(address, options ?? {}))
}

async function saveAnswer(response: Response, name = ''): Promise<void> {
  if (!response.ok) throw refusal(response.status, parse(await response.text()) as ErrorBody | null)
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const file = URL.createObjectURL(await response.blob())
  saveAt(file, given ?? name)
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

type LineOf<C extends Contract> = C['answer'] extends { line: infer Line extends z.ZodType }
  ? z.output<Line>
  : never

/** An answer that comes line by line, each of them JSON; throws `ApiError` for a refusal and for a line that breaks off. */
export async function* callLines<A extends MediaAddress>(
  address: A,
  ...[given]: SentArguments<A>
): AsyncGenerator<LineOf<Contracts[A]>> {
  const options = (given ?? {}) as Options
  const response = await send(address, options)
  if (!response.ok || !response.body) {
    throw refusal(response.status, parse(await response.text()) as ErrorBody | null)
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

/** The refusal that a line tells of, when the answer had begun already. */
export function serverError({ code, message }: { code: string; message?: string }): ApiError {
  const known = isCode(code) ? code : 'server.unexpected'
  return new ApiError(known, message ?? t('server.unexpected'), 503)
}

/** What may be shown of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('server.unexpected')
}

/** `?a=1&b=2` of the values that are set, or nothing. */
function queryOf(values: Readonly<Record<string, string | null | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1])
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}
