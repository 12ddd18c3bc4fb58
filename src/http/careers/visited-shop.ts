// Finds the shop that a visitor without a grant comes from, by the URL, the token or the referrer, and links to its jobs.
import { continueInLanguage } from '#domain/texts/languages.ts'
import { brandOf, type Brand } from '#domain/organizations/brand.ts'
import type { NextStepsView } from '#domain/careers/careers.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { readWidgetOptions, widgetHref } from '#domain/careers/widget.ts'
import { isUuid } from '#domain/uuid.ts'
import { findVisitedShop, type VisitedShop } from '#features/jobs/find-visited-shop.ts'
import { readOpenJobs } from '#features/jobs/read-careers.ts'
import { readPublicJob } from '#features/jobs/read-jobs.ts'
import { readMailedFor } from '#features/verification/send-again.ts'
import type { Ctx } from '../context.ts'

/**
 * A shop and the URL of its jobs on this server, never taken from the request: it cannot lead to another site. `store`: the
 * domain in the visit's address.
 */
export type ShopLink = { shop: VisitedShop; store: string | null; jobsHref: string }

/** `more`: what is known beside the URL: a token from a form or cookie, a domain of the store. */
export async function findShopLink(
  c: Ctx,
  more: { token?: string | undefined; store?: string | undefined } = {},
): Promise<ShopLink | undefined> {
  const query = c.req.query()
  const referrer = parseUrl(c.req.header('referer'), c)
  // The query of our own pages names the shop; of other sites only the host is used.
  const isOwn = referrer?.host === new URL(c.req.url).host || referrer?.origin === originOf(c)
  const before = isOwn && referrer ? Object.fromEntries(referrer.searchParams) : {}
  const of = (name: string) => [query[name], before[name]].filter((value) => value !== undefined)
  const stores = [more.store, ...of('store'), ...of('redirect')]
  const hosts = [...stores, ...(isOwn ? [] : [referrer?.href])]
    .map((address) => parseUrl(address, c)?.hostname)
    .filter((host) => host !== undefined)
  const shop = await findVisitedShop(c.var.deps, {
    tokens: [more.token, ...of('token')].filter((token) => token !== undefined),
    jobs: of('roleId').filter(isUuid),
    shops: of('shop'),
    organizations: of('org'),
    hosts,
  })
  if (!shop) return undefined
  continueInLanguage(shop.language, 'shop')
  const store = of('shop')[0] ?? null
  return { shop, store, jobsHref: careersHref(shop, null, { shop: store }) }
}

/** What the next request finds the shop by. */
const visitOf = ({ shop, store }: ShopLink): { org: string; shop?: string } => ({
  org: shop.slug,
  ...(store && { shop: store }),
})

type VisitView = { brand: Brand | null; visit: string }

const viewOf = (link: ShopLink | undefined): VisitView => ({
  brand: link ? brandOf(link.shop) : null,
  visit: link ? String(new URLSearchParams(visitOf(link))) : '',
})

/** The shop of the visit, for a page. */
export const visitView = async (
  c: Ctx,
  known: { token?: string; store?: string },
): Promise<VisitView> => viewOf(await findShopLink(c, known))

/** What a page offers next: open jobs, a new link, a new verification. After a database error, only what the URL says. */
export async function nextStepsView(
  c: Ctx,
  known: { token?: string | undefined; store?: string | undefined },
  /** Lists the shop's open jobs even when the job itself is open. */
  { withJobs = false } = {},
): Promise<NextStepsView> {
  const { deps } = c.var
  const { token = '' } = known
  const link = await findShopLink(c, known)
  const roleId = namedJob(c)?.id
  const view: NextStepsView = {
    ...viewOf(link),
    shopName: link?.shop.name ?? null,
    isClosed: false,
    jobs: [],
    sendAgain: null,
    // Starts with consent: only a known token proves that its owner has consented.
    askAgain: roleId
      ? widgetHref(readWidgetOptions(link ? visitOf(link) : {}), 'consent', { roleId })
      : null,
    jobsHref: link?.jobsHref ?? '/',
  }
  if (!link) return view
  try {
    const mailed = token ? await readMailedFor(deps, token) : undefined
    const job = roleId ? await readPublicJob(deps, roleId) : undefined
    const isClosed = mailed ? !mailed.isOpen : roleId !== undefined && !job
    return {
      ...view,
      isClosed,
      jobs: isClosed || withJobs ? await readOpenJobs(deps, link.shop) : [],
      sendAgain: mailed?.canSendAgain ? { token } : null,
      askAgain: isClosed ? null : view.askAgain,
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the next steps cannot be read')
    return view
  }
}

/** The job in the URL. Only the token proves that the mail was about it. */
export function namedJob(c: Ctx): { id: string; title: string } | null {
  const { roleId, roleTitle = '' } = c.req.query()
  return roleId && isUuid(roleId) ? { id: roleId, title: roleTitle } : null
}

const originOf = (c: Ctx): string => new URL(c.var.deps.appUrl).origin

/** A host without a scheme counts as https. */
function parseUrl(address: string | undefined, c: Ctx): URL | undefined {
  if (!address) return undefined
  const text = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(address) ? `https://${address}` : address
  return URL.canParse(text, originOf(c)) ? new URL(text, originOf(c)) : undefined
}
