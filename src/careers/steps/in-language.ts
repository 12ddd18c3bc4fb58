// Adds the language of the current address, and the shop of the visit, to links to the next page.
import { localeInAddress } from '#domain/texts/locale.ts'

/** For pages that are only rendered on the server: the browser's copy does not know the address. */
export function inLanguage(href: string): string {
  const lang = localeInAddress()
  if (!lang) return href
  return `${href}${href.includes('?') ? '&' : '?'}lang=${lang}`
}

/** Adds the shop of the visit, by which the next page finds it again. */
export const inVisit = (href: string, { visit }: { visit: string }): string =>
  visit ? `${href}?${visit}` : href
