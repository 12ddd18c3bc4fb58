// How the dashboard asks our own server: a typed call, and the error it throws.
import { t, type TextCode } from '#domain/texts/text.ts'

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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
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

/** `body`: JSON, or a file as it is. */
type Options = {
  body?: unknown
  signal?: AbortSignal
  /** Sent again under the same key, a change is not done again. */
  key?: string
}

function sent(body: unknown): Pick<RequestInit, 'body'> & { type: string } {
  if (body instanceof Blob) return { body, type: body.type || 'application/octet-stream' }
  return { body: JSON.stringify(body ?? {}), type: 'application/json' }
}

async function send(
  method: Method,
  path: string,
  { body, signal, key }: Options,
): Promise<Response> {
  const { type, ...content } = sent(body)
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
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

/** Answers the parsed body; throws `ApiError`. */
export async function call<Answer>(
  method: Method,
  path: string,
  options: Options = {},
): Promise<Answer> {
  const response = await send(method, path, options)
  const text = await response.text()
  const parsed = parse(text)
  if (!response.ok) throw refusal(response.status, parsed as ErrorBody | null)
  return parsed as Answer
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    // A proxy's HTML page: the status alone decides what is said.
    return null
  }
}

/** Has the browser save what is at an address, as it comes. */
export function save(path: string, name = ''): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}

/** Saves an answer under the name the server gives it; a refusal is an `ApiError` like any other. */
export async function download(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<void> {
  const response = await send(method, path, { body })
  if (!response.ok) throw refusal(response.status, parse(await response.text()) as ErrorBody | null)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const address = URL.createObjectURL(await response.blob())
  save(address, name)
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** An answer that comes line by line, each of them JSON; throws `ApiError` for a refusal and for a line that breaks off. */
export async function* callLines<Line>(path: string, options: Options): AsyncGenerator<Line> {
  const response = await send('POST', path, options)
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
      for (const line of lines) yield JSON.parse(line) as Line
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
export function queryOf(values: Readonly<Record<string, string | null | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1])
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}
