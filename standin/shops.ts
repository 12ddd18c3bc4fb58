// The data of the stand-in: shops, customers, pages and tokens. Plain data, so that it can be stored in a file.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Customer = {
  id: string
  first_name: string | null
  last_name: string | null
  email: string
  phone: string | null
  /** The person has verified the address in the shop; true by default. */
  verified_email?: boolean
  /** The consent to marketing by email; none by default. */
  email_marketing?: 'NOT_SUBSCRIBED' | 'PENDING' | 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'INVALID'
  /** The customer's language; English by default. */
  locale?: string
  orders: number
  spent: string
  created_at: string
  address: Record<'address1' | 'address2' | 'city' | 'province' | 'zip' | 'country', string | null>
}

export type Product = {
  id: string
  title: string
  handle: string
  description_html: string
  product_type: string
  tags: string[]
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  vendor: string
  location: string | null
  created_at: string
  updated_at: string
}

export type Page = {
  id: string
  title: string
  handle: string
  body: string
  is_published: boolean
  template_suffix: string | null
  /** By `namespace.key`. */
  metafields: Record<string, { type: string; value: string }>
  created_at: string
  updated_at: string
}

export type Install = {
  scopes: string[]
  installed_at: string
  /** The expiry of each access token in milliseconds; null for none. */
  access_tokens: Record<string, number | null>
  /** The expiry of each refresh token; one with `replaced_by` works until its successor is used. */
  refresh_tokens: Record<string, { ends: number; replaced_by: string | null }>
  /** The app's own data, by `namespace.key`. */
  metafields?: Record<string, { type: string; value: string }>
}

/** The next faults: one for each request, in this order. */
export type Fault = {
  at: 'graphql' | 'token' | 'callback'
  kind:
    /** No fault this time: the next entry is for a later request. */
    | 'passes'
    | 'throttled'
    | '401'
    | '402'
    | '429'
    | '500'
    | '503'
    | 'cut'
    /** Executed, but the answer is lost. */
    | 'lost'
    | 'late'
    | 'nonsense'
    | 'redirect'
    | 'hmac'
    | 'state'
    | 'timestamp'
    | 'shop'
    | 'host'
  /**
   * The name of the operation that fails. By default any, except those of the jobs in the theme, which the app's
   * background work sends at a moment that no test chooses.
   */
  of?: string
  /** How long 'late' waits, or the promise it waits for, so that tests need no guessed times. */
  milliseconds?: number
  until?: Promise<unknown>
  /** The Retry-After of '429'. */
  seconds?: number
  /** The target of 'redirect'. */
  to?: string
}

/** A user of the shop's admin, as the platform describes them to an app. */
export type StaffUser = {
  id: string
  first_name: string
  last_name: string
  email: string
  email_verified: boolean
  account_owner: boolean
  /** Works for the shop from outside; nobody where it is not set. */
  collaborator?: boolean
  /** Of their admin; English where it is not named. */
  locale?: string
}

/** The user who is signed in to the shop's admin; by default its owner. */
export const signedInUser = ({ staff = [], handle, signed_in: id }: Shop): StaffUser =>
  staff.find((user) => user.id === id) ?? staff[0] ?? ownerOf(handle)

/** With this id in a session token. */
export const userOf = (shop: Shop, id: string): StaffUser | undefined =>
  [...(shop.staff ?? []), ...(shop.staff?.length ? [] : [ownerOf(shop.handle)])].find(
    (user) => user.id === id,
  )

const ownerOf = (handle: string): StaffUser => ({
  id: '42',
  first_name: 'Sam',
  last_name: 'Keeper',
  email: `sam@${handle}.example`,
  email_verified: true,
  account_owner: true,
})

export type BlockSettings = Readonly<Record<string, string | boolean>>
export type Blocks = Partial<Record<'careers' | 'careers-embed', BlockSettings>>

export type Location = {
  id: string
  name: string
  address1: string | null
  address2: string | null
  city: string | null
  province: string | null
  zip: string | null
  country: string | null
  country_code: string | null
  is_active: boolean
}

/** A group of customers: those with these ids, or all. */
export type Segment = { id: string; name: string; customer_ids?: readonly string[] }

export const membersOf = ({ customers }: Shop, { customer_ids: ids }: Segment): Customer[] =>
  ids ? customers.filter(({ id }) => ids.includes(id)) : customers

/** What the platform's proxy does where it is not documented; by default what most reports of public apps say. */
export type Proxying = {
  /** The path is forwarded as it was visited, and not with a slash at its end. */
  keeps_path?: boolean
  /** Escapes what need not be escaped, the slash at the end too. */
  escapes?: boolean
  /** `path_prefix` has the folder of the visit's language. */
  tells_folder?: boolean
  /** The address of the page that led here is forwarded as the header Referer. */
  tells_referrer?: boolean
  /** The bytes of a form that are forwarded; nothing is documented. */
  largest_form?: number
  /** The layout of the theme knows what the answer assigns to `page_title` and `page_description`. */
  takes_title?: boolean
  /** An answer that is no success is replaced by a page of the platform, in English. */
  replaces_errors?: boolean
}

