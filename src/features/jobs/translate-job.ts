// Translates the original text of an ad with the AI server of this installation. Nothing is stored: a person saves it.
import { jobCreator, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readTextLanguage, type JobTextInput } from '#domain/jobs/job-texts.ts'
import { descriptionUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'
import { findJobToTranslate } from './write-job-text.ts'

/** Counts as a description does: both cost the same. */
export async function translateJob(
  deps: Deps,
  actor: Actor | undefined,
  { jobId, language: tag }: { jobId: string; language: string },
  signal: AbortSignal,
): Promise<JobTextInput> {
  const { organizationId } = jobCreator(actor)
  const language = readTextLanguage(tag)
  const job = await deps.db.readForOrganization(organizationId, (tx) =>
    findJobToTranslate(tx, organizationId, { jobId, language }),
  )
  if (deps.writer.name.kind === 'template') throw new AppError('writer.cannotTranslate')
  const over = await insertUses(deps.db.queries, descriptionUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now(), 'job.translateLimit')
  const { title, description, requirements, benefits } = job
  const words = { title, description, requirements, benefits }
  const ended = AbortSignal.any([signal, deps.closing])
  const translated = await deps.writer.translate(words, language, ended)
  if (!translated) throw new AppError('server.unavailable')
  return translated
}
