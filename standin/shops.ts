// What the stand-in knows: its shops, who buys there, what they show, and who may read it. Plain data, so that it can be kept in a file.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Customer = {
  id: string
  first_name: string | null
  last_name: string | null
  email: string
  phone: string | null
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
  /** When each access token ends, in milliseconds; null never ends. */
  access_tokens: Record<string, number | null>
  /** When each refresh token ends; `replaced_by` still works until that one is used. */
  refresh_tokens: Record<string, { ends: number; replaced_by: string | null }>
}

/** What goes wrong next, once per entry and in this order. */
export type Fault = {
  at: 'graphql' | 'token' | 'callback'
  kind:
    /** Nothing goes wrong this time: the fault behind it is for a later question. */
    | 'passes'
    | 'throttled'
    | '401'
    | '402'
    | '429'
    | '500'
    | '503'
    | 'cut'
    /** Done, and then the answer is lost. */
    | 'lost'
    | 'late'
    | 'nonsense'
    | 'redirect'
    | 'hmac'
    | 'state'
    | 'timestamp'
    | 'shop'
    | 'host'
  /** How long 'late' waits, or for what: then nobody has to guess how long something else takes. */
  milliseconds?: number
  until?: Promise<unknown>
  /** What '429' says as the time to wait. */
  seconds?: number
  /** Where 'redirect' leads. */
  to?: string
}

export type BlockSettings = Readonly<Record<string, string | boolean>>
export type Blocks = Partial<Record<'careers' | 'careers-embed', BlockSettings>>

export type Shop = {
  /** {handle}.myshopify.com */
  domain: string
  handle: string
  number: number
  name: string
  email: string
  currency: string
  time_zone: string
  is_password_protected: boolean
  /** What the platform lets the app read of customers: all, only figures, or nothing. */
  customer_data: 'all' | 'figures' | 'none' | 'plan'
  install: Install | null
  customers: Customer[]
  products: Product[]
  pages: Page[]
  /** Handles of pages that were moved, with the handle that each leads to. */
  redirects?: Record<string, string>
  /** Blocks of the app that the merchant has put into the theme, with their settings. */
  blocks?: Blocks
  next_id: number
  /** Points left of the query cost bucket, and when that was true. */
  points: { left: number; at: number }
  faults: Fault[]
  deliveries: {
    topic: string
    webhook_id: string
    status: number
    sent_at: string
  }[]
}

/** A shop with nothing in it. */
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
    next_id: 1000,
    points: { left: 2000, at: Date.now() },
    faults: [],
    deliveries: [],
  }
}

/** A page that the merchant made, as every shop has some. */
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

  /** With a file, what happened is still there after a restart. */
  constructor(seed: readonly Shop[], file?: string) {
    this.#file = file
    for (const shop of file ? (readShops(file) ?? seed) : seed) this.#shops.set(shop.domain, shop)
  }

  find(domain: string): Shop | undefined {
    return this.#shops.get(domain)
  }

  findByHandle(handle: string): Shop | undefined {
    return this.#shops.get(`${handle}.myshopify.com`)
  }

  findByToken(domain: string, token: string): Shop | undefined {
    const shop = this.find(domain)
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

  /** To be called after every change. */
  keep(): void {
    if (!this.#file) return
    mkdirSync(path.dirname(this.#file), { recursive: true })
    // Renamed into place: a file that is cut in the middle would lose the whole store.
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

/** The next fault for this place, taken off the list. */
export function takeFault(shop: Shop, at: Fault['at']): Fault | undefined {
  const place = shop.faults.findIndex((fault) => fault.at === at)
  return place < 0 ? undefined : shop.faults.splice(place, 1)[0]
}
