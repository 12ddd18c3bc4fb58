// The program's log: one JSON object in each line, with the id of its request, and without personal data.
import { AsyncLocalStorage } from 'node:async_hooks'
import { levels, pino, stdTimeFunctions, type DestinationStream, type LevelWithSilent } from 'pino'
import { AppError } from '#domain/errors.ts'
import { MASK, maskPersonalData } from '#domain/personal-data.ts'

const requests = new AsyncLocalStorage<{ id: string; isFailureLogged: boolean }>()

/** Adds the id to every line that `work`, and everything it starts, writes. */
export const inRequest = <Answer>(requestId: string, work: () => Answer): Answer =>
  requests.run({ id: requestId, isFailureLogged: false }, work)

/** Whether a warning or an error was written in this request, by whatever part of the program. */
export const isFailureLogged = (): boolean => requests.getStore()?.isFailureLogged ?? false

const { warn: WARNING } = levels.values

/** `destination` replaces the standard output in tests. */
export function createLog(level: LevelWithSilent, destination?: DestinationStream) {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      // Headers contain tokens and cookies.
      redact: ['req', 'headers'],
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }), log: maskDetails },
      mixin(_, level) {
        const request = requests.getStore()
        if (!request) return {}
        if (level >= Number(WARNING)) request.isFailureLogged = true
        return { request_id: request.id }
      },
    },
    destination,
  )
}

const maskDetails = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskPersonalData(value) : value,
    ]),
  )

/** The logged properties of an error besides its message. Never a database's `detail` and `where`, which quote rows. */
const SAFE_FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'command',
  'responseCode',
  'status',
  'syscall',
] as const
const CAUSES_MAX = 5

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? maskPersonalData(error) : MASK
  const { name, cause, stack = '' } = error
  // Only the frames: before them the stack repeats the message.
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const described: Record<string, unknown> = { type: name, message: messageOf(error) }
  for (const field of SAFE_FIELDS) {
    const value: unknown = Reflect.get(error, field)
    if (typeof value === 'string' || typeof value === 'number') described[field] = value
  }
  if (frames.length > 0) described['stack'] = frames.join('\n')
  if (depth >= CAUSES_MAX) return described
  if (cause !== undefined) described['cause'] = describeError(cause, depth + 1)
  if (error instanceof AggregateError) {
    const each = error.errors.slice(0, CAUSES_MAX)
    described['errors'] = each.map((one) => describeError(one, CAUSES_MAX))
  }
  return described
}

/** Errors about a value that quote it. */
function messageOf(error: Error): string {
  // Its sentence may repeat a person's input; its code identifies it.
  if (error instanceof AppError) return error.code
  const message = maskPersonalData(error.message)
  const code: unknown = Reflect.get(error, 'code')
  const isAboutValue =
    error instanceof SyntaxError || (typeof code === 'string' && /^22\w{3}$/.test(code))
  const quote = isAboutValue ? message.search(/["'`]/) : -1
  return quote < 0 ? message : message.slice(0, quote) + MASK
}
