// What the app writes into the pages of a store, and how it knows its own again.
import { escapeHtml } from '../texts/escape-html.ts'
import { accentOf, blendWithWhite } from '../careers/accent.ts'
import { colorOf } from '../organizations/brand.ts'
import { frameTitle } from '../careers/widget-snippets.ts'
import { careersHref } from '../careers/careers-pages.ts'
import type { PublicPay, PublicPlace } from '../jobs/facts-in-words.ts'
import {
  jobFieldLabel,
  publicPay,
  publicPlace,
  responsibilitiesOf,
  type JobPost,
} from '../jobs/jobs.ts'
import { blocksOfLines, blocksOfText, listOf, type TextBlock } from '../jobs/text-blocks.ts'
import { t } from '../texts/text.ts'
import { readWidgetOptions, WIDGET_HEIGHT, widgetHref, widgetMessages } from '../careers/widget.ts'
import { directionOf } from '../texts/direction.ts'
import type { PageKept, PageKind } from './store-pages.ts'

/** Jobs on the page of all jobs; a link below them leads to the rest. */
const LISTED_JOBS = 50
const EXCERPT = 400

/**
 * HTML of paragraphs, line breaks and lists from plain text. Everything else is escaped, so nothing typed here can become a
 * script on the shop's page. HTML input is cleaned elsewhere.
 */
export const htmlOfText = (text: string): string => blocksOfText(text).map(htmlOf).join('\n')

function htmlOf({ kind, lines }: TextBlock): string {
  const texts = lines.map(escapeHtml)
  if (kind === 'p') return `<p>${texts.join('<br>')}</p>`
  return `<${kind}>${texts.map((text) => `<li>${text}</li>`).join('')}</${kind}>`
}

export type PageJob = Pick<
  JobPost,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'requirements'
  | 'benefits'
  | 'employment_type'
  | 'experience_level'
  | 'is_active'
  | 'is_unlisted'
  | 'language'
> &
  PublicPay &
  PublicPlace

/** The product's URL for this shop. */
export type PageSite = {
  appUrl: string
  shop: string
  shopName: string
  /** The organization's slug. */
  slug: string
  /** The path of the app's own pages in the shop; null without the permission. */
  proxyUrl: string | null
  /** The organization's colour, for buttons. */
  accent: string | null
}

/** Our page of a job, or of all. It names the store, so that the source of an application is known. */
const outsideUrl = ({ appUrl, shop, slug }: PageSite, job: PageJob | null): string =>
  `${appUrl}${careersHref({ slug }, job, { shop })}`

/** In the shop, when the app has pages of its own there. */
function adUrl(site: PageSite, job: PageJob | null): string {
  const { proxyUrl } = site
  if (!proxyUrl) return outsideUrl(site, job)
  return job ? `${proxyUrl}/${encodeURIComponent(job.slug)}` : proxyUrl
}

/** Pages stay after an uninstall, when the shop no longer serves the app's addresses: this link still works. */
const outsideLink = (site: PageSite, job: PageJob | null): string | false =>
  site.proxyUrl !== null &&
  `<p><a href="${escapeHtml(outsideUrl(site, job))}">${t('storePage.outside')}</a></p>`

/** A link that looks like a button in every theme: its style is inline, because a theme has none of our classes. */
function buttonTo(href: string, text: string, { accent }: PageSite): string {
  const { color, veil, on } = accentOf(colorOf({ accent }))
  const look = [
    'display:inline-block',
    'box-sizing:border-box',
    'max-width:100%',
    'padding:12px 20px',
    'border-radius:8px',
    `background:${blendWithWhite(color, veil)}`,
    `color:${on}`,
    'font-weight:600',
    'line-height:1.4',
    'text-align:center',
    'text-decoration:none',
  ].join(';')
  return `<p><a href="${escapeHtml(href)}" style="${look}">${escapeHtml(text)}</a></p>`
}

