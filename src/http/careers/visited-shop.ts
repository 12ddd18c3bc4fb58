// Where an applicant goes on to who shows no proof: the jobs of the shop that the address, the token or the referrer names.
import { brandOf, type Brand } from '#domain/organizations/brand.ts'
import type { WayOnView } from '#domain/careers/careers.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { readWidgetOptions, widgetHref } from '#domain/careers/widget.ts'
import { isUuid } from '#domain/uuid.ts'
import { findVisitedShop, type VisitedShop } from '#features/jobs/find-visited-shop.ts'
import { readOpenJobs } from '#features/jobs/read-careers.ts'
import { readPublicJob } from '#features/jobs/read-jobs.ts'
import { readMailedFor } from '#features/verification/send-again.ts'
import type { Ctx } from '../context.ts'

/** A shop, and our own address of its jobs: built anew, so that nothing of a visit can lead elsewhere. */
export type WayOn = { shop: VisitedShop; jobsHref: string }

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
  return { shop, jobsHref: careersHref(shop, null, { shop: of('shop')[0] ?? null }) }
}

/** How the pages of the shop look that a visit is about. */
export async function visitedBrand(c: Ctx, known: { token?: string }): Promise<Brand | null> {
  const way = await wayOn(c, known)
  return way ? brandOf(way.shop) : null
}

/** The way on as a page shows it. Where the database cannot say, what the address says is enough. */
export async function wayOnView(
  c: Ctx,
  known: { token?: string | undefined; store?: string | undefined },
  /** The shop's open jobs are shown, also while the job is open. */
  { withJobs = false } = {},
): Promise<WayOnView> {
  const { deps } = c.var
  const { token = '' } = known
  const way = await wayOn(c, known)
  const roleId = namedJob(c)?.id
  const view: WayOnView = {
    brand: way ? brandOf(way.shop) : null,
    shopName: way?.shop.name ?? null,
    isClosed: false,
    jobs: [],
    sendAgain: null,
    // From the question about consent on: only a token that we know is a proof that its owner has agreed.
    askAgain: roleId ? widgetHref(readWidgetOptions({}), 'consent', { roleId }) : null,
    jobsHref: way?.jobsHref ?? '/',
  }
  if (!way) return view
  try {
    const mailed = token ? await readMailedFor(deps, token) : undefined
    const job = roleId ? await readPublicJob(deps, roleId) : undefined
    const isClosed = mailed ? !mailed.isOpen : roleId !== undefined && !job
    return {
      ...view,
      isClosed,
      jobs: isClosed || withJobs ? await readOpenJobs(deps, way.shop) : [],
      sendAgain: mailed?.canSendAgain ? { token } : null,
      askAgain: isClosed ? null : view.askAgain,
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the way on cannot be read')
    return view
  }
}

/** The job the address names; only the link's token proves that the mail was about it. */
export function namedJob(c: Ctx): { id: string; title: string } | null {
  const { roleId, roleTitle = '' } = c.req.query()
  return roleId && isUuid(roleId) ? { id: roleId, title: roleTitle } : null
}

const originOf = (c: Ctx): string => new URL(c.var.deps.appUrl).origin

/** A bare host counts as its https address. */
function parsed(address: string | undefined, c: Ctx): URL | undefined {
  if (!address) return undefined
  const text = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(address) ? `https://${address}` : address
  return URL.canParse(text, originOf(c)) ? new URL(text, originOf(c)) : undefined
}
