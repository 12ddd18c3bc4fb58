// The dependencies of every part of the stand-in: the app, the shops, its own URL and the function for faults.
import type { Context } from 'hono'
import type { Fault, Shops } from './shops.ts'

export type App = {
  name: string
  id: string
  /** Signs queries, webhooks and session tokens. */
  secret: string
  /** While a secret is replaced, requests for tokens with these are accepted too. */
  otherSecrets?: readonly string[]
  /** The product's URL, without a trailing slash. */
  url: string
  /** The scopes of the app's configuration, when the platform installs it. */
  scopes: readonly string[]
  /** The optional scopes of the app's configuration. */
  optionalScopes: readonly string[]
  /** The platform asks for permission and installs the app; otherwise it sends the merchant to the app. */
  isManaged: boolean
}

export type StandIn = {
  app: App
  shops: Shops
  /** The URL of this program, without a trailing slash. */
  url: () => string
  /** Answers with a fault of the platform. */
  fail: (c: Context, fault: Fault) => Response | Promise<Response>
}
