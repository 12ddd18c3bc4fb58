// Where an applicant goes on to who shows no proof: the jobs of the shop that the address, the token or the referrer names.
import { readWidgetOptions, widgetHref, type WidgetOptions } from '#domain/widget.ts'
import { findVisitedShop, type VisitedShop } from '#features/jobs/find-visited-shop.ts'
import type { Ctx } from './context.ts'
import { isUuid } from './json-body.ts'

/** A shop, and our own address of its jobs: built anew, so that nothing of a visit can lead elsewhere. */
export type WayOn = { shop: VisitedShop; options: WidgetOptions; jobsHref: string }

/** `more` is what is known besides the address: a token of a form or a cookie, an address of the store. */
export async function wayOn(
  c: Ctx,
  more: { token?: string | undefined; store?: string | undefined } = {},
): Promise<WayOn | undefined> {
  const query = c.req.query()
  const referrer = parsed(c.req.header('referer'), c)
  // A page of the widget says in its address what it shows; of other sites only their host is known.
  const isOwn = referrer?.host === new URL(c.req.url).host || referrer?.origin === originOf(c)
  const before = isOwn && referrer ? Object.fromEntries(referrer.searchParams) : {}
  const of = (name: string) => [query[name], before[name]].filter((value) => value !== undefined)
  const stores = [more.store, ...of('store'), ...of('redirect')]
  const hosts = [...stores, ...(isOwn ? [] : [referrer?.href])]
    .map((address) => parsed(address, c)?.hostname)
    .filter((host) => host !== undefined)
  const shop = await findVisitedShop(c.var.deps, {
    tokens: [more.token, ...of('token')].filter((token) => token !== undefined),
    jobs: of('roleId').filter(isUuid),
    shops: of('shop'),
    organizations: of('org'),
    hosts,
  })
  if (!shop) return undefined
  const look = readWidgetOptions({ ...before, ...query, shop: '', store: '' })
  const options = { ...look, org: shop.slug }
  return { shop, options, jobsHref: widgetHref(options) }
}

const originOf = (c: Ctx): string => new URL(c.var.deps.appUrl).origin

/** A bare host counts as its https address. */
function parsed(address: string | undefined, c: Ctx): URL | undefined {
  if (!address) return undefined
  const text = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(address) ? `https://${address}` : address
  return URL.canParse(text, originOf(c)) ? new URL(text, originOf(c)) : undefined
}
