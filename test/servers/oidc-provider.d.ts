// The types of oidc-provider that the tests use; the package has none.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Account = { accountId: string; claims(): Record<string, unknown> }
  export type Configuration = {
    clients: Record<string, unknown>[]
    claims: Record<string, string[]>
    findAccount(context: unknown, id: string): Account
    conformIdTokenClaims?: boolean
    cookies: { keys: string[] }
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
