// Pages inside a shop's theme, which Shopify requests from us: the list, an ad, the steps of an application.
import { languageFolder, withoutLanguage } from '../store/proxy-call.ts'
import { escapeHtml } from '../texts/escape-html.ts'
import { currentLocale, languages } from '../texts/locale.ts'
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
  /**
   * `signIn`: the address of this step, for a visitor whom the shop would know if they signed in to it; null for everybody else. `cvHref`: of our own page
   * that takes a CV; null where there is no form.
   */
  | { kind: 'step'; job: JobLine; view: WidgetView; signIn: string | null; cvHref: string | null }
  | { kind: 'customer'; job: JobLine; view: CustomerStep }
  | { kind: 'problem'; message: string; reference: string; againHref: string }

/** The address of the pages in the shop, and the address of all other pages. */
export type ThemePlace = {
  /** '/apps/careers', without a trailing slash. */
  path: string
  /** The organization's slug: its public pages are the same pages. */
  slug: string
  appUrl: string
  /** The address of this page below the path, where neither it nor the path names a language: '/tea-taster?step=consent'. */
  unspoken: string | null
}

/**
 * Rewrites our own addresses in attributes that React has written: links to the shop's jobs lead into the shop, all
 * others to our own address. In text a quotation mark is escaped, so text is never matched.
 */
export function inShopAddresses(
  html: string,
  { path: forwarded, slug, appUrl, unspoken }: ThemePlace,
): string {
  const own = `/careers/${encodeURIComponent(slug)}`
  const folder = languageFolder(forwarded)
  const path = withoutLanguage(forwarded)
  const after = (beginning: string, address: string): string | undefined => {
    const rest = address.startsWith(beginning) ? address.slice(beginning.length) : undefined
    return rest !== undefined && /^(?:$|[/?#])/.test(rest) ? rest : undefined
  }
  return (
    rootKnown(folder) +
    (unspoken === null ? '' : inLanguageOfTheme(ROOT + path + unspoken)) +
    html.replace(/ (href|action|src)="(\/(?!\/)[^"]*)"/g, (_, name: string, address: string) => {
      const rest = after(forwarded, address) ?? after(path, address) ?? after(own, address)
      return ` ${name}="${rest === undefined ? appUrl + address : ROOT + path + rest}"`
    })
  )
}

/**
 * Shopify's word for the folder of the visit's language, '/' or '/de', before each address. Whether the path that it tells us begins with the folder is
 * not documented (G): where it does, that is what counts if the theme knows of none.
 */
const ROOT = '{{ storehand_root }}'
const rootKnown = (folder: string | undefined): string =>
  "{%- assign storehand_root = routes.root_url -%}{%- if storehand_root == '/' -%}" +
  `{%- assign storehand_root = '${folder ? `/${folder}` : ''}' -%}{%- endif -%}`

/** By their first two letters: regions of a language are not told apart here. */
const ours = [...new Set(languages.map((language) => language.slice(0, 2)))].join(' ')

/**
 * Where only the theme knows the language of the visit ('request.locale', of the documented object shop_locale), the page is opened again in it, without a
 * script. Not in the shop's first language, in which a visitor's own one counts.
 */
const inLanguageOfTheme = (address: string): string =>
  '{%- assign storehand_language = request.locale.iso_code | slice: 0, 2 -%}' +
  `{%- if request.locale.primary == false and storehand_language != '${currentLocale().slice(0, 2)}' and '${ours}' contains storehand_language -%}` +
  `<meta http-equiv="refresh" content="0; url=${address}${address.includes('?') ? '&amp;' : '?'}lang={{ request.locale.iso_code }}">` +
  '{%- endif -%}'

/**
 * A link to the shop's own sign-in, which leads back. Newer customer accounts sign in at `/customer_authentication/login?return_to=…`
 * (https://shopify.dev/docs/storefronts/themes/login), which the documented `routes.storefront_login_url` begins with; there `/account/login` ends in the
 * account (P). Classic ones take `return_url` (P). A shop that shows no sign-in has none.
 */
export function signInLink(back: string, words: { why: string; link: string }): string {
  const to = withoutLanguage(back).replaceAll("'", '%27')
  const address =
    "{%- if routes.storefront_login_url contains '/customer_authentication/' -%}" +
    "{{ routes.storefront_login_url | split: '?' | first }}?return_to={%- else -%}{{ routes.account_login_url }}?return_url={%- endif -%}" +
    `{{ storehand_root | append: '${to}' | url_encode }}`
  const link = `<a href="${address}">${withoutLiquid(escapeHtml(words.link))}</a>`
  return `{%- if shop.customer_accounts_enabled -%}<p class="note">${withoutLiquid(escapeHtml(words.why))} ${link}</p>{%- endif -%}`
}

/** Shopify parses the answer as a template: every brace becomes an entity, so that nothing in it is executed. */
export const withoutLiquid = (html: string): string => html.replaceAll('{', '&#123;')
