// The poster of a job, for the shop's window: a PDF that staff print.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { careersHref, careersPath, namedFacts } from '#domain/careers/careers-pages.ts'
import type { PosterSize, PosterWords } from '#domain/careers/job-picture.ts'
import { AppError } from '#domain/errors.ts'
import { directionOf } from '#domain/texts/direction.ts'
import { firstLanguage, inReadersWords, type WithTexts } from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { posterUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import { linesOf } from '#domain/jobs/requirements.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { NO_PROFILE, type ProfileFields } from '#domain/organizations/profile.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { currentLocale, inLocale, localeInAddress, languageOrigin } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { listJobTexts } from '#data/jobs/job-texts.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { findProfile } from '#data/organizations/profiles.ts'
import type { Deps } from '../deps.ts'
import { pictureSource } from './social-picture.ts'

/** The facts of a job that fit on a poster. */
const MOST_FACTS = 6

/**
 * `name`: the file name. Also of a closed job: it may open tomorrow. In the language of the address, else of its original
 * text: the poster is for readers in the shop, not for the person who prints it.
 */
export async function readPoster(
  deps: Deps,
  actor: Actor | undefined,
  jobId: string,
  size: PosterSize,
): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const { organizationId } = approvedMember(actor)
  const over = await insertUses(deps.db.queries, posterUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const found = await deps.db.readForOrganization(organizationId, async (tx) => ({
    job: await findJob(tx, organizationId, jobId),
    shop: await findOrganization(tx, organizationId),
    profile: await findProfile(tx, organizationId),
    texts: await listJobTexts(tx, organizationId, jobId),
  }))
  const { job, shop } = found
  if (!job || !shop) throw new AppError('job.missing')
  const locale =
    localeInAddress() ?? languageOf(firstLanguage(job, shop.language)) ?? currentLocale()
  const words = inLocale(locale, () => wordsOf(deps, { ...found, job, shop }), languageOrigin())
  const logo = pictureSource(deps, words.brand.logo?.href ?? null)
  const content = await deps.pictures.drawPoster(organizationId, words, { size, logo })
  return { name: `${job.slug}-${size}.pdf`, content }
}

type Found = {
  job: JobPost
  shop: Organization
  profile: ProfileFields | undefined
  texts: WithTexts['texts']
}

/** A poster cannot mark a machine translation, so it has the original text until a person has read the translation. */
function wordsOf(deps: Deps, { job, shop, profile, texts }: Found): PosterWords {
  const read = texts.filter(({ is_machine_made }) => !is_machine_made)
  const { title, description } = inReadersWords({ ...job, texts: read }, shop.language)
  const page = `${deps.appUrl}${careersPath(shop, job)}`
  return {
    brand: brandOf(shop),
    direction: directionOf(currentLocale()),
    title,
    hiring: t('careers.picture.hiring'),
    facts: namedFacts(job).slice(0, MOST_FACTS),
    text: linesOf(description),
    link: deps.appUrl + careersHref(shop, job, { source: 'poster' }),
    shownLink: page.replace(/^https?:\/\//, ''),
    scan: t('poster.scan'),
    address: (profile ?? NO_PROFILE).address,
  }
}
