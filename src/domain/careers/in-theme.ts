// Pages inside a shop's theme, which Shopify requests from us: the list, an ad, the steps of an application.
import { languageFolder } from '../store/proxy-call.ts'
import type { JobLine, ShopView } from './careers-pages.ts'
import type { WidgetJob, WidgetOptions, WidgetView } from './widget.ts'

/** The view for a person who is signed in to the shop: they apply with one tap. */
export type CustomerStep = {
  options: WidgetOptions
  job: WidgetJob
  shopName: string
  name: string
  email: string
  /** Encrypted: this customer, this job, this shop, and an expiry. Without it other sites could submit the form. */
  proof: string
  alert: string | null
}

export type InThemeView =
  | { kind: 'page'; view: ShopView }
  | { kind: 'step'; job: JobLine; view: WidgetView }
  | { kind: 'customer'; job: JobLine; view: CustomerStep }
  | { kind: 'problem'; message: string; reference: string; againHref: string }

/** The address of the pages in the shop, and the address of all other pages. */
export type ThemePlace = {
  /** '/apps/careers', without a trailing slash. */
  path: string
  /** The organization's slug: its public pages are the same pages. */
  slug: string
  appUrl: string
}

/**
 * Rewrites our own addresses in attributes that React has written: links to the shop's jobs lead into the shop, all
 * others to our own address. In text a quotation mark is escaped, so text is never matched.
 */
export function inShopAddresses(html: string, { path, slug, appUrl }: ThemePlace): string {
  const ours = `/careers/${encodeURIComponent(slug)}`
  const root = languageFolder(path) ? '' : ROOT
  const after = (beginning: string, address: string): string | undefined => {
    const rest = address.startsWith(beginning) ? address.slice(beginning.length) : undefined
    return rest !== undefined && /^(?:$|[/?#])/.test(rest) ? rest : undefined
  }
  return (
    ROOT_KNOWN +
    html.replace(/ (href|action|src)="(\/(?!\/)[^"]*)"/g, (_, name: string, address: string) => {
      const rest = after(path, address) ?? after(ours, address)
      return ` ${name}="${rest === undefined ? appUrl + address : root + path + rest}"`
    })
  )
}

/**
 * Shopify's word for the folder of the visit's language: '/' or '/de'. Whether the path that it tells us begins with it is not documented,
 * so it is put before a path without one.
 */
const ROOT = '{{ storehand_root }}'
const ROOT_KNOWN =
  "{%- assign storehand_root = routes.root_url -%}{%- if storehand_root == '/' -%}{%- assign storehand_root = '' -%}{%- endif -%}"

/** Shopify parses the answer as a template: every brace becomes an entity, so that nothing in it is executed. */
export const withoutLiquid = (html: string): string => html.replaceAll('{', '&#123;')
