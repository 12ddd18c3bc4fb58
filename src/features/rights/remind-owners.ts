// Owners are reminded by mail of requests that are due in 14 and in 3 days, and of those that are overdue by the same mail.
import type { MailViews } from '#domain/mails/mails.ts'
import { RIGHTS } from '#domain/rights/rights.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listOrganizationsWithDueRequests, updateReminded } from '#data/rights/rights-requests.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 86_400_000

/** Returns how many organizations were reminded. In concurrent runs each request still gets one reminder. */
export async function remindOwners(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const within = (days: number) => new Date(now.getTime() + days * DAY_MS)
  let reminded = 0
  const first = within(Math.max(...RIGHTS.reminderDays))
  for (const organizationId of await listOrganizationsWithDueRequests(deps.db.queries, first)) {
    if (deps.closing.aborted) break
    const isReminded = await remind(deps, organizationId, within)
    if (isReminded) reminded += 1
  }
  return reminded
}

function remind(
  deps: Deps,
  organizationId: OrganizationId,
  within: (days: number) => Date,
): Promise<boolean> {
  return deps.db.forOrganization(organizationId, async (tx) => {
    const due: { id: string; due_at: string }[] = []
    // The later reminder first: a request that is due in two days gets that one, and not both.
    for (const days of RIGHTS.reminderDays.toSorted((one, other) => one - other)) {
      due.push(...(await updateReminded(tx, organizationId, within(days), days)))
    }
    const organization = await findOrganization(tx, organizationId)
    if (due.length === 0 || !organization) return false
    const [soonest = ''] = due.map(({ due_at }) => due_at).toSorted()
    const data: Omit<MailViews['rights-reminder'], 'link'> = {
      organization: organization.name,
      count: due.length,
      dueOn: soonest.slice(0, 10),
    }
    const linkTo = dashboardLinks(deps, await listStoresOfReaders(tx, organizationId))
    await insertOwnerMails(deps, tx, organizationId, {
      kind: 'rights-reminder',
      viewFor: (recipient) => ({ ...data, link: linkTo(recipient, '/admin/requests') }),
    })
    return true
  })
}
