// The content of a contract, and the types that the server and the dashboard derive from it.
import { z } from 'zod'
import type { TextCode } from './texts/text.ts'

/**
 * Who may call an address. The use cases check it; only the session is checked before the request is
 * read. The access matrix tests every address with every identity.
 */
export const accesses = {
  public: { hasSession: false },
  /** Whatever the organization. */
  'signed-in': { hasSession: true },
  member: { hasSession: true },
  owner: { hasSession: true },
  /** A verified email address for a job. */
  grant: { hasSession: false },
} as const
export type Access = keyof typeof accesses

/** An answer that is no JSON document. */
export type Media = Readonly<{
  type: string
  /** An answer of several lines, each a JSON document. */
  line?: z.ZodType
}>

export type Contract = Readonly<{
  summary: string
  who: Access
  /** Path parameters that are not ids. */
  params?: Readonly<Record<string, z.ZodType<string>>>
  query?: z.ZodObject
  /** JSON. */
  body?: z.ZodType
  /** An empty body counts as an empty object. */
  isBodyOptional?: true
  /**
   * The parts of a form, which the handler reads while they arrive; when there is a `body` too, JSON is also accepted.
   */
  form?: readonly string[]
  /** The body is a file of this type, which the handler reads. */
  file?: string
  /** Is about one of the organization's stores, which the header names where there are several. */
  isAboutStore?: true
  /** A request repeated with the same Idempotency-Key gets the stored answer and is not executed again. */
  isKeyed?: true
  /** 200 by default. */
  status?: 200 | 201 | 202
  /** JSON, null without a body (204), or another type. */
  answer: z.ZodType | Media | null
}>

/** From 'GET /api/jobs/:jobId' to its contract. */
export type ContractTable = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Contract>
>

export const isJsonAnswer = (answer: Contract['answer']): answer is z.ZodType =>
  answer instanceof z.ZodType

/** The cursor of the next page; left out for the first. */
export const cursorQuery = z.object({ cursor: z.string().optional() })

/** The same schema under each of several names: an object with one number for each status. */
export const shapeOf = <const Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
): Record<Name, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** A code of `en.json`, for answers that name a text. */
export const messageCode = z.custom<TextCode>((code) => typeof code === 'string')

/** The body of an error under /api. */
export const refusalAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    /** The problem of each field. */
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

/** The body of an error under /functions (docs/specification.md §7.3). */
export const functionRefusalAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
})

/** The parameters in a path: 'jobId' of '/api/jobs/:jobId'. */
export type Names<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Names<Head> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** Their values: `{ jobId: string }`. */
export type Params<Address extends string> = Record<Names<Address>, string>

/** The arguments of a handler. */
export type Query<C extends Contract> = C extends { query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined
export type Body<C extends Contract> = C extends { body: infer Schema extends z.ZodType }
  ? C extends { form: readonly string[] }
    ? z.output<Schema> | undefined
    : z.output<Schema>
  : undefined

/** What the caller sends. */
export type QueryInput<C extends Contract> = C extends { query: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined
export type BodyInput<C extends Contract> = C extends { body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined

/** The answer; null without a body. */
export type Answer<C extends Contract> = C['answer'] extends z.ZodType
  ? z.output<C['answer']>
  : C['answer'] extends Media
    ? Media
    : null
