// An email address as people type it, as it is kept, and as people read it. Without the schemas, so that a form can check one before
// their library is loaded.
import punycode from 'punycode.js'
import { hostOfDomain } from './host-name.ts'
import { isPlainAscii, plainWidth } from '../plain-text.ts'

/** RFC 5321 limits an address to 254 characters. */
export const EMAIL_MAX = 254

/** Stricter than the standard: no quotes and no comments. */
const LOCAL_PART = /^(?:[a-z\d_'+-]+\.)*[a-z\d_'+-]*[a-z\d_+-]$/
/** Japanese carriers once gave out names with dots anywhere in them. */
const CARRIER = /\.ne\.jp$|^au\.com$/
const CARRIER_LOCAL_PART = /^(?=\D*\d|[^a-z]*[a-z])[a-z\d_+.-]+$/
/** Marks that nobody sees, which come along when an address is copied. Two of them divide letters of a domain. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu
/** Cyrillic, Greek and phonetic letters that nobody can tell from Latin ones. */
const LIKE_LATIN = /[асԁеһіјӏорԛѕԝхуъьҽпгѵѡαικνρυωηοτɑɡ]/g

/**
 * One text for each mailbox, in lower case and ASCII: an 'ü' of its domain in Punycode. Undefined for what is no address, and for a
 * domain that looks like another one.
 */
export function readEmailAddress(typed: string): string | undefined {
  const text = isPlainAscii(typed) ? typed : plainWidth(typed.replace(INVISIBLE, ''))
  const [before = '', domain = '', ...more] = text.normalize('NFC').trim().split('@')
  const host = hostOfDomain(domain)
  if (host === undefined || more.length > 0 || inOwnLetters(host) === undefined) return undefined
  const localPart = before.toLowerCase()
  const pattern = CARRIER.test(host) ? CARRIER_LOCAL_PART : LOCAL_PART
  const email = `${localPart}@${host}`
  return pattern.test(localPart) && email.length <= EMAIL_MAX ? email : undefined
}

export const isEmailAddress = (typed: string): boolean => readEmailAddress(typed) !== undefined

/** A kept address with the domain in its own letters. */
export function shownEmailAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + (inOwnLetters(email.slice(at)) ?? email.slice(at))
}

function inOwnLetters(host: string): string | undefined {
  if (!host.includes('xn--')) return host
  try {
    const shown = punycode.toUnicode(host)
    const looksLatin = /^[a-z\d.-]*$/.test(shown.replace(LIKE_LATIN, ''))
    // Punycode can hold anything, also what is no letter.
    return hostOfDomain(shown) === host && !looksLatin ? shown : undefined
  } catch {
    return undefined
  }
}
