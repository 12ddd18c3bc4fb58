// Owners choose what applicants read on their own pages.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  statusText,
  type PageSettingsInput,
  type PageSettingsView,
  type StatusWords,
} from '#domain/rights/status-words.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries } from '#data/database.ts'
import { findPageSettings, updatePageSettings } from '#data/rights/applicant-pages.ts'
import type { Deps } from '../deps.ts'

export function readPageSettings(deps: Deps, actor: Actor | undefined): Promise<PageSettingsView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) =>
    viewOf(await findSettings(tx, organizationId)),
  )
}

export async function editPageSettings(
  deps: Deps,
  actor: Actor | undefined,
  { shows_opened, words }: PageSettingsInput,
): Promise<PageSettingsView> {
  const { organizationId, userId } = approvedOwner(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const before = await findSettings(tx, organizationId, { isLocked: true })
    const chosen = Object.entries({ ...before.status_words, ...words }).filter(([, text]) => text)
    const settings = {
      shows_opened: shows_opened ?? before.shows_opened,
      status_words: Object.fromEntries(chosen) as StatusWords,
    }
    await updatePageSettings(tx, organizationId, settings)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'applicant_page.settings_edited',
      resource_type: 'organization',
      resource_id: organizationId,
    })
    return viewOf(settings)
  })
}

async function findSettings(
  tx: Queries,
  organizationId: OrganizationId,
  options?: { isLocked: boolean },
) {
  const settings = await findPageSettings(tx, organizationId, options)
  if (!settings) throw new AppError('organization.none')
  return settings
}

function viewOf(settings: { shows_opened: boolean; status_words: StatusWords }): PageSettingsView {
  const { shows_opened, status_words } = settings
  const words = applicantStatuses.map((status) => [
    status,
    { text: statusText(status, status_words), is_default: status_words[status] === undefined },
  ])
  return { shows_opened, words: Object.fromEntries(words) as PageSettingsView['words'] }
}
