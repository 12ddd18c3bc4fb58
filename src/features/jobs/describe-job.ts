// Writes a job description with the AI server of this installation, or with the built-in template.
import { jobCreator, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type {
  BriefInput,
  JobBrief,
  JobDescription,
  WriterName,
} from '#domain/jobs/job-descriptions.ts'
import { descriptionUses, rateLimited } from '#domain/limits.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

/** For everyone who may create job posts. */
export function readWriter(deps: Deps, actor: Actor | undefined): WriterName {
  jobCreator(actor)
  return deps.writer.name
}

export type Writing = {
  writer: WriterName
  /** Yields the growing description; returns it complete, or null when it was aborted. */
  steps: AsyncGenerator<JobDescription, JobDescription | null>
}

/** Checks permission and limits before the writer starts; errors of the writer are thrown by `steps`. */
export async function beginDescription(
  deps: Deps,
  actor: Actor | undefined,
  input: BriefInput,
  signal: AbortSignal,
): Promise<Writing> {
  const { organizationId } = jobCreator(actor)
  const organization = await findOrganization(deps.db.queries, organizationId)
  if (!organization) throw new AppError('job.organizationRequired')
  const over = await insertUses(deps.db.queries, descriptionUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now(), 'job.describeLimit')
  const brief: JobBrief = { ...input, companyName: input.companyName ?? organization.name }
  return {
    writer: deps.writer.name,
    steps: deps.writer.write(brief, AbortSignal.any([signal, deps.closing])),
  }
}

/** The complete description, without intermediate steps. */
export async function describeJob(
  deps: Deps,
  actor: Actor | undefined,
  input: BriefInput,
  signal: AbortSignal,
): Promise<{ writer: WriterName; description: JobDescription }> {
  const { writer, steps } = await beginDescription(deps, actor, input, signal)
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  if (!step.value) throw new AppError('server.unavailable')
  return { writer, description: step.value }
}
