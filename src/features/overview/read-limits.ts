// The limits of an organization that are nearly or fully used.
import { isNearLimit, nearLimit, type LimitUse } from '#domain/organizations/organization-limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '#data/database.ts'
import { countMails } from '#data/mails/mail-counts.ts'
import { listLimitPeaks } from '#data/organizations/limit-peaks.ts'
import { countTasks } from '#data/tasks/turns.ts'
import type { Deps } from '../deps.ts'

/** Without the space of CVs, which is read outside of the organization's transaction. */
export async function readLimits(
  { organizationLimits }: Deps,
  db: Queries,
  organizationId: OrganizationId,
): Promise<LimitUse[]> {
  const { mailsPerHour, mailsPerDay, tasks: most } = organizationLimits
  const [peaks, mails, tasks] = await Promise.all([
    listLimitPeaks(db, organizationId),
    countMails(db, organizationId),
    countTasks(db, organizationId, most),
  ])
  const day: LimitUse = { about: 'mails-day', used: mails.day, most: mailsPerDay }
  const hour: LimitUse = { about: 'mails-hour', used: mails.hour, most: mailsPerHour }
  return [
    ...peaks,
    // What ends within the hour is not worth a second line.
    isNearLimit(day) ? day : hour,
    { about: 'tasks' as const, used: tasks, most },
  ].filter((use) => use.used >= nearLimit(use.most))
}