/** The widget, 600 px high, and a listener that resizes it to its content if the store keeps scripts. */
function frameOf(site: PageSite, job?: PageJob): string {
  // The shop's own page sets only the shop.
  const options = readWidgetOptions({ shop: site.shop, powered: 'false' })
  const path = job ? widgetHref(options, 'consent', { roleId: job.id }) : widgetHref(options)
  const title = job
    ? t('storePage.applyFrameTitle', { job: job.title, shop: site.shopName })
    : frameTitle(site.shopName)
  // A URL without a path is its origin; it cannot contain quotes or markup characters.
  const origin = `'${escapeHtml(site.appUrl)}'`
  return `<iframe id="storehand" src="${escapeHtml(site.appUrl + path)}" title="${escapeHtml(title)}" width="100%" height="${WIDGET_HEIGHT.cap}" loading="lazy" style="display:block;width:100%;height:${WIDGET_HEIGHT.cap}px;margin:16px 0;border:0"></iframe>
<script>addEventListener('message',function(event){var frame=document.getElementById('storehand');if(event.origin!==${origin}||event.source!==frame.contentWindow)return;var data=event.data;if(data&&data.type==='${widgetMessages.resize}'&&data.height>0)frame.style.height=Number(data.height)+'px'})</script>`
}

const FOLD_LOOK =
  'display:inline-block;box-sizing:border-box;max-width:100%;padding:11px 19px;border:1px solid currentColor;border-radius:8px;font-weight:600;line-height:1.4;cursor:pointer'

/** Collapsed, because it repeats the content above: applies without leaving the shop. */
const foldedFrame = (site: PageSite, job?: PageJob): string =>
  `<details style="margin:16px 0"><summary style="${FOLD_LOOK}">${t('storePage.applyHere')}</summary>
${frameOf(site, job)}
</details>`

const factsOf = (job: PageJob): string =>
  [
    publicPlace(job),
    jobFieldLabel(job.employment_type),
    jobFieldLabel(job.experience_level),
    publicPay(job),
  ]
    .filter((fact) => fact)
    .map((fact) => escapeHtml(fact ?? ''))
    .join(' · ')

const applyButton = (site: PageSite, job: PageJob): string =>
  buttonTo(adUrl(site, job), t('storePage.apply', { job: job.title }), site)

const joined = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join('\n')

/**
 * Ids of the elements around what the app writes: by them its pages are known in a store that takes frames out, and the theme's
 * block (careers.liquid) gives no second list. The page of a job has the job's id in it.
 */
const WRITTEN_ID = 'storehand-page'
/** In the page that the block fills. */
const PLACE_ID = 'storehand-place'

const writtenId = (jobId: string | null): string =>
  jobId === null ? `id="${WRITTEN_ID}"` : `id="${WRITTEN_ID}-${jobId}"`

const written = (jobId: string | null, html: string): string =>
  `<div ${writtenId(jobId)}>\n${html}\n</div>`

/** Marks text that is not in the shop's language, so that it is read out and aligned correctly. */
const inItsLanguage = ({ language }: PageJob, html: string): string =>
  language && html
    ? `<div lang="${escapeHtml(language)}" dir="${directionOf(language)}">${html}</div>`
    : html

/**
 * One job in full, under the title that the theme shows above it. A closed one says so and links to other open jobs.
 */
export function jobPageBody(job: PageJob, site: PageSite): string {
  return written(job.id, jobText(job, site))
}

function jobText(job: PageJob, site: PageSite): string {
  if (!job.is_active) {
    return joined([
      `<p>${t('embed.jobClosed')}</p>`,
      buttonTo(adUrl(site, null), t('storePage.openJobs'), site),
    ])
  }
  return joined([
    `<p>${factsOf(job)}</p>`,
    inItsLanguage(job, htmlOfText(job.description)),
    job.requirements.trim() !== '' && `<h2>${t('careers.requirements')}</h2>`,
    job.requirements.trim() !== '' && inItsLanguage(job, linesHtml(job.requirements)),
    job.benefits.trim() !== '' && `<h2>${t('careers.benefits')}</h2>`,
    inItsLanguage(job, linesHtml(job.benefits)),
    applyButton(site, job),
    outsideLink(site, job),
    foldedFrame(site, job),
  ])
}

