// The query of a request that Shopify forwards from a page of a shop. It is cut into parameters once: of these the signed text is made,
// and of these its reader reads, so that nobody judges another text than the one that was verified.
import { timingSafeEqual } from 'node:crypto'

/** Shopify signs the moment of each request. */
const SECONDS = 90

const NAME = /^[a-z_]+$/

/** Names of what the same secret signs for browsers; a shop's page has none of them. */
const NAMES_FOR_BROWSERS = ['code', 'hmac', 'host', 'state']

/**
 * The parameters by their names, when Shopify signed them at most 90 seconds ago; undefined otherwise. `hashesOf`: the keyed hash of a text in hex, by
 * each secret that counts.
 */
export function verifiedParameters(
  query: URLSearchParams,
  hashesOf: (text: string) => readonly string[],
): ReadonlyMap<string, string> | undefined {
  const parameters = new Map(query)
  // Shopify signs a list with commas and sorts by bytes: a name that is given twice, or that another order sorts elsewhere, could be read
  // in two ways.
  if (parameters.size !== query.size) return undefined
  for (const name of parameters.keys()) {
    if (!NAME.test(name) || NAMES_FOR_BROWSERS.includes(name)) return undefined
  }
  const text = [...parameters.keys()]
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${parameters.get(name)}`)
    .join('')
  // What the same secret signs for a browser is `name=value` joined by '&', with a timestamp that is never the first. A merchant chooses
  // a part of it and reads the signature; cut at other places, it would be a request of any shop.
  if (text.includes('&timestamp=')) return undefined
  if (!isRecent(parameters.get('timestamp') ?? '')) return undefined
  const signature = Buffer.from(parameters.get('signature') ?? '')
  const isSigned = hashesOf(text)
    .map((hash) => Buffer.from(hash))
    .some((hash) => hash.length === signature.length && timingSafeEqual(hash, signature))
  return isSigned ? parameters : undefined
}

const isRecent = (timestamp: string): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= SECONDS
