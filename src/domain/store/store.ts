// The connected store of an organization: the format of its domain, its permissions, and its errors.
import { z } from 'zod'
import { errorKinds } from '../errors.ts'
import { t } from '../texts/text.ts'

/** A shop's internal domain, `{handle}.myshopify.com`: the key of everything about it. */
const SHOP = /^([a-z0-9][a-z0-9-]*)\.myshopify\.com$/

/** How long a merchant may take on the store's permission page. */
export const STATE_MINUTES = 10
/** Bytes of randomness in the OAuth state, written as hex. */
export const STATE_BYTES = 32
/** Pages on which an installation can begin, and to which it returns. */
export const installStarts = [
  '/shopify-install',
  '/connect-shopify',
  '/organizations',
  '/admin/store-pages',
  '/admin/jobs',
  '/admin/customers',
] as const
export type InstallStart = (typeof installStarts)[number]

/** A store that was connected before there was an organization waits this long for one. */
export const CLAIM_HOURS = 24
/** The link from the store's admin, with which a signed-in owner connects this store, is valid for this long. */
export const CLAIM_LINK_MINUTES = 10
/** The admin page reloads its numbers after this. */
export const ADMIN_PAGE_REFRESH_MS = 10_000
/** An access token this close to its expiry is renewed first. */
export const REFRESH_BEFORE_MS = 5 * 60_000
/** Owners get a mail about a lost store after this. */
export const LOST_AFTER_MINUTES = 15
/** Refresh tokens are valid for 90 days: one that expires sooner than this is renewed at night. */
export const RENEW_BEFORE_DAYS = 60
/** The onboarding's last step continues automatically after this. */
export const CONNECTED_MS = 2000

/** The hint for a refused store URL, and the placeholder of empty fields. */
export const STORE_URL_EXAMPLE = 'https://your-store.myshopify.com'

/** The store of the demo, for forms that ask for one. */
export const DEMO_SHOP = 'pannier-lane.myshopify.com'

/** Scopes of the pages panel. */
export const PAGES_SCOPE = 'write_online_store_pages'
/** Scopes of the pages in the theme. */
export const PROXY_SCOPE = 'write_app_proxy'
/** Scopes of the import of job posts. */
export const PRODUCTS_SCOPE = 'read_products'
/** Scopes for choosing a job's place among the store's locations. */
export const LOCATIONS_SCOPE = 'read_locations'
/** Scopes for recognising customers. */
export const CUSTOMERS_SCOPE = 'read_customers'

/** A domain has at most 253 characters, and the text around it is short. */
const SHOP_TEXT_MAX = 500

/**
 * The shop's domain from a handle, a domain or a URL. Undefined for anything else, so that no other host is requested or
 * redirected to.
 */
export function readShop(text: string): string | undefined {
  if (text.length > SHOP_TEXT_MAX) return undefined
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/{1,9}$/, '')
  const domain = bare.includes('.') ? bare : `${bare}.myshopify.com`
  return SHOP.test(domain) ? domain : undefined
}

/** The store URL in the onboarding: https, the shop's domain, an optional slash. */
export const isStoreUrl = (text: string): boolean =>
  /^https:\/\/[a-z0-9][a-z0-9-]*\.myshopify\.com\/?$/i.test(text.trim())

/** The store URL of a merchant who typed only the shop's domain; anything else as it is. */
export function withScheme(text: string): string {
  const bare = text.trim()
  const url = `https://${bare}`
  return isStoreUrl(url) ? url : bare
}