/** Each line becomes a list item, with or without a typed bullet. */
export const linesHtml = (text: string): string => blocksOfLines(text).map(htmlOf).join('\n')

/** Every open job once, in short and as text of the page itself: for people and machines, with scripts and without. */
export const careersPageBody = (jobs: readonly PageJob[], site: PageSite): string =>
  written(null, careersText(jobs, site))

/** Nothing to read: the theme's block has the jobs. */
export const blockPageBody = (): string => `<div id="${PLACE_ID}"></div>`

function careersText(jobs: readonly PageJob[], site: PageSite): string {
  const listed = jobs.slice(0, LISTED_JOBS)
  return joined([
    `<h2>${t('careers.list.title')}</h2>`,
    `<p>${t(jobs.length === 0 ? 'careers.list.empty' : 'careers.list.intro')}</p>`,
    ...listed.map((job) =>
      joined([
        '<section style="margin:24px 0 0;padding:8px 0 0;border-top:1px solid rgba(128,128,128,.35)">',
        inItsLanguage(job, `<h3>${escapeHtml(job.title)}</h3>`),
        `<p>${factsOf(job)}</p>`,
        inItsLanguage(job, htmlOfText(excerptOf(job.description))),
        inItsLanguage(job, htmlOf(listOf(responsibilitiesOf(job.requirements)))),
        applyButton(site, job),
        '</section>',
      ]),
    ),
    jobs.length > listed.length &&
      buttonTo(adUrl(site, null), t('storePage.allJobs', { count: jobs.length }), site),
    jobs.length > 0 && outsideLink(site, null),
    jobs.length > 0 && foldedFrame(site),
  ])
}

/**
 * The shop's own text, as sanitised HTML, then the link to the jobs. Without an inline frame, which would show an error
 * after an uninstall.
 */
export const customPageBody = (html: string, site: PageSite): string =>
  written(
    null,
    joined([
      html,
      buttonTo(adUrl(site, null), t('storePage.openJobs'), site),
      outsideLink(site, null),
      foldedFrame(site),
    ]),
  )

function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text
  return `${text.slice(0, EXCERPT).replace(/\s+\S*$/, '')}…`
}

/**
 * What remains of a body that the store has read and perhaps sanitised. `hadFrame`: the written body contained the
 * widget.
 */
export function keptOf(body: string, hadFrame: boolean): PageKept {
  if (!hadFrame) return 'all'
  if (!hasFrame(body)) return 'text'
  return /<script\b/i.test(body) && body.includes(widgetMessages.resize) ? 'all' : 'frame'
}

/** Ours of before its pages had ids, without the widget: it was written when no job was open. */
export const isEmptyCareersPage = (kind: PageKind, body: string): boolean =>
  kind === 'careers' && body.trim() === careersText([], noSite)

const noSite: PageSite = {
  appUrl: '',
  shop: '',
  shopName: '',
  slug: '',
  proxyUrl: null,
  accent: null,
}

export const hasFrame = (body: string): boolean => /<iframe\b/i.test(body)

/** Written by us: with the text of this job, or of none. */
export const hasIdOf = (body: string, jobId: string | null): boolean =>
  body.includes(writtenId(jobId)) || (jobId === null && body.includes(`id="${PLACE_ID}"`))

/** A page with our widget in it is ours, even without a record of having written it. */
export const hasWidgetOf = (body: string, appUrl: string): boolean =>
  body.includes(`"${escapeHtml(appUrl)}/embed`)
