// A stand-in store beside a test app, and the state after an installation.
import { upsertStoreSession } from '#data/store/store-sessions.ts'
import { readConfig } from '../../src/config.ts'
import { encryptTokens } from '#features/store/store-client.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import {
  readRequirements,
  readSchema,
  refusedFields,
  schemaVersions,
} from '../../standin/access-scopes.ts'
import { registeredOptionalScopes, registeredScopes } from '../../standin/registration.ts'
import { madeInStore, newShop, type Shop } from '../../standin/shops.ts'
import {
  sessionClaims,
  signBody,
  signClaims,
  signProxyQuery,
  signQuery,
  signSessionToken,
} from '../../standin/signatures.ts'
import { startStandIn, type RunningStandIn } from '../../standin/stand-in.ts'
import { Visitor, type Member, type TestApp } from '../app.ts'

export {
  readRequirements,
  readSchema,
  refusedFields,
  registeredOptionalScopes,
  registeredScopes,
  schemaVersions,
  sessionClaims,
  signBody,
  signClaims,
  signProxyQuery,
  signQuery,
  signSessionToken,
  type Shop,
}

const DEFAULT_SCOPES = readConfig({}).shopifyScopes

export const storeClient = { id: 'storehand-tests', secret: 'the-secret-of-the-test-app' }

export type TestStand = RunningStandIn & {
  /** The environment for createTestApp: the URL of this stand-in. */
  env: Record<string, string>
  /** Set when the test app listens: the target of webhooks and callbacks. */
  appUrl: (url: string) => void
  /** Whether the platform installs the app, or redirects the merchant to it. */
  manage: (isManaged: boolean) => void
  /** Replaces the app's secret: the platform signs with `signs`, and accepts that one and `accepts` for tokens. */
  rotate: (signs: string, accepts?: readonly string[]) => void
  /** The scopes of the app's configuration at the platform; without arguments the initial ones. */
  register: (scopes?: readonly string[], optional?: readonly string[]) => void
  shop: (handle: string) => Shop
}

/** With the demo's shops, or an empty one under any requested handle. */
export async function openTestStand(seed: readonly Shop[] = []): Promise<TestStand> {
  const app = {
    name: 'Storehand',
    ...storeClient,
    url: 'http://localhost:1',
    scopes: DEFAULT_SCOPES,
    optionalScopes: [],
    isManaged: true,
  }
  const running = await startStandIn({ app, seed })
  return {
    ...running,
    env: {
      // Two test apps on one database must decrypt each other's tokens.
      SECRET_KEY: 'the same secret key in every app of this stand',
      SHOPIFY_API_KEY: storeClient.id,
      SHOPIFY_API_SECRET: storeClient.secret,
      SHOPIFY_STORE_URL: running.storeUrlTemplate,
      SHOPIFY_ADMIN_URL: running.url,
    },
    appUrl: (url) => {
      app.url = url
    },
    manage: (isManaged) => {
      app.isManaged = isManaged
    },
    rotate: (signs, accepts = []) => {
      Object.assign(app, { secret: signs, otherSecrets: accepts })
    },
    register: (scopes = DEFAULT_SCOPES, optional = []) => {
      Object.assign(app, { scopes, optionalScopes: optional })
    },
    shop: (handle) => {
      const found = running.shops.find(`${handle}.myshopify.com`)
      if (found) return found
      const made = newShop(handle, `Shop ${handle}`)
      running.shops.add(made)
      return made
    },
  }
}

/** The page of the jobs, as a merchant makes it by hand: the block in the template of all pages, and this page chosen in its settings. */
export function addJobsPage(shop: Shop, settings: Record<string, string> = {}): void {
  shop.pages.push(madeInStore('1', 'Work with us', 'work-with-us', ''))
  shop.blocks = { ...shop.blocks, careers: { page: 'work-with-us', ...settings } }
}

/** Triggers what a merchant or the platform does, through the stand-in's control URLs. */
export async function setStandinFault(
  { url, env }: TestStand,
  shop: Shop,
  lever: string,
  body: object = {},
): Promise<void> {
  const answer = await fetch(`${url}/_control/shops/${shop.domain}/${lever}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env.SHOPIFY_API_SECRET}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the lever ${lever} answered ${answer.status}`)
}

/** An installation at which nobody has asked for a token yet. */
export const installedWith = (scopes: readonly string[]): NonNullable<Shop['install']> => ({
  scopes: [...scopes],
  installed_at: new Date().toISOString(),
  access_tokens: {},
  refresh_tokens: {},
})

/** Installs the app and stores its token, as after an installation. */
export async function connectTestStore(
  { deps }: Pick<TestApp, 'deps'>,
  owner: Pick<Member, 'organization'>,
  shop: Shop,
  scopes: readonly string[] = DEFAULT_SCOPES,
): Promise<Stores> {
  const { stores } = deps
  if (!stores)
    throw new Error('the test app has no store app: give createTestApp the env of the stand')
  shop.install = installedWith(scopes)
  const proof = signSessionToken(storeClient, shop)
  const tokens = await stores.app.exchangeSessionToken(shop.domain, proof)
  await upsertStoreSession(deps.db.queries, shop.domain, {
    ...encryptTokens(deps.secrets, tokens),
    organization_id: owner.organization.id,
    currency: shop.currency,
    shop_name: shop.name,
  })
  return stores
}

/** A person in the frame of a shop's admin: a fresh session token on each request, and no cookie. */
export class AdminUser extends Visitor {
  readonly #token: () => string
  constructor(
    appUrl: string,
    shop: Shop,
    userId: string,
    token = () => signSessionToken(storeClient, shop, { userId }),
  ) {
    super(appUrl)
    this.#token = token
  }
  override fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#token()}`)
    return super.fetch(address, { ...init, headers: Object.fromEntries(headers) })
  }
}
