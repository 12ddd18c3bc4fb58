// Pages in the store: their names, their content, and how a store may change it.
import { escapeHtml } from '../texts/escape-html.ts'
import { z } from 'zod'
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
import { tooLong, type FieldName } from '../too-long.ts'

const pageKinds = ['careers', 'job', 'custom'] as const
/** One for all jobs, one for a job, or one with the shop's own text above the jobs. */
export type PageKind = (typeof pageKinds)[number]

/** What the store kept of a page: everything, the frame without its listener, or only the text. */
export type PageKept = 'all' | 'frame' | 'text'

export const storePage = z.object({
  /** The platform's own id. */
  id: z.string(),
  /** Created by Storehand, which may change and delete it. */
  is_ours: z.boolean(),
  title: z.string(),
  handle: z.string(),
  /** The text of a custom page; empty when the page is generated from its jobs. */
  content: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  kind: z.enum([...pageKinds, 'other']),
  kept: z.enum(['all', 'frame', 'text']),
  job_post_id: z.string().nullable(),
  job_title: z.string().nullable(),
  job_is_active: z.boolean().nullable(),
  /** Its address for the store's visitors. */
  url: z.string(),
})
export type StorePage = z.output<typeof storePage>

/** Why the store is unusable now, or that it is usable. */
const storeConnections = [
  'not-configured',
  'none',
  'uninstalled',
  'disconnected',
  'ended',
  'alive',
] as const
export type StoreConnection = (typeof storeConnections)[number]

export const storePagesView = z.object({
  connection: z.enum(storeConnections),
  is_demo: z.boolean(),
  shop: z.string().nullable(),
  shop_name: z.string().nullable(),
  /** Permissions that the pages need and the store has not granted. */
  missing_scopes: z.array(z.string()),
  /** Null: not requested yet. */
  is_password_protected: z.boolean().nullable(),
  /** Why the automatic update of the pages failed. */
  problem: z.string().nullable(),
  /** Ours first, then those of the shop by title, as of the last listing. */
  pages: z.array(storePage),
  /** The shop has further pages of its own that are not listed. */
  has_more_pages: z.boolean(),
})
export type StorePagesView = z.output<typeof storePagesView>

/** The page of the shop with all jobs, as the setup in the store's admin leads to it. */
export const jobsPageView = z.object({
  /** Null where the app has made none. */
  page: z
    .object({
      title: z.string(),
      handle: z.string(),
      /** Where the store's visitors see it. */
      url: z.string(),
      /** The theme's block fills it; otherwise the jobs are in its text. */
      has_block: z.boolean(),
    })
    .nullable(),
  /** The store has not given the permission that making it needs. */
  is_permission_missing: z.boolean(),
})
export type JobsPageView = z.output<typeof jobsPageView>

export const PAGE_LIMITS = { title: 255, content: 20_000, handle: 120 } as const
/** Jobs on the page of all jobs; a link below them leads to the rest. */
const LISTED_JOBS = 50
const EXCERPT = 400

const pageText = (field: 'title' | 'content', label: FieldName) =>
  z.string().max(PAGE_LIMITS[field], tooLong(label, PAGE_LIMITS[field])).nullish()

const jobId = z.uuid({ error: () => t('job.missing') }).nullish()

/** Both spellings of the job's id, because callers of docs/specification.md §7.3 use either. */
const pageData = z
  .object({
    title: pageText('title', 'title'),
    content: pageText('content', 'content'),
    handle: z.string().max(PAGE_LIMITS.title).nullish(),
    job_post_id: jobId,
    jobId,
  })
  .transform(({ title, content, handle, job_post_id, jobId: id }) => ({
    title: title?.trim() ?? '',
    content: content?.trim() ?? '',
    handle: handle?.trim() ?? '',
    job_post_id: job_post_id ?? id ?? jobOfHandle(handle ?? ''),
  }))
export type PageData = z.output<typeof pageData>

const pageId = z.string().min(1).max(200)

export const storeIntegrationInput = z.discriminatedUnion('action', [
  z.object({ action: z.literal('create-page'), pageData }),
  z.object({ action: z.literal('update-page'), pageId, pageData }),
  z.object({ action: z.literal('get-pages') }),
  z.object({ action: z.literal('delete-page'), pageId }),
  z.object({ action: z.literal('test-connection') }),
])

export const syncPagesInput = z.object({
  organizationId: z.string().max(100).nullish(),
  /** Does nothing when the organization has no page yet. */
  onlyExisting: z.boolean().default(false),
})

/** The title in lower case, with dashes for spaces, without characters that an address cannot contain. */
export function pageHandle(title: string): string {
  const handle = title
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{Letter}\p{Number}_-]/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, PAGE_LIMITS.handle)
  return handle || 'page'
}

/** Readable, and unchanged when the job is renamed: `jobs-weekend-barista`. */
export const jobPageHandle = ({ slug }: Pick<JobPost, 'slug'>): string => `jobs-${slug}`
/** By the job's id: when the readable one is taken or this one is requested, and on older pages. */
export const jobIdHandle = (id: string): string => `careers-${id}`
export const jobPageTitle = (title: string): string => t('storePage.jobTitle', { job: title })
export const CAREERS_HANDLE = 'careers'
/** When the shop already has a page of its own under that handle. */
export const OTHER_CAREERS_HANDLE = 'job-openings'
export const careersPageTitle = (organization: string): string =>
  t('storePage.careersTitle', { organization }).slice(0, PAGE_LIMITS.title)

const JOB_HANDLE = /^careers-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const jobOfHandle = (handle: string): string | null => JOB_HANDLE.exec(handle)?.[1] ?? null

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