/** The shop as a merchant types or pastes it, reduced while typing to the part before the suffix. */
export const cleanShopInput = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^admin\.shopify\.com\/store\//, '')
    .split(/[/?#]/, 1)
    .join('')
    .replace(/\.myshopify\.com$/, '')

/** The shop that is claimed, before any check. */
export const shopOfClaim = (claim: string): string | undefined =>
  readShop(claim.split('~')[0] ?? '')

export const handleOfShop = (shop: string): string => SHOP.exec(shop)?.[1] ?? ''

/** A store as the platform's admin finds it. */
export type StoreInAdmin = {
  shop: string
  /** Where it is known: what its merchant sees in the admin's addresses, which can be another one than the domain's. */
  admin_handle: string | null
}

export const adminHandleOf = ({ shop, admin_handle: handle }: StoreInAdmin): string =>
  handle ?? handleOfShop(shop)

/** A store that a request names: `shop` says which it is, `host` what its admin calls it. */
export function storeInAdmin(query: {
  readonly shop?: string
  readonly host?: string
}): StoreInAdmin | undefined {
  const shop = readShop(query.shop ?? '')
  return shop === undefined
    ? undefined
    : { shop, admin_handle: handleOfHost(query.host ?? '') ?? null }
}

/**
 * The store's handle from the platform's `host` parameter (base64 or base64url, with or without padding), which names the admin
 * page; undefined for anything else.
 */
export function handleOfHost(host: string): string | undefined {
  if (host.length > SHOP_TEXT_MAX) return undefined
  const text = decodeBase64(host)
  return (
    /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)\/?$/.exec(text)?.[1] ??
    /^([a-z0-9][a-z0-9-]*)\.myshopify\.com(?:\/admin)?\/?$/.exec(text)?.[1]
  )
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Implemented here because this layer has neither Node's decoder nor the browser's. */
function decodeBase64(text: string): string {
  let bits = ''
  for (const letter of text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')) {
    const place = LETTERS.indexOf(letter)
    if (place < 0) return ''
    bits += place.toString(2).padStart(6, '0')
  }
  const bytes = bits.match(/.{8}/g) ?? []
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

/** Required scopes that were not granted. A write scope includes the read scope. */
export function missingScopes(granted: readonly string[], wanted: readonly string[]): string[] {
  const has = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return wanted.filter((scope) => !has.has(scope))
}

export const scopesOf = (text: string): string[] =>
  text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')

/** A right that a store is asked for, as its owner reads it. */
export type Permission = { scope: string; right: string; reason: string }

/**
 * The scopes of the product, in the order in which they are shown. The last three are requested too, although nothing
 * waits for them (docs/specification.md §7.10).
 */
const describedScopes = [
  PRODUCTS_SCOPE,
  CUSTOMERS_SCOPE,
  PAGES_SCOPE,
  PROXY_SCOPE,
  LOCATIONS_SCOPE,
  'read_orders',
  'write_products',
  'write_customers',
] as const

/** For a scope that only an installation's settings name: 'write_script_tags' becomes 'Change script tags'. */
function rightOfOther(scope: string): string {
  const [verb = '', ...rest] = scope.split('_')
  const what = rest.join(' ')
  if (verb === 'read') return t('store.rightToRead', { what })
  return verb === 'write' ? t('store.rightToChange', { what }) : `${verb} ${what}`
}

/** What these scopes allow and why, in the order above. */
export function permissionsOf(scopes: readonly string[]): Permission[] {
  const described = describedScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => ({
      scope,
      right: t(`store.right.${scope}`),
      reason: t(`store.reason.${scope}`),
    }))
  const others = scopes
    .filter((scope) => !describedScopes.some((each) => each === scope))
    .map((scope) => ({ scope, right: rightOfOther(scope), reason: t('store.reasonUnknown') }))
  return [...described, ...others]
}

/** In the middle of a sentence: 'read your products'. */
export function rightOf(scope: string): string {
  const [{ right } = { right: scope }] = permissionsOf([scope])
  return right.charAt(0).toLowerCase() + right.slice(1)
}

/** Requested when a person first uses the part of the product that needs it, where the installation did not request it. */
export const optionalScopes = [
  PRODUCTS_SCOPE,
  CUSTOMERS_SCOPE,
  PAGES_SCOPE,
  LOCATIONS_SCOPE,
] as const
export type OptionalScope = (typeof optionalScopes)[number]

/** Optional scopes that a connected store has not granted. The one of its places is known where a job's place is chosen. */
export const scopesToGive = (granted: readonly string[]): OptionalScope[] =>
  optionalScopes.filter(
    (scope) => scope !== LOCATIONS_SCOPE && missingScopes(granted, [scope]).length > 0,
  )

const distributions = ['custom', 'app_store'] as const
export type Distribution = (typeof distributions)[number]

/** The public facts about this installation's app on the platform. */
export const storeAppView = z.object({
  /** Whether this installation has an app on the platform at all. */
  is_configured: z.boolean(),
  /** The stand-in is used: the screens say 'demo store'. */
  is_demo: z.boolean(),
  /** The scopes that an installation requests. */
  scopes: z.array(z.string()).readonly(),
  /** 'app_store': stores install the app in Shopify, and no screen asks for a store's domain. */
  distribution: z.enum(distributions),
  /** Shopify's page that asks for the store and installs the app there. */
  install_url: z.string().nullable(),
  /** The app's page inside the admin of the requested shop. */
  admin_url: z.string().nullable(),
})
export type StoreAppView = z.output<typeof storeAppView>

/** Why a store is no longer connected, as a sentence. */
export type EndedBecause = 'store.uninstalled' | 'store.disconnected'

/** For an organization without a connected store: what happened to the last one. */
export const whyNoStore = (
  ended: { disconnected_at: string | null } | undefined,
): EndedBecause | 'store.notConnected' => {
  if (!ended) return 'store.notConnected'
  return ended.disconnected_at ? 'store.disconnected' : 'store.uninstalled'
}

/** A connected store for clients: never its token. */
export const storeSession = z.object({
  shop: z.string(),
  scope: z.string(),
  connected_at: z.string(),
})
export type StoreSession = z.output<typeof storeSession>

/** The editor of a shop's theme, at its documented address, and the id under which the app's blocks are known there. */
const themeEditor = z.object({ url: z.string(), client_id: z.string() })
export type ThemeEditor = z.output<typeof themeEditor>

/** The admin page for the person whom the store has identified. */
export const adminPageView = z.object({
  shop: z.string(),
  shop_name: z.string().nullable(),
  /** Null: this store is not connected to an organization yet. */
  organization_name: z.string().nullable(),
  counts: z
    .object({
      job_posts: z.number(),
      open_job_posts: z.number(),
      applications: z.number(),
      new_applications: z.number(),
      career_pages: z.number(),
    })
    .nullable(),
  /** The link for a signed-in person to connect exactly this store; valid for some minutes. */
  connect_url: z.string().nullable(),
  /** Why the store does not answer, in words. */
  problem: z.string().nullable(),
  /** Where the store installs the app again. */
  reconnect_url: z.string(),
})
export type AdminPageView = z.output<typeof adminPageView>

/** Data that the server puts into the document of the admin page: for display only, none of it is verified. */
export type AdminFrameSettings = {
  is_demo: boolean
  shop: string | null
  /** The app's page in the store's admin, or the one that asks for a store. */
  admin_url: string | null
  /** Null without a shop. */
  theme_editor: ThemeEditor | null
}

/** Why the jobs in the themes of the stores are outdated, one sentence for each. */
export const themeProblems = z.array(
  z.object({
    /** With several stores: which one. */
    shop_name: z.string().nullable(),
    problem: z.string(),
  }),
)
export type ThemeProblems = z.output<typeof themeProblems>

/** For a lost store, the loss is the more useful message. */
export const themeProblemsOf = (
  stores: readonly {
    shop: string
    shop_name: string | null
    is_alive: boolean
    theme_problem: string | null
  }[],
): ThemeProblems =>
  stores.flatMap(({ shop, shop_name, is_alive: isAlive, theme_problem }) => {
    const problem = isAlive ? storeProblem(theme_problem) : null
    const name = stores.length > 1 ? (shop_name ?? handleOfShop(shop)) : null
    return problem === null ? [] : [{ shop_name: name, problem }]
  })

export const themeProblemText = ({ shop_name: shop, problem }: ThemeProblems[number]): string =>
  shop === null
    ? t('attention.themeBehind', { problem })
    : t('attention.themeOfBehind', { shop, problem })

/** The connected store as the dashboard sees it. */
export const storeView = storeAppView.pick({ is_configured: true, is_demo: true }).extend({
  store: storeSession
    .extend({
      shop_name: z.string().nullable(),
      /** Of its prices, ISO 4217. */
      currency: z.string().nullable(),
      primary_domain: z.string().nullable(),
      /** False: the store has ended the connection, and it must be connected again. */
      is_alive: z.boolean(),
    })
    .nullable(),
  /** The stores to choose from where there are several; `store` is null until one is chosen. */
  choices: z.array(z.object({ shop: z.string(), shop_name: z.string().nullable() })),
  /** The shop that removed the app or was disconnected, and which of the two, when none is connected. */
  removed_shop: z.string().nullable(),
  removed_because: z.enum(['store.uninstalled', 'store.disconnected']).nullable(),
  /** The app's page inside the store's admin. */
  admin_url: z.string().nullable(),
  theme_editor: themeEditor.nullable(),
  store_url: z.string().nullable(),
  /** The shop's own page of all jobs, in its theme; null where the app may not show pages there. */
  jobs_url: z.string().nullable(),
  theme_problems: themeProblems,
  /** The number of our pages in it. */
  page_count: z.number(),
  /** Rights that it has not granted, each requested when a part of the product that needs it is first used. */
  missing_scopes: z.array(z.enum(optionalScopes)),
})

export type StoreView = z.output<typeof storeView>

/** Whether a store is connected, can be, or was: without any of them nothing is said about stores. */
export const hasStoreApp = ({ is_configured, store, removed_shop }: StoreView): boolean =>
  is_configured || store !== null || removed_shop !== null

/** A problem with the store as a sentence: it is stored as a code, without the values of its text. */
export const storeProblem = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(errorKinds, code)
    ? t(code as 'store.scopeMissing' | 'page.refused', { right: rightOf(PAGES_SCOPE), message: '' })
    : null

/** Why a store is no longer connected. */
export const removalText = (because: EndedBecause): string =>
  t(because === 'store.uninstalled' ? 'store.uninstalled' : 'store.disconnected')
