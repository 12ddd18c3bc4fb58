// What the contract of an address can say, and the types that the server and the dashboard read off it.
import { z } from 'zod'
import type { TextCode } from './texts/text.ts'

/**
 * Who may call the address. The use cases check it; only the session is checked before the request is read. The access matrix
 * tests every address with every identity.
 */
export type Access =
  | 'public'
  /** Has a session, whatever its organization. */
  | 'signed-in'
  /** Approved staff and owners. */
  | 'member'
  | 'owner'
  /** Has proved an email address for a job. */
  | 'grant'

/** An answer that is no JSON document. */
export type Media = Readonly<{
  type: string
  /** Of an answer that comes in lines, each of them JSON. */
  line?: z.ZodType
}>

export type Contract = Readonly<{
  summary: string
  who: Access
  /** Names in the path that are no ids. */
  params?: Readonly<Record<string, z.ZodType<string>>>
  query?: z.ZodObject
  /** JSON. */
  body?: z.ZodType
  /** No body at all counts as an empty one. */
  isBodyOptional?: true
  /** The parts of a form, which the handler reads as they arrive; where there is a `body` too, JSON is taken as well. */
  form?: readonly string[]
  /** The body is a file of this type, which the handler reads. */
  file?: string
  /** Sent again under the same Idempotency-Key it is answered again and not done again. */
  isKeyed?: true
  /** 200 where none is named. */
  status?: 200 | 201 | 202
  /** JSON, null where there is no body (204), or something else. */
  answer: z.ZodType | Media | null
}>

/** 'GET /api/jobs/:jobId' to what it promises. */
export type ContractTable = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Contract>
>

export const isJsonAnswer = (answer: Contract['answer']): answer is z.ZodType =>
  answer instanceof z.ZodType

/** Where the next page begins; left out for the first. */
export const cursorQuery = z.object({ cursor: z.string().optional() })

/** The same under each of some names: the fields of an object with one number for each status. */
export const shapeOf = <const Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
): Record<Name, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** A code of `en.json`, where an answer names what a person will read. */
export const messageCode = z.custom<TextCode>((code) => typeof code === 'string')

/** What a refusal looks like under /api. */
export const refusalAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    /** What is wrong with each field. */
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

/** What a refusal looks like under /functions (docs/specification.md §7.3). */
export const functionRefusalAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
})

/** The names in a path: 'jobId' of '/api/jobs/:jobId'. */
export type Names<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Names<Head> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** What they stand for: `{ jobId: string }`. */
export type Params<Address extends string> = Record<Names<Address>, string>

/** What the handler of an address is given. */
export type Query<C extends Contract> = C extends { query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined
export type Body<C extends Contract> = C extends { body: infer Schema extends z.ZodType }
  ? C extends { form: readonly string[] }
    ? z.output<Schema> | undefined
    : z.output<Schema>
  : undefined

/** What its caller sends. */
export type QueryInput<C extends Contract> = C extends { query: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined
export type BodyInput<C extends Contract> = C extends { body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined

/** What is answered: null where there is no body. */
export type Answer<C extends Contract> = C['answer'] extends z.ZodType
  ? z.output<C['answer']>
  : C['answer'] extends Media
    ? Media
    : null
