// Writes and translates job descriptions with any server that speaks OpenAI's protocol, or with the built-in template when none is configured.
import type { LanguageModelMiddleware } from 'ai'
import { AppError } from '#domain/errors.ts'
import type { JobBrief, JobDescription, WriterName } from '#domain/jobs/job-descriptions.ts'
import type { JobTextInput, TextLanguage } from '#domain/jobs/job-texts.ts'
import { readTranslation } from '#domain/jobs/job-translations.ts'
import { guardedFetch, startTimeouts } from './guarded-fetch.ts'
import { fillTemplate } from './template-writer.ts'
import { describing, translating, type WritingTask } from './writing-tasks.ts'

export type Writer = {
  name: WriterName
  /**
   * Yields the growing description and returns it complete and validated. Throws an AppError `writer.*` whose message may be
   * shown; returns null when `signal` aborts.
   */
  write(brief: JobBrief, signal: AbortSignal): AsyncGenerator<JobDescription, JobDescription | null>
  /**
   * The texts in that language, complete and validated; null when `signal` aborts. The built-in template cannot
   * translate: it throws.
   */
  translate(
    words: JobTextInput,
    language: TextLanguage,
    signal: AbortSignal,
  ): Promise<JobTextInput | null>
}

/** Timeouts and sizes after which the request is aborted; newer servers refuse a `max_tokens`. */
export const WRITER_LIMITS = {
  silenceMs: 30_000,
  totalMs: 90_000,
  bytes: 2_000_000,
  /** Limit of the answer without the model's reasoning: three times the length of a job post. */
  characters: 50_000,
} as const
/** Characters per chunk. The SDK parses the whole text again with each chunk, so single letters would cost too much time. */
const CHUNK_CHARACTERS = 40
type Limits = { [Name in keyof typeof WRITER_LIMITS]: number }

/**
 * Only the job's own fields and the employer's name leave the building. A failure is a sentence, never a silent
 * fallback to the template, which nobody asked for where a server is configured.
 */
export function connectWriter(server: Server | undefined, limits: Limits = WRITER_LIMITS): Writer {
  if (!server) {
    return {
      name: { kind: 'template' },
      // oxlint-disable-next-line require-yield -- the text is complete at once
      async *write(brief) {
        return fillTemplate(brief)
      },
      async translate() {
        throw new AppError('writer.cannotTranslate')
      },
    }
  }
  return {
    name: { kind: 'ai', model: server.model },
    write: (brief, signal) => askTwice(server, describing(brief), signal, limits),
    async translate(words, language, signal) {
      try {
        const steps = askTwice(server, translating(words, language), signal, limits)
        let step = await steps.next()
        while (!step.done) step = await steps.next()
        return step.value && readTranslation(step.value, words)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'writer.nonsense') throw error
        throw new AppError('writer.translationNonsense', { cause: error })
      }
    },
  }
}

async function* askTwice<Part, Whole>(
  server: Server,
  task: WritingTask<Part, Whole>,
  signal: AbortSignal,
  limits: Limits,
): AsyncGenerator<Part, Whole | null> {
  try {
    return yield* ask(server, task, signal, limits, true)
  } catch (error) {
    // Smaller servers support only plain JSON and refuse a schema. No text has arrived yet, so a second request is safe.
    if (!isSchemaRefused(error)) throw error
    return yield* ask(server, task, signal, limits, false)
  }
}

