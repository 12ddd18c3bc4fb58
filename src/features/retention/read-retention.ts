// Previews the scheduled deletion: numbers for staff, names for owners, and a dry run for the operator.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import {
  addDays,
  dayOf,
  waitsUntil,
  RETENTION,
  type RetentionPreview,
  type RetentionView,
} from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '#data/database.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import {
  countExpiring,
  listExpiring,
  listOrganizationsExpiring,
} from '#data/retention/retention.ts'
import type { Deps } from '../deps.ts'

const LISTED = 200

export function readRetention(deps: Deps, actor: Actor | undefined): Promise<RetentionView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => look(deps, tx, organizationId))
}

/** Only owners see names, because they confirm. */
export function readRetentionPreview(
  deps: Deps,
  actor: Actor | undefined,
): Promise<RetentionPreview> {
  const { organizationId } = approvedOwner(actor)
  const warned = addDays(dayOf(deps.clock.now()), RETENTION.warningDays)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const view = await look(deps, tx, organizationId)
    // Restricted ones are among the `more`, without their names.
    const applicants = await listExpiring(tx, organizationId, warned, LISTED)
    return { ...view, applicants, more: Math.max(0, view.due + view.soon - applicants.length) }
  })
}

export type RetentionForecast = RetentionView & { organization: string }

/** What the next run would do in each organization. Changes nothing and sends no mail. */
export async function forecastRetention(
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<RetentionForecast[]> {
  const warned = addDays(dayOf(deps.clock.now()), RETENTION.warningDays)
  const forecasts: RetentionForecast[] = []
  for (const organizationId of await listOrganizationsExpiring(deps.db.queries, warned)) {
    const forecast = await deps.db.readForOrganization(organizationId, async (tx) => ({
      organization: (await findOrganization(tx, organizationId))?.name ?? '',
      ...(await look(deps, tx, organizationId)),
    }))
    forecasts.push(forecast)
  }
  return forecasts
}

async function look(
  deps: Pick<Deps, 'clock'>,
  tx: Queries,
  organizationId: OrganizationId,
): Promise<RetentionView> {
  const today = dayOf(deps.clock.now())
  const counts = await countExpiring(tx, organizationId, {
    today,
    warned: addDays(today, RETENTION.warningDays),
  })
  const { due, soon, first_on, total } = counts
  const goes_on = waitsUntil(due - counts.agreed, total, counts, today)
  return { due, soon, first_on, total, is_stopped: goes_on !== null, goes_on }
}
