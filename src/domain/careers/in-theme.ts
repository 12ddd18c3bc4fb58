// Pages inside of a shop's theme, which Shopify asks us for: the list, an ad, the steps of an application.
import { languageFolder } from '../store/proxy-call.ts'
import type { JobLine, ShopView } from './careers-pages.ts'
import type { WidgetJob, WidgetOptions, WidgetView } from './widget.ts'

/** What a person who is signed in to the shop is asked before they apply with one tap. */
export type CustomerStep = {
  options: WidgetOptions
  job: WidgetJob
  shopName: string
  name: string
  email: string
  /** Encrypted: this customer, this job, this shop, and until when. Without it no other site can send the form. */
  proof: string
  alert: string | null
}

export type InThemeView =
  | { kind: 'page'; view: ShopView }
  | { kind: 'step'; job: JobLine; view: WidgetView }
  | { kind: 'customer'; job: JobLine; view: CustomerStep }
  | { kind: 'problem'; message: string; reference: string; againHref: string }

/** Where the pages are, and where everything else of ours is. */
export type ThemePlace = {
  /** '/apps/careers', without a slash at its end. */
  path: string
  /** Of the organization: its public pages are the same pages. */
  slug: string
  appUrl: string
}

/**
 * The addresses of our own pages, in attributes that React has written: those of the shop's jobs are in the shop, and all others
 * at our own address. In text a quotation mark is escaped, so none is found there.
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

/** Shopify reads the answer as a template: every brace becomes an entity, so that nothing in it is an instruction. */
export const withoutLiquid = (html: string): string => html.replaceAll('{', '&#123;')
