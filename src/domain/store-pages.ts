// Pages in the store: what they are called, what stands in them, and what a store may make of it.
import { z } from 'zod'
import { careersHref } from './careers-pages.ts'
import { responsibilitiesOf, wordFor, type JobPost } from './jobs.ts'
import { messages } from './messages.ts'
import { readWidgetOptions, WIDGET_HEIGHT, widgetHref, widgetMessages } from './widget.ts'
import { tooLong } from './too-long.ts'

export const pageKinds = ['careers', 'job', 'custom'] as const
/** One of all jobs, one of a job, or one with words of the shop's own above the jobs. */
export type PageKind = (typeof pageKinds)[number]

/** What the store kept of a page: everything, the frame without its listener, or the text alone. */
export type PageKept = 'all' | 'frame' | 'text'

export type StorePage = {
  /** The platform's own id. */
  id: string
  /** Storehand made it, and may change and delete it. */
  is_ours: boolean
  title: string
  handle: string
  /** The words of a custom page; empty where the page is written from its jobs. */
  content: string
  created_at: string
  updated_at: string
  kind: PageKind | 'other'
  kept: PageKept
  job_post_id: string | null
  job_title: string | null
  job_is_active: boolean | null
  /** Where the store's visitors see it. */
  url: string
}

/** Why the store cannot be worked with now, or that it can. */
export type StoreConnection = 'not-configured' | 'none' | 'uninstalled' | 'ended' | 'alive'

/** Somebody asked the store what is known of them. */
export type DataRequest = {
  id: string
  email: string
  requested_at: string
  due_at: string
  exported_at: string | null
}

export type StorePagesView = {
  connection: StoreConnection
  is_demo: boolean
  shop: string | null
  shop_name: string | null
  /** What the pages need and the store has not given. */
  missing_scopes: string[]
  /** Null: not asked yet. */
  is_password_protected: boolean | null
  /** Why the pages could not be brought up to date by themselves. */
  problem: string | null
  /** Ours first, then those of the shop by their titles, as they were listed last. */
  pages: StorePage[]
  /** The shop has more of its own than are listed. */
  has_more_pages: boolean
  /** For owners only; others get none. */
  data_requests: DataRequest[]
}

export const PAGE_LIMITS = { title: 255, content: 20_000, handle: 120 } as const
/** Jobs in full on the page of all jobs; the frame below lists the rest. */
const LISTED_JOBS = 50
const EXCERPT = 400

const pageText = (field: 'title' | 'content', label: string) =>
  z.string().max(PAGE_LIMITS[field], tooLong(label, PAGE_LIMITS[field])).nullish()

const jobId = z.uuid({ error: messages['job.missing'] }).nullish()

/** Both spellings of the job's id, because the specification names none. */
const pageData = z
  .object({
    title: pageText('title', 'Title'),
    content: pageText('content', 'Content'),
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
  /** Does nothing where the organization has no page yet. */
  onlyExisting: z.boolean().default(false),
})

/** The lowercased title with dashes for spaces, without what an address cannot hold. */
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

export const jobPageHandle = (id: string): string => `careers-${id}`
export const jobPageTitle = (title: string): string => `Careers - ${title}`
export const CAREERS_HANDLE = 'careers'
/** Where the shop has a page of its own under that name already. */
export const OTHER_CAREERS_HANDLE = 'job-openings'
export const careersPageTitle = (organization: string): string =>
  `Careers at ${organization}`.slice(0, PAGE_LIMITS.title)

const JOB_HANDLE = /^careers-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const jobOfHandle = (handle: string): string | null => JOB_HANDLE.exec(handle)?.[1] ?? null

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** For text and for attributes in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/
const NUMBER = /^\s*\d{1,2}[.)]\s+/

/**
 * Paragraphs, line breaks and lists as a person types them. Everything else is text: no mark-up survives, so nothing that is
 * typed here can become a script on the shop's own page. HTML is read elsewhere, and cleaned.
 */
export function htmlOfText(text: string): string {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
  return blocks.map(blockOf).join('\n')
}

function blockOf(block: string): string {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const parts: string[] = []
  for (let place = 0; place < lines.length;) {
    const isItem = BULLET.test(lines[place] ?? '')
    const end = lines.findIndex((line, at) => at > place && BULLET.test(line) !== isItem)
    const run = lines.slice(place, end < 0 ? lines.length : end)
    parts.push(
      isItem ? listOf(run) : `<p>${run.map((line) => escapeHtml(line.trim())).join('<br>')}</p>`,
    )
    place += run.length
  }
  return parts.join('\n')
}

function listOf(lines: readonly string[]): string {
  const tag = lines.every((line) => NUMBER.test(line)) ? 'ol' : 'ul'
  const items = lines.map((line) => `<li>${escapeHtml(line.replace(BULLET, '').trim())}</li>`)
  return `<${tag}>${items.join('')}</${tag}>`
}

