// What stands around every section of the dashboard, in one answer.
import type { Actor } from '#domain/accounts/access.ts'
import type { LayoutView } from '#domain/layout.ts'
import { readSession } from '#features/accounts/sessions/read-actor.ts'
import { readApplicantCounts } from '#features/applicants/read-applicants.ts'
import { readWaitingMails } from '#features/applicants/mails/cancel-mails.ts'
import type { Deps } from '#features/deps.ts'
import { readIncidentCounts, readUrgentIncidents } from '#features/incidents/read-incidents.ts'
import { readJobTitles } from '#features/jobs/read-jobs.ts'
import { readRetention } from '#features/retention/read-retention.ts'
import { readRequestCounts } from '#features/rights/read-register.ts'
import { readStore } from '#features/store/read-store.ts'

async function readSections(deps: Deps, actor: Actor): Promise<LayoutView['sections']> {
  const [applicants, jobs, incidents, requests, store, waiting_mails] = await Promise.all([
    readApplicantCounts(deps, actor, {}),
    readJobTitles(deps, actor),
    readIncidentCounts(deps, actor),
    readRequestCounts(deps, actor),
    readStore(deps, actor),
    readWaitingMails(deps, actor),
  ])
  return { applicants, jobs, incidents, requests, store, waiting_mails }
}

async function readNotices(deps: Deps, actor: Actor): Promise<LayoutView['notices']> {
  const [incidents, retention] = await Promise.all([
    readUrgentIncidents(deps, actor),
    readRetention(deps, actor),
  ])
  return { incidents, retention }
}

export async function readLayout(deps: Deps, actor: Actor | undefined): Promise<LayoutView> {
  // Read first: the live stream starts at this position, so that no change after it is missed.
  const session = await readSession(deps, actor)
  if (!actor?.organization_id || !actor.is_approved) return { session }
  const isOwner = actor.role === 'organization_owner'
  const [sections, notices] = await Promise.all([
    readSections(deps, actor),
    isOwner ? readNotices(deps, actor) : undefined,
  ])
  return { session, ...(sections && { sections }), ...(notices && { notices }) }
}
