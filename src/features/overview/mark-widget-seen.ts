// Records that a shop's own page loaded the widget; completes a step of the checklist.
import {
  findOrganizationByShop,
  findOrganizationByWord,
} from '#data/organizations/organizations.ts'
import { updateWidgetSeen } from '#data/organizations/checklist.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

const KNOWN_MAX = 1000
/** Of the column. */
const SEEN_MAX = 260

/** Shops already recorded by this process. Only the first time matters. */
const known = new WeakMap<Deps, Set<string>>()

type Visit = {
  shop: string | null
  org: string | null
  /** The Referer header; only its host is stored. */
  referrer: string | undefined
  /** The Sec-Fetch-Dest header; 'iframe' in a frame. */
  destination: string | undefined
}

/** Runs in the background, once for each shop and process. After a failure the next visit tries again. */
export function markWidgetSeen(deps: Deps, { shop, org, referrer, destination }: Visit): void {
  const word = shop ?? org
  if (!word || destination !== 'iframe') return
  const key = keyOf(shop, word)
  if (known.get(deps)?.has(key)) return
  const host = foreignHostOf(referrer, deps.appUrl)
  if (host !== null) noteSeen(deps, { shop, word, host })
}

/** A page of the shop leads to the app's own pages there, from this host and path: that is as good as a widget. */
export const markShopSeen = (deps: Deps, shop: string, page: string): void =>
  noteSeen(deps, { shop, word: shop, host: page.slice(0, SEEN_MAX) })

const keyOf = (shop: string | null, word: string) => `${shop === null ? 'org' : 'shop'} ${word}`

function noteSeen(
  deps: Deps,
  { shop, word, host }: { shop: string | null; word: string; host: string },
): void {
  const seen = known.get(deps) ?? new Set()
  known.set(deps, seen)
  const key = keyOf(shop, word)
  if (seen.has(key)) return
  if (seen.size >= KNOWN_MAX) seen.clear()
  seen.add(key)
  write(deps, { shop, word, host }).catch((error: unknown) => {
    seen.delete(key)
    deps.log.warn({ err: error }, 'the first sight of a widget was not noted')
  })
}

async function write(
  { db, clock }: Deps,
  { shop, word, host }: { shop: string | null; word: string; host: string },
): Promise<void> {
  const find = shop === null ? findOrganizationByWord : findOrganizationByShop
  const organization = await find(db.queries, word)
  if (!organization) return
  const { id } = organization
  await db.transaction(async (tx) => {
    const isFirst = await updateWidgetSeen(tx, id, host, clock.now())
    // The person who added the widget may be looking at the checklist.
    if (isFirst) await insertLiveEvents(tx, id, 'organization.changed', [id])
  })
}

/** The referring host; null when it is our own or there is none. */
function foreignHostOf(referrer: string | undefined, appUrl: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host } = new URL(referrer)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && host !== new URL(appUrl).host ? host : null
}
