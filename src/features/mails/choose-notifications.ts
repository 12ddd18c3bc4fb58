// Members choose which notifications they get by mail and how soon: for all jobs, with exceptions for single jobs.
import { approvedMember, signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  dueAt,
  usualPace,
  type NotificationsInput,
  type NotificationsView,
  type Pace,
} from '#domain/mails/notifications.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '#data/database.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { findMember } from '#data/organizations/members.ts'
import {
  deleteNotificationExceptions,
  findNotificationSettings,
  insertNotificationException,
  listNotificationExceptions,
  updateNotificationSettings,
} from '#data/mails/notification-settings.ts'
import {
  deleteNotifications,
  deleteWaitingNotifications,
  listWaitingNotifications,
  updateNotificationsPlanned,
} from '#data/mails/notifications.ts'
import type { Deps } from '../deps.ts'

export function readNotifications(
  deps: Deps,
  actor: Actor | undefined,
): Promise<NotificationsView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) =>
    view(tx, organizationId, signedIn(actor)),
  )
}

export const editNotifications = (
  deps: Deps,
  actor: Actor | undefined,
  input: NotificationsInput,
): Promise<NotificationsView> =>
  change(deps, actor, async (tx, organizationId, { user_id, role }) => {
    const isForOwners = input.waiting !== undefined || input.undelivered !== undefined
    if (isForOwners && role !== 'organization_owner') {
      throw new AppError('organization.ownerRequired')
    }
    await updateNotificationSettings(tx, organizationId, user_id, input)
    for (const kind of ['waiting', 'undelivered'] as const) {
      if (input[kind] === false) {
        await deleteWaitingNotifications(tx, organizationId, user_id, kind)
      }
    }
  })

export const editJobNotifications = (
  deps: Deps,
  actor: Actor | undefined,
  jobId: string,
  { applications, ...zone }: { applications: Pace } & Pick<NotificationsInput, 'time_zone'>,
): Promise<NotificationsView> =>
  change(deps, actor, async (tx, organizationId, { user_id }) => {
    await requireJob(tx, organizationId, jobId)
    const values = { user_id, job_post_id: jobId, applications }
    await insertNotificationException(tx, organizationId, values)
    await updateNotificationSettings(tx, organizationId, user_id, zone)
  })

/** Removes the exception for one job. */
export const resetJobNotifications = (
  deps: Deps,
  actor: Actor | undefined,
  jobId: string,
): Promise<NotificationsView> =>
  change(deps, actor, async (tx, organizationId, { user_id }) => {
    await requireJob(tx, organizationId, jobId)
    await deleteNotificationExceptions(tx, organizationId, user_id, jobId)
  })

async function requireJob(tx: Tx, organizationId: OrganizationId, jobId: string): Promise<void> {
  if (!(await findJob(tx, organizationId, jobId))) throw new AppError('job.missing')
}

async function change(
  deps: Deps,
  actor: Actor | undefined,
  write: (tx: Tx, organizationId: OrganizationId, person: Actor) => Promise<void>,
): Promise<NotificationsView> {
  const { organizationId } = approvedMember(actor)
  const person = signedIn(actor)
  const changed = await deps.db.forOrganization(organizationId, async (tx) => {
    await write(tx, organizationId, person)
    const now = await view(tx, organizationId, person)
    await replan(tx, organizationId, person.user_id, now, deps.clock.now())
    return now
  })
  return changed
}

async function view(
  tx: Queries,
  organizationId: OrganizationId,
  { user_id, email, role }: Actor,
): Promise<NotificationsView> {
  const settings = await findNotificationSettings(tx, organizationId, user_id)
  const member = await findMember(tx, organizationId, user_id)
  const isOwner = role === 'organization_owner'
  return {
    email,
    email_confirmed: member?.email_verified ?? false,
    time_zone: settings?.time_zone ?? null,
    applications: settings?.applications ?? usualPace(role),
    jobs: await listNotificationExceptions(tx, organizationId, user_id),
    waiting: isOwner ? (settings?.waiting ?? true) : null,
    undelivered: isOwner ? (settings?.undelivered ?? true) : null,
  }
}

/** Applies the new choice to notifications that are already waiting. */
async function replan(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
  { applications, jobs, time_zone }: NotificationsView,
  now: Date,
): Promise<void> {
  const byJob = new Map<string | null, Pace>(jobs.map((job) => [job.job_id, job.applications]))
  const waiting = await listWaitingNotifications(tx, organizationId, userId)
  const settings = await findNotificationSettings(tx, organizationId, userId)
  const lastAt = settings?.applications_at ? new Date(settings.applications_at) : null
  const wished = waiting.map((each) => ({ ...each, next: byJob.get(each.job_id) ?? applications }))
  const changed = Object.groupBy(
    wished.filter(({ pace, next }) => pace !== next),
    ({ next }) => next,
  )
  for (const [pace, group] of Object.entries(changed) as [Pace, typeof wished][]) {
    const ids = group.map(({ id }) => id)
    if (pace === 'never') {
      await deleteNotifications(tx, organizationId, ids)
    } else {
      const due_at = dueAt('application', pace, now, { lastAt, timeZone: time_zone })
      await updateNotificationsPlanned(tx, organizationId, ids, { pace, due_at })
    }
  }
}
