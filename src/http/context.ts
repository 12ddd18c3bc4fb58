// What every route can reach: dependencies and the current actor.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { RenderCareersPage, ScriptHashes } from '#domain/careers/careers.ts'
import type { RenderFirstView } from '#domain/layout.ts'
import type { Actor } from '#domain/accounts/access.ts'
import type { Deps } from '#features/deps.ts'
import type { PublicLists } from '#features/jobs/public-lists.ts'

export type Screens = Readonly<{
  renderCareersPage: RenderCareersPage
  /** Loads what renders the dashboard's pages. Undefined where they are served from their sources. */
  firstViews: (() => Promise<RenderFirstView>) | undefined
  careersScriptHashes: ScriptHashes
  /** Folders of built files, absolute. */
  dashboardFolder: string
  careersFolder: string
  /** The script that other sites put the widget into their pages with. */
  embedLoader: string
}>

export type Env = {
  Bindings: HttpBindings
  Variables: {
    deps: Deps
    screens: Screens
    /** The open jobs of the widget. */
    lists: PublicLists
    actor: Actor | undefined
    /** Aborts when the body stalls or is too slow; undefined for a request without one. */
    bodyCut: AbortSignal | undefined
    /** In the answer's header, in the body of a refusal and in the log. */
    requestId: string
    /** Of the visitor, when Shopify passed the request on. */
    passedOnFor: string | undefined
  }
}
export type Ctx = Context<Env>
