// The markup of a job in the list, written as text: the first answer of the widget is mostly this, and as React
// elements it would cost three times the bytes around the words and five times the server's time.
import type { JobView, RESPONSIBILITIES } from '#domain/jobs.ts'
import { WIDGET_LANGUAGE } from '#domain/widget.ts'
import { iconPaths } from './job-icons.ts'

// Only the type is imported: the value would bring the validation library into the browser.
const ON_CARD: (typeof RESPONSIBILITIES)['onCard'] = 3

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }

/** Every word of a shop passes here. Enough for text and for attributes in double quotes; this file has no others. */
export const escaped = (text: string): string =>
  /[&<"]/.test(text) ? text.replace(/[&<"]/g, (sign) => entities[sign] ?? '') : text

const drawing = ({ icon }: JobView): string =>
  `<svg viewBox="0 0 24 24" aria-hidden=true><path d="${iconPaths[icon]}"/></svg>`

function items(responsibilities: readonly string[]): string {
  const rest = responsibilities.length - ON_CARD
  const all = responsibilities.map((item) => `<li>${escaped(item)}`).join('')
  return rest > 0 ? `${all}<li>+ ${rest} more...` : all
}

/** The button's word is the widget's own, inside of a card in the shop's language. */
const ownWords = (lang: string | null): string => (lang ? ` lang=${WIDGET_LANGUAGE}` : '')

/** One job in full. The title opens the details; the inline script turns `aria-expanded`, before and after React. */
export function jobMarkup(job: JobView, lang: string | null): string {
  const title = escaped(job.title)
  return `${drawing(job)}<h2><button type=button aria-expanded=false>${title}</button></h2><p class=m>${escaped(job.location)} · ${job.type}<p class=d>${escaped(job.description)}<ul>${items(job.responsibilities)}</ul><button class=b name=roleId value="${escaped(job.id)}" aria-label="Apply Now: ${title}"${ownWords(lang)}>Apply Now</button>`
}

/** One line of the small widget. */
export function smallJobMarkup(job: JobView, lang: string | null): string {
  const title = escaped(job.title)
  return `${drawing(job)}<h2>${title}</h2><p class=m>${escaped(job.location)}</p><button class=b name=roleId value="${escaped(job.id)}" aria-label="Apply: ${title}"${ownWords(lang)}>Apply</button>`
}
