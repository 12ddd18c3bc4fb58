// The source of a visit of a public page: the source in its link, else the referring site.
import { LRUCache } from 'lru-cache'
import { classOfHost, readSource } from '#domain/careers/sources.ts'
import { isShopHost } from '#features/jobs/find-visited-shop.ts'
import type { Ctx } from '../context.ts'

const KEPT_MS = 60_000
const HOSTS_MAX = 500

export type HostCache = LRUCache<string, boolean>
export const newHostCache = (): HostCache => new LRUCache({ max: HOSTS_MAX, ttl: KEPT_MS })

/** Null for a visit without either, and from a page of our own. */
export async function sourceOfVisit(
  c: Ctx,
  hosts: HostCache,
  organization: string,
): Promise<string | null> {
  const word = readSource(c.req.query('src'))
  if (word) return word
  const referrer = c.req.header('referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const { hostname } = new URL(referrer)
  const own = [new URL(c.var.deps.appUrl).hostname, new URL(c.req.url).hostname]
  if (own.includes(hostname)) return null
  const found = classOfHost(hostname)
  if (found !== 'other') return found
  const key = `${organization} ${hostname}`
  let isShop = hosts.get(key)
  if (isShop === undefined) {
    isShop = await isShopHost(c.var.deps, organization, hostname).catch(() => false)
    hosts.set(key, isShop)
  }
  return isShop ? 'shop' : 'other'
}
