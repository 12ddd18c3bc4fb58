// The description of the API (OpenAPI 3.1), made from the contracts that the server is mounted by.
import { z } from 'zod'
import {
  accesses,
  functionRefusalAnswer,
  isJsonAnswer,
  refusalAnswer,
  type Access,
  type Contract,
} from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { STORE_HEADER } from '#domain/store/meant-store.ts'

const string = { type: 'string' } as const

/** `io`: a body as it is sent, or an answer as it is read. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
const json = (schema: object) => ({ 'application/json': { schema } })

const callers: Record<Access, string> = {
  public: 'Anybody.',
  'signed-in': 'People who are signed in.',
  member: 'Approved members of an organization.',
  owner: 'Approved owners of an organization.',
  grant: 'People who have proved an email address for the job.',
}
const session = [{ session: [] }, { bearer: [] }]

function parametersOf(path: string, { params, query, isAboutStore, isKeyed }: Contract): object[] {
  const sent = query && jsonSchema(query, 'input')
  const required = sent?.required ?? []
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: params?.[name] ? string : { ...string, format: 'uuid' },
    })),
    ...Object.entries(sent?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(isAboutStore ? [{ name: STORE_HEADER, in: 'header', schema: string }] : []),
    ...(isKeyed
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { ...string, format: 'uuid' } }]
      : []),
  ]
}

function bodyOf({ body, form, file, isBodyOptional }: Contract): object | undefined {
  const parts = form && Object.fromEntries(form.map((name) => [name, string]))
  const content = {
    ...(body && json(jsonSchema(body, 'input'))),
    ...(parts && { 'multipart/form-data': { schema: { type: 'object', properties: parts } } }),
    ...(file && { [file]: {} }),
  }
  return body || form || file ? { required: !isBodyOptional, content } : undefined
}

function answerOf({ answer, status = 200 }: Contract): object {
  if (answer === null) return { 204: { description: 'Done' } }
  const content = isJsonAnswer(answer)
    ? json(jsonSchema(answer, 'output'))
    : { [answer.type]: answer.line ? { schema: jsonSchema(answer.line, 'output') } : {} }
  return { [status]: { description: 'Done', content } }
}

function describe(path: string, contract: Contract): object {
  const parameters = parametersOf(path, contract)
  const requestBody = bodyOf(contract)
  const refusal = path.startsWith('/functions/') ? 'FunctionRefusal' : 'Refusal'
  return {
    summary: contract.summary,
    description: callers[contract.who],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...answerOf(contract),
      default: {
        description: 'What was refused, and why',
        content: json({ $ref: `#/components/schemas/${refusal}` }),
      },
    },
    security: accesses[contract.who].hasSession ? session : [],
  }
}

/** Of the product's own API, without the addresses for development. */
function describePaths(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [address, contract] of Object.entries<Contract>(contracts)) {
    const [method = '', path = ''] = address.split(' ')
    if (path.startsWith('/dev/')) continue
    const named = path.replace(/:(\w+)/g, '{$1}')
    paths[named] = { ...paths[named], [method.toLowerCase()]: describe(path, contract) }
  }
  return paths
}

let paths: object | undefined

export function describeApi(appUrl: string) {
  // A few hundred schemas: built for the first request.
  paths ??= describePaths()
  return {
    openapi: '3.1.0',
    info: { title: 'Storehand', version: '1', license: { name: 'MIT' } },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'storehand.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Refusal: jsonSchema(refusalAnswer, 'output'),
        FunctionRefusal: jsonSchema(functionRefusalAnswer, 'output'),
      },
    },
  }
}
