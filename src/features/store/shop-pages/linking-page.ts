// The page of a shop whose link led a visitor to the app's pages there.
import { withoutLanguage } from '#domain/store/proxy-call.ts'

/** Pages that a merchant makes; other paths of a shop can say something about a visitor. */
const MADE_PAGE = /^\/(?:pages|blogs|collections|products)\/[\w./%-]{1,200}$/

/**
 * The page of the shop whose link led to this call: its host, and its path where a merchant made it. A block says so itself; of other links, such as those of
 * a menu, only the referrer knows, and whether the platform forwards it is not documented (G). Undefined for an address that somebody typed.
 */
export function linkingPage(
  { via, referrer }: { via: string | undefined; referrer: string | undefined },
  { root, path: proxy }: { root: string; path: string },
): string | undefined {
  const { host, pathname } = new URL(root)
  const below = pathname === '/' ? '' : pathname
  const seen = (path: string): string => {
    const own = withoutLanguage(path.startsWith(`${below}/`) ? path.slice(below.length) : path)
    return MADE_PAGE.test(own) ? host + own : host
  }
  if (via) return seen(via)
  if (!referrer || !URL.canParse(referrer)) return undefined
  const from = new URL(referrer)
  const own = withoutLanguage(from.pathname.slice(below.length))
  const isOurs = `${own}/`.startsWith(`${withoutLanguage(proxy)}/`)
  return from.host === host && from.pathname.startsWith(below) && !isOurs
    ? seen(from.pathname)
    : undefined
}