export type PageJob = Pick<
  JobPost,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'requirements'
  | 'benefits'
  | 'location'
  | 'employment_type'
  | 'experience_level'
  | 'salary_range'
  | 'is_active'
>

/** Where the widget answers for this shop. */
export type PageSite = {
  appUrl: string
  shop: string
  shopName: string
  /** The word of the organization in its public addresses. */
  slug: string
}

const frameUrl = ({ appUrl, shop }: PageSite): string =>
  `${appUrl}${widgetHref(readWidgetOptions({ shop }))}`

/** The job's own page. It names the store, so that it is known by which an applicant came. */
const adUrl = ({ appUrl, shop, slug }: PageSite, job: PageJob): string =>
  `${appUrl}${careersHref({ slug }, job, { shop })}`

/** The widget, 600 px high, and a listener that lets it follow its content where the store keeps scripts. */
function frameOf(site: PageSite): string {
  // An address without a path is its origin; quotes and signs of mark-up cannot stand in one.
  const origin = `'${escapeHtml(site.appUrl)}'`
  return `<iframe id="storehand" src="${escapeHtml(frameUrl(site))}" title="Job openings at ${escapeHtml(site.shopName)}" width="100%" height="${WIDGET_HEIGHT.cap}" loading="lazy" style="width:100%;height:${WIDGET_HEIGHT.cap}px;border:0"></iframe>
<script>addEventListener('message',function(event){var frame=document.getElementById('storehand');if(event.origin!==${origin}||event.source!==frame.contentWindow)return;var data=event.data;if(data&&data.type==='${widgetMessages.resize}'&&data.height>0)frame.style.height=Number(data.height)+'px'})</script>`
}

const factsOf = (job: PageJob): string =>
  [
    job.location || 'Remote',
    wordFor(job.employment_type),
    wordFor(job.experience_level),
    job.salary_range,
  ]
    .filter((fact) => fact)
    .map((fact) => escapeHtml(fact ?? ''))
    .join(' · ')

const applyLink = (site: PageSite, job: PageJob): string =>
  `<p><a href="${escapeHtml(adUrl(site, job))}">Apply for ${escapeHtml(job.title)}</a></p>`

const joined = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join('\n')

/** A job in full. A closed one says so and shows what else is open. */
export function jobPageBody(job: PageJob, site: PageSite): string {
  if (!job.is_active) {
    return joined([
      `<h2>${escapeHtml(job.title)}</h2>`,
      `<p>${messages['embed.jobClosed']}</p>`,
      frameOf(site),
    ])
  }
  return joined([
    `<h2>${escapeHtml(job.title)}</h2>`,
    `<p>${factsOf(job)}</p>`,
    htmlOfText(job.description),
    job.requirements.trim() !== '' && '<h3>Requirements</h3>',
    job.requirements.trim() !== '' && linesHtml(job.requirements),
    job.benefits.trim() !== '' && '<h3>Benefits</h3>',
    linesHtml(job.benefits),
    applyLink(site, job),
    frameOf(site),
  ])
}

/** One line each is a list, however it was typed. */
export function linesHtml(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.length > 1 || BULLET.test(text) ? listOf(lines) : htmlOfText(text)
}

/** Every open job, in short, for people and machines that run no scripts; then the widget. */
export function careersPageBody(jobs: readonly PageJob[], site: PageSite): string {
  const listed = jobs.slice(0, LISTED_JOBS)
  return joined([
    '<h2>Career Opportunities</h2>',
    jobs.length === 0
      ? '<p>Currently no open positions available.</p>'
      : '<p>Join our team and help us create amazing experiences!</p>',
    ...listed.map((job) =>
      joined([
        `<h3>${escapeHtml(job.title)}</h3>`,
        `<p>${factsOf(job)}</p>`,
        htmlOfText(excerptOf(job.description)),
        listOf(responsibilitiesOf(job.requirements)),
        applyLink(site, job),
      ]),
    ),
    frameOf(site),
  ])
}

/** The shop's own words, as HTML that was cleaned, then the widget. */
export const customPageBody = (html: string, site: PageSite): string =>
  joined([html, frameOf(site)])

function excerptOf(text: string): string {
  if (text.length <= EXCERPT) return text
  return `${text.slice(0, EXCERPT).replace(/\s+\S*$/, '')}…`
}

/** What is left of a body that the store has read and perhaps cleaned. */
export function keptOf(body: string): PageKept {
  if (!/<iframe\b/i.test(body)) return 'text'
  return /<script\b/i.test(body) && body.includes(widgetMessages.resize) ? 'all' : 'frame'
}

/** A page with our widget in it is ours, also where nobody remembers having written it. */
export const hasWidgetOf = (body: string, appUrl: string): boolean =>
  body.includes(`"${escapeHtml(appUrl)}/embed`)