/** Loads the SDK on first use. */
const loadSdk = async () => {
  const [sdk, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  return { ...sdk, createOpenAICompatible }
}

type Server = { baseUrl: string; apiKey: string | undefined; model: string }

async function* ask<Part, Whole>(
  server: Server,
  task: WritingTask<Part, Whole>,
  signal: AbortSignal,
  limits: Limits,
  withSchema: boolean,
): AsyncGenerator<Part, Whole | null> {
  const { createOpenAICompatible, ...sdk } = await loadSdk()
  const ended = new AbortController()
  const timeouts = startTimeouts(limits, () => ended.abort())
  const failures: unknown[] = []
  let hasText = false
  const provider = createOpenAICompatible({
    name: 'writer',
    baseURL: server.baseUrl,
    ...(server.apiKey && { apiKey: server.apiKey }),
    supportsStructuredOutputs: withSchema,
    fetch: guardedFetch(limits.bytes, () => timeouts.received()),
  })
  try {
    const stream = sdk.streamText({
      model: sdk.wrapLanguageModel({
        model: provider(server.model),
        // Small models add their reasoning and Markdown fences around the JSON; both are removed.
        middleware: [
          inChunks(limits.characters),
          sdk.extractJsonMiddleware(),
          sdk.extractReasoningMiddleware({ tagName: 'think' }),
        ],
      }),
      instructions: task.instructions,
      prompt: JSON.stringify(task.facts),
      output: withSchema
        ? sdk.Output.object({ schema: sdk.jsonSchema(task.schema) })
        : sdk.Output.json(),
      abortSignal: AbortSignal.any([signal, ended.signal]),
      // An automatic retry would double the cost of a refusal; the user can retry with a button.
      maxRetries: 0,
      onError: ({ error }) => {
        failures.push(error)
      },
    })
    for await (const partial of stream.partialOutputStream) {
      hasText = true
      yield task.growing.parse(partial)
    }
    if (signal.aborted) return null
    const answer = task.whole.safeParse(await stream.output)
    if (answer.success) return answer.data
    throw new AppError('writer.nonsense', { cause: answer.error })
  } catch (error) {
    if (signal.aborted) return null
    throw refusalOf([...failures, error], { isLate: timeouts.isLate(), hasText })
  } finally {
    timeouts.stop()
    // Ends the request also when the consumer stops reading early.
    ended.abort()
  }
}

/** Collects text into larger chunks, and throws writer.nonsense after `most` characters. */
function inChunks(most: number): LanguageModelMiddleware {
  return {
    async wrapStream({ doStream }) {
      const { stream, ...rest } = await doStream()
      type Part = typeof stream extends ReadableStream<infer Each> ? Each : never
      let buffered: Extract<Part, { type: 'text-delta' }> | undefined
      let length = 0
      const pieces = new TransformStream<Part, Part>({
        transform(part, controller) {
          if (part.type !== 'text-delta') {
            if (buffered) controller.enqueue(buffered)
            buffered = undefined
            controller.enqueue(part)
            return
          }
          length += part.delta.length
          if (length > most) throw new AppError('writer.nonsense')
          const piece = { ...part, delta: (buffered?.delta ?? '') + part.delta }
          const isFull = piece.delta.length >= CHUNK_CHARACTERS
          if (isFull) controller.enqueue(piece)
          buffered = isFull ? undefined : piece
        },
      })
      return { stream: stream.pipeThrough(pieces), ...rest }
    },
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

const isSchemaRefused = (error: unknown): boolean =>
  error instanceof AppError && [400, 422].includes(statusOf(error.cause) ?? 0)

/** The AppError to show for a failure of the server; its cause is for the log. */
function refusalOf(
  errors: readonly unknown[],
  { isLate, hasText }: { isLate: boolean; hasText: boolean },
): AppError {
  const cause = withoutRequest(errors[0])
  const known = errors.flatMap((error) => causesOf(error)).find((each) => each instanceof AppError)
  if (known) return known
  if (isLate) return new AppError('writer.late', { cause })
  const status = statusOf(cause)
  if (status === 401 || status === 403) return new AppError('writer.keyRefused', { cause })
  if (status === 429) return new AppError('writer.busy', { cause })
  if (status !== undefined && status >= 400) return new AppError('writer.failed', { cause })
  if (
    errors.some((error) => hasName(error, 'AI_InvalidResponseDataError') || isFetchError(error))
  ) {
    return new AppError(hasText ? 'writer.cut' : 'writer.unreachable', { cause })
  }
  const isShort = errors.some((each) => each instanceof Error && finishOf(each) === 'length')
  return new AppError(isShort ? 'writer.cut' : 'writer.nonsense', { cause })
}

/** The error for the log, without the request, which the SDK attaches. */
function withoutRequest(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return Object.assign(new Error(message.slice(0, 300)), { name, statusCode: statusOf(error) })
}

const hasName = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name

/** The connection failed before or during the answer. */
const isFetchError = (error: unknown): boolean =>
  hasName(error, 'AI_APICallError') || error instanceof TypeError

const finishOf = (error: Error): unknown =>
  'finishReason' in error ? error.finishReason : undefined

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) {
    causes.push(each)
  }
  return causes
}
