// What people type into a form, read as they mean it.
import type { FieldOf } from './application-fields.ts'
import { hostOfUrl } from '../accounts/host-name.ts'
import { asciiDigits, plainWidth } from '../plain-text.ts'

/** Only http and https with a real host: anything else could become a script link on a staff member's screen. */
export function isWebAddress(text: string): boolean {
  // The parser drops tabs and line breaks anywhere, and adds the slashes itself.
  if (!/^https?:\/\/[^\s/]/i.test(text.trim())) return false
  return hostOfUrl(text) !== undefined
}

/** A name on LinkedIn: 3 to 100 letters, digits and hyphens, in any script. */
const HANDLE = /^(?:@|\/?in\/)([\p{L}\p{N}\p{M}_-]{3,100})\/?$/u

/**
 * The address that a person means who leaves the scheme out, or for LinkedIn gives a name with @. What has a scheme, or is none, stays
 * as it is.
 */
export function completeAddress(field: FieldOf<'address'>, typed: string): string {
  const text = plainWidth(typed)
  const [, handle] = (field === 'linkedinUrl' && HANDLE.exec(text)) || []
  if (handle !== undefined) return `https://www.linkedin.com/in/${handle}`
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
  // With an @ before its path it is an email address, or hides its host behind a name.
  if (hasScheme || /\s/.test(text) || /^[^/?#]*@/.test(text)) return text
  const address = `https://${text.replace(/^\/\//, '')}`
  return isWebAddress(address) ? address : text
}

/** Longer is no number of years: looking at each letter of a long text would take a while. */
const YEARS_LENGTH = 20

/** Whole years: '2,5', '٢٫٥' and '2+' are 2. NaN when it is no number of years. */
export function wholeYears(typed: string): number {
  if (typed.length > YEARS_LENGTH) return NaN
  const [, whole] = /^(\d{1,4})(?:[.,．，٫]\d{1,4})?[+＋]?$/.exec(asciiDigits(typed.trim())) ?? []
  return whole === undefined ? NaN : Number(whole)
}
