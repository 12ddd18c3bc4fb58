// Puts a table of contracts onto the router: each request is checked by its contract before its handler sees it.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Actor } from '#domain/accounts/access.ts'
import {
  accesses,
  type Answer,
  type Body,
  type Contract,
  type Media,
  type Params,
  type Query,
} from '#domain/contract.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx, Env } from './context.ts'
import {
  idParam,
  isJson,
  readJson,
  readJsonOrNothing,
  readQuery,
  idempotencyKey,
} from './json-body.ts'

type Request<Address extends string, C extends Contract> = Readonly<{
  c: Ctx
  deps: Deps
  actor: Actor | undefined
  params: Params<Address>
  query: Query<C>
  body: Body<C>
  /** The Idempotency-Key, if the contract takes one. */
  key: string | undefined
}>

/** A file, a stream or a page is answered by the handler itself. */
type Handled<C extends Contract> =
  Answer<C> extends Media ? Response : Answer<C> extends null ? void : Answer<C>

type Handlers<Table extends Readonly<Record<keyof Table, Contract>>> = {
  readonly [Address in keyof Table & string]: (
    request: Request<Address, Table[Address]>,
  ) => Handled<Table[Address]> | Promise<Handled<Table[Address]>>
}

export function mount<Table extends Readonly<Record<keyof Table, Contract>>>(
  table: Table,
  handlers: Handlers<NoInfer<Table>>,
): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [address, contract] of Object.entries<Contract>(table)) {
    const [method = '', path = ''] = address.split(' ')
    // Each handler takes the types of its own contract, which TypeScript cannot see in a loop over all of them.
    const handle = handlers[address as keyof Handlers<Table>] as (
      request: Record<keyof Request<string, Contract>, unknown>,
    ) => unknown
    routes.on(method, path, async (c) => {
      const { deps, actor } = c.var
      // A missing session is reported before errors in the body.
      if (accesses[contract.who].hasSession && !actor) throw new AppError('auth.signInRequired')
      const answer = await handle({
        c,
        deps,
        actor,
        params: readParams(c, contract),
        query: contract.query && readQuery(c, contract.query),
        body: await readBody(c, contract),
        key: contract.isKeyed && idempotencyKey(c),
      })
      // The second object was created before the server replaced Node's class with its own.
      if (answer instanceof Response || answer === RESPONSE_ALREADY_SENT) return answer as Response
      return contract.answer === null
        ? c.body(null, 204)
        : // Its type was checked against the contract where the handler was written.
          c.json(answer as object, contract.status ?? 200)
    })
  }
  return routes
}

function readParams(c: Ctx, { params = {} }: Contract): Record<string, string> {
  return Object.fromEntries(
    Object.entries(c.req.param()).map(([name, value]) => [
      name,
      Object.hasOwn(params, name) ? value : idParam(c, name),
    ]),
  )
}

function readBody(c: Ctx, { body, form, isBodyOptional }: Contract): Promise<unknown> | undefined {
  if (!body || (form && !isJson(c))) return undefined
  return isBodyOptional ? readJsonOrNothing(c, body) : readJson<z.ZodType>(c, body)
}
