// The poster of a job, for the shop's window: a PDF that staff print.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { careersPath, namedFacts } from '#domain/careers/careers-pages.ts'
import type { PosterSize } from '#domain/careers/job-picture.ts'
import { AppError } from '#domain/errors.ts'
import { linesOf } from '#domain/jobs/requirements.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import { NO_PROFILE } from '#domain/organizations/profile.ts'
import { t } from '#domain/texts/text.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { findProfile } from '#data/organizations/profiles.ts'
import type { Deps } from '../deps.ts'
import { readPictureFile } from './social-picture.ts'

/** What is known of a job and fits on a poster. */
const MOST_FACTS = 6

/** `name`: of the file. Also of a closed job: it may open tomorrow. */
export async function readPoster(
  deps: Deps,
  actor: Actor | undefined,
  jobId: string,
  size: PosterSize,
): Promise<{ name: string; content: Buffer }> {
  const { organizationId } = approvedMember(actor)
  const found = await deps.db.readForOrganization(organizationId, async (tx) => ({
    job: await findJob(tx, organizationId, jobId),
    shop: await findOrganization(tx, organizationId),
    profile: await findProfile(tx, organizationId),
  }))
  const { job, shop } = found
  if (!job || !shop) throw new AppError('job.missing')
  const { address } = found.profile ?? NO_PROFILE
  const page = `${deps.appUrl}${careersPath(shop, job)}`
  const brand = brandOf(shop)
  const words = {
    brand,
    title: job.title,
    hiring: t('careers.picture.hiring'),
    facts: namedFacts(job).slice(0, MOST_FACTS),
    text: linesOf(job.description),
    link: `${page}?src=poster`,
    shownLink: page.replace(/^https?:\/\//, ''),
    scan: t('poster.scan'),
    address,
  }
  // Loaded at the first poster, as for pictures.
  const { drawPoster } = await import('#gateways/careers/job-poster.ts')
  const logo = await readPictureFile(deps, brand.logo?.href ?? null)
  return { name: `${job.slug}-${size}.pdf`, content: await drawPoster(words, { size, logo }) }
}