export type Shop = {
  /** The users of its admin; by default only an owner. */
  staff?: StaffUser[]
  /** The user whose browser opens the admin. */
  signed_in?: string
  /** {handle}.myshopify.com: the internal domain, which is in signatures and serves the API. */
  domain: string
  handle: string
  /** A new shop has a random internal domain and shows its merchant another one, {friendly_handle}.myshopify.com. */
  friendly_handle?: string
  number: number
  name: string
  email: string
  currency: string
  time_zone: string
  is_password_protected: boolean
  /**
   * The customer data that the platform lets the app read: with level 1 figures, with level 2 also names, addresses and numbers.
   * 'plan': level 2 is refused because of the shop's plan.
   */
  customer_data: 'all' | 'level-1' | 'none' | 'plan'
  /** Single fields of level 2 that the app is not approved for. */
  refused_fields?: readonly string[]
  /** The API version of the shop's answers, when it is not the requested one. */
  api_version?: string
  install: Install | null
  customers: Customer[]
  segments?: Segment[]
  products: Product[]
  /** The shop's locations. */
  locations?: Location[]
  pages: Page[]
  /** Handles of pages that the shop does not let the app delete. */
  kept_pages?: readonly string[]
  /** Handles of pages that were moved, with the handle that each leads to. */
  redirects?: Record<string, string>
  /** The app may not write metafields. */
  refuses_metafields?: boolean
  /** Where the merchant has moved the app proxy to: '/community/jobs'. */
  proxy_path?: string
  proxy?: Proxying
  /** How customers sign in: on pages of the platform ('new'), of the theme ('classic', by default), or not at all. */
  customer_accounts?: 'classic' | 'new' | 'none'
  /** A theme without sections, which takes no blocks of apps. */
  has_old_theme?: boolean
  /** The JSON templates that the theme has besides the default ones: 'page.careers'. */
  theme_templates?: readonly string[]
  /** The template that the block Careers is in; 'page' when it is not set. */
  careers_template?: string
  /** Blocks of the app that the merchant has put into the theme, with their settings. */
  blocks?: Blocks
  next_id: number
  /** The points left of the query cost bucket, and when they were computed. */
  points: { left: number; at: number }
  faults: Fault[]
  deliveries: {
    topic: string
    webhook_id: string
    status: number
    sent_at: string
  }[]
}

/** What its addresses in the admin have, and the platform's parameter `host`. */
export const adminHandleOf = ({ handle, friendly_handle: friendly }: Shop): string =>
  friendly ?? handle

/** An empty shop. */
export function newShop(handle: string, name: string): Shop {
  return {
    domain: `${handle}.myshopify.com`,
    handle,
    number: 60_000_000 + Math.floor(Math.random() * 1_000_000),
    name,
    email: `hello@${handle}.example`,
    currency: 'GBP',
    time_zone: 'Europe/London',
    is_password_protected: false,
    customer_data: 'all',
    install: null,
    customers: [],
    products: [],
    pages: [],
    // No two shops of the platform give the same id to two things.
    next_id: Math.floor(Math.random() * 1e9) * 1000,
    points: { left: 2000, at: Date.now() },
    faults: [],
    deliveries: [],
  }
}

/** A page created by the merchant, as every shop has some. */
export const madeInStore = (
  id: string,
  title: string,
  handle: string,
  body: string,
  made_at = new Date().toISOString(),
): Page => ({
  id,
  title,
  handle,
  body,
  is_published: true,
  template_suffix: null,
  metafields: {},
  created_at: made_at,
  updated_at: made_at,
})

export const nextId = (shop: Shop) => String((shop.next_id += 1))

export const newToken = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`

/** Every shop of this stand-in, by its domain. */
export class Shops {
  readonly #file: string | undefined
  readonly #shops = new Map<string, Shop>()

  /** With a file, the data survives a restart. */
  constructor(seed: readonly Shop[], file?: string) {
    this.#file = file
    for (const shop of file ? (readShops(file) ?? seed) : seed) this.#shops.set(shop.domain, shop)
  }

  /** By either of its domains. */
  find(domain: string): Shop | undefined {
    return (
      this.findInternal(domain) ??
      this.list().find(({ friendly_handle: name }) => name && `${name}.myshopify.com` === domain)
    )
  }

  findInternal(domain: string): Shop | undefined {
    return this.#shops.get(domain)
  }

  /** As the admin finds it: by the handle that its merchant sees, and by no other. */
  findByHandle(handle: string): Shop | undefined {
    return this.list().find((shop) => adminHandleOf(shop) === handle)
  }

  findByToken(domain: string, token: string): Shop | undefined {
    const shop = this.findInternal(domain)
    const ends = shop?.install?.access_tokens[token]
    return ends === undefined || (ends !== null && ends <= Date.now()) ? undefined : shop
  }

  list(): Shop[] {
    return [...this.#shops.values()]
  }

  add(shop: Shop): void {
    this.#shops.set(shop.domain, shop)
    this.keep()
  }

  /** Call it after every change. */
  keep(): void {
    if (!this.#file) return
    mkdirSync(path.dirname(this.#file), { recursive: true })
    // Written to a new file and renamed: an interrupted write would destroy the store.
    const next = `${this.#file}.next`
    writeFileSync(next, JSON.stringify(this.list()), { mode: 0o600 })
    renameSync(next, this.#file)
  }
}

function readShops(file: string): Shop[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shop[]
  } catch {
    return undefined
  }
}

/** Removes and returns the next fault for this place. */
export function takeFault(shop: Shop, at: Fault['at'], operation: string = ''): Fault | undefined {
  const isOfTheme = operation.includes('ThemeJobs')
  const place = shop.faults.findIndex(
    (fault) => fault.at === at && (fault.of ? fault.of === operation : !isOfTheme),
  )
  return place < 0 ? undefined : shop.faults.splice(place, 1)[0]
}
