// Owners choose which feeds their shop publishes, and where its days end.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { FeedSettings, FeedSettingsInput } from '#domain/jobs/feeds.ts'
import { t } from '#domain/texts/text.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findFeedSettings, isKnownTimeZone, updateFeedSettings } from '#data/jobs/published-jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

export function readFeedSettings(deps: Deps, actor: Actor | undefined): Promise<FeedSettings> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => findFeedSettings(tx, organizationId))
}

export async function changeFeeds(
  deps: Deps,
  actor: Actor | undefined,
  input: FeedSettingsInput,
): Promise<FeedSettings> {
  const { organizationId, userId } = approvedOwner(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    if (input.time_zone && !(await isKnownTimeZone(tx, input.time_zone))) {
      const message = t('organization.zoneUnknown')
      const fields = { time_zone: message }
      throw new AppError('application.invalid', { values: { message }, fields })
    }
    const changed = Object.keys(input)
    if (changed.length > 0) {
      await updateFeedSettings(tx, organizationId, input)
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'organization.feeds_changed',
        resource_type: 'organization',
        resource_id: organizationId,
        details: { fields: changed.join(', ') },
      })
      // Invalidates the pages of every process: closing moments depend on the time zone, and page heads name the feeds.
      await insertLiveEvents(tx, organizationId, 'organization.changed', [organizationId])
    }
    return findFeedSettings(tx, organizationId)
  })
}
