// Pages in the store: what the dashboard sees of them, and their names.
import { z } from 'zod'
import type { JobPost } from '../jobs/jobs.ts'
import { t } from '../texts/text.ts'
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
  // The organization has several, and the person has to say which.
  'choose',
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

/** Readable addresses are those of the app proxy. */
export const jobPageHandle = (jobId: string): string => `careers-${jobId}`
/** Of pages that were made before 2026-11-29; they are moved when they are written again. */
export const formerJobPageHandle = ({ slug }: Pick<JobPost, 'slug'>): string => `jobs-${slug}`
export const jobPageTitle = (title: string): string => t('storePage.jobTitle', { job: title })
export const CAREERS_HANDLE = 'careers'
/** When the shop already has a page of its own under that handle. */
export const OTHER_CAREERS_HANDLE = 'job-openings'
export const careersPageTitle = (organization: string): string =>
  t('storePage.careersTitle', { organization }).slice(0, PAGE_LIMITS.title)

const JOB_HANDLE = /^careers-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const jobOfHandle = (handle: string): string | null => JOB_HANDLE.exec(handle)?.[1] ?? null
