// Pages inside of a shop's theme, which Shopify asks us for: the list, an ad, the steps of an application.
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
  return html.replace(
    / (href|action|src)="(\/(?!\/)[^"]*)"/g,
    (whole, name: string, address: string) => {
      if (address === path || address.startsWith(`${path}/`) || address.startsWith(`${path}?`))
        return whole
      const rest = address.startsWith(ours) ? address.slice(ours.length) : undefined
      if (rest !== undefined && /^(?:$|[/?#])/.test(rest)) return ` ${name}="${path}${rest}"`
      return ` ${name}="${appUrl}${address}"`
    },
  )
}

/** Shopify reads the answer as a template: every brace becomes an entity, so that nothing in it is an instruction. */
export const withoutLiquid = (html: string): string => html.replaceAll('{', '&#123;')
