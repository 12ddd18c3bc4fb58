// The markup of a job in the list, built as text: it is most of the widget's first response, and React elements would need
// three times the bytes and five times the server's time. It contains the whole ad. `details` holds only its summary; the texts
// after it are siblings, which the style sheet cuts or hides while it is closed. So a card opens before any script is loaded,
// and no text is sent twice.
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { iconFor } from '#domain/jobs/job-icons.ts'
import type { JobView } from '#domain/jobs/jobs.ts'
import { noRequirements, RESPONSIBILITIES } from '#domain/jobs/requirements.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { t } from '#domain/texts/text.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { iconPaths } from './job-icons.ts'

const drawing = ({ title }: JobView): string =>
  `<svg viewBox="0 0 24 24" aria-hidden=true><path d="${iconPaths[iconFor(title)]}"/></svg>`

/** The widget's own words inside a card whose text is in the shop's other language. */
const ownWords = (lang: string | null): string =>
  lang && languageOf(lang) !== currentLocale() ? ` lang=${currentLocale()}` : ''

/** Place, type, level and pay; view-transfer.ts reads them in this order. The level is only in the open ad. */
function facts({ location, type, level, pay, closes }: JobView): string {
  const wage = pay ? ` · <i>${escapeHtml(pay)}</i>` : ''
  const end = closes ? ` · <time>${escapeHtml(closes)}</time>` : ''
  return `<span class=facts><i>${escapeHtml(location)}</i> · <i>${type}</i><span class=open-only> · <i>${level}</i></span>${wage}${end}</span>`
}

const items = (lines: readonly string[], few = lines): string =>
  lines
    .map((line, place) => {
      const isShown = few.includes(line) && (few === lines || lines.indexOf(line) === place)
      return `<li${isShown ? '' : ' class=open-only'}>${escapeHtml(line)}`
    })
    .join('')

/**
 * One list for the card and the ad, if the card's lines are all among the ad's; otherwise one list for each. `closed-only` is
 * for the card, `open-only` for the ad; `rest` is not a line of the shop's text.
 */
function requirements(job: JobView, own: string): string {
  const { requirements: all } = job
  const few = job.responsibilities.slice(0, RESPONSIBILITIES.onCard)
  if (all.length === 0) return `<p class=facts${own}>${noRequirements()}</p>`
  // Counted from the four of the card (docs/specification.md §3.3); the open ad has them all.
  const rest = job.responsibilities.length - few.length
  const more = rest > 0 ? `<li class=rest${own}>${t('careers.button.more', { rest })}` : ''
  const title = `<h3 class=open-only${own}>${t('careers.requirements')}</h3>`
  if (few.every((line) => all.includes(line))) {
    return `${title}<ul>${items(all, few)}${more}</ul>`
  }
  return `<ul class=closed-only>${items(few)}${more}</ul>${title}<ul class=open-only>${items(all)}</ul>`
}

const benefits = (job: JobView, own: string): string =>
  job.benefits.length > 0
    ? `<h3 class=open-only${own}>${t('careers.benefits')}</h3><ul class="open-only benefits">${items(job.benefits)}</ul>`
    : ''

/** The link to the job's own page, in a new window, because this one may be a frame. */
const ownPage = ({ href }: JobView, own: string): string =>
  href
    ? `<a class=open-only target=_blank href="${escapeHtml(href)}"${own}>${t('careers.card.ownPage')}</a>`
    : ''

/** Shown when nobody has read the text since a machine translated it. */
function machineNote({ byMachine }: JobView, own: string): string {
  if (!byMachine) return ''
  const { originalHref: href } = byMachine
  const original = href
    ? `<span class=open-only> <a target=_blank href="${escapeHtml(href)}">${t('careers.original')}</a></span>`
    : ''
  return `<p class="facts machine"${own}>${t('careers.byMachine')}${original}</p>`
}

/**
 * Identifies the job in the next address. In the list of one shop it is the job's slug from the link above, which costs
 * no bytes as it is there already; twenty ids are half a kilobyte of a first response.
 */
export const nameOf = ({ href, id }: JobView, isOfShop: boolean): string =>
  (isOfShop && href && decodeURIComponent(href.split(/[/?]/)[3] ?? '')) || id

/** One job: the card, and the whole ad when it is open. */
export function jobMarkup(job: JobView, lang: string | null, isOfShop: boolean): string {
  const title = escapeHtml(job.title)
  const own = ownWords(lang)
  // The ellipsis of a cut text must be at the end in the direction of the text, which can differ from the page's.
  const direction = lang ? ' dir=auto' : ''
  return `${drawing(job)}<details><summary><h2>${title}</h2>${facts(job)}<b${own}>${t('careers.card.readMore')}</b><b${own}>${t('careers.card.showLess')}</b></summary></details><p class=description${direction}>${escapeHtml(job.description)}</p>${machineNote(job, own)}${requirements(job, own)}${benefits(job, own)}${ownPage(job, own)}<button aria-label="${escapeHtml(t('careers.card.applyNowFor', { title: job.title }))}" value="${escapeHtml(nameOf(job, isOfShop))}" name=roleId class=button${own}>${t('careers.card.applyNow')}</button>`
}

/** One line of the small widget. */
export function smallJobMarkup(job: JobView, lang: string | null): string {
  const title = escapeHtml(job.title)
  return `${drawing(job)}<h2>${title}</h2><p class=facts><i>${escapeHtml(job.location)}</i></p><button class=button name=roleId value="${escapeHtml(job.id)}" aria-label="${escapeHtml(t('careers.card.applyFor', { title: job.title }))}"${ownWords(lang)}>${t('careers.card.apply')}</button>`
}
