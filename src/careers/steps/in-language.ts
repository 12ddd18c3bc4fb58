// Keeps the language that an address asks for on the way to the next page.
import { localeInAddress } from '#domain/texts/locale.ts'

/** For pages that React only draws on the server: a browser's copy of it knows no address. */
export function inLanguage(href: string): string {
  const lang = localeInAddress()
  if (!lang) return href
  return `${href}${href.includes('?') ? '&' : '?'}lang=${lang}`
}
