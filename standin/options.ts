// What every room of the stand-in is given: the one app it knows, its shops, its own address and how it fails.
import type { Context } from 'hono'
import type { Fault, Shops } from './shops.ts'

export type App = {
  name: string
  id: string
  secret: string
  /** Where the product answers, without a slash at its end. */
  url: string
  /** What the app is configured to ask for, where the platform installs it. */
  scopes: readonly string[]
  /** The platform asks and installs by itself; otherwise it sends the merchant to the app, as it used to. */
  isManaged: boolean
}

export type StandIn = {
  app: App
  shops: Shops
  /** This program's own address, without a slash at its end. */
  url: () => string
  /** Answers as a platform in trouble does. */
  fail: (c: Context, fault: Fault) => Response | Promise<Response>
}
