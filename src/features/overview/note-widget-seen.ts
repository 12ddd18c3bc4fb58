// A shop's own page has asked for the widget: the checklist of a new shop knows it by that.
import {
  findOrganizationByShop,
  findOrganizationByWord,
} from '#data/organizations/organizations.ts'
import { updateWidgetSeen } from '#data/organizations/checklist.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

const KNOWN_MAX = 1000

/** Of this process: whose widget needs no further look. The first sighting is all there is to know. */
const known = new WeakMap<Deps, Set<string>>()

type Visit = {
  shop: string | null
  org: string | null
  /** What the browser says of where it stands: the host is all of it that is kept. */
  referrer: string | undefined
  /** 'iframe' where it is framed, as the browser says. */
  destination: string | undefined
}

/** One statement for each shop and process; nobody waits for it, and where it fails the next visit comes soon. */
export function noteWidgetSeen(deps: Deps, { shop, org, referrer, destination }: Visit): void {
  const word = shop ?? org
  if (!word || destination !== 'iframe') return
  const seen = known.get(deps) ?? new Set()
  known.set(deps, seen)
  const key = `${shop === null ? 'org' : 'shop'} ${word}`
  if (seen.has(key)) return
  const host = hostElsewhere(referrer, deps.appUrl)
  if (host === null) return
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
    // Whoever has just put it there looks at the checklist.
    if (isFirst) await insertLiveEvents(tx, id, 'organization.changed', [id])
  })
}

/** The host of a page that is not ours; null where the browser names none. */
export function hostElsewhere(referrer: string | undefined, appUrl: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host } = new URL(referrer)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && host !== new URL(appUrl).host ? host : null
}
