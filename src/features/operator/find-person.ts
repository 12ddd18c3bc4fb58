// The operator looks for a person in all organizations, by an exact address: the states of applications and mails, and no more.
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  findAccountOfAddress,
  listApplicationStates,
  listMailStates,
  listOrganizationsOfAddress,
  type AccountOfAddress,
  type ApplicationState,
  type MailState,
} from '#data/operator/people.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../deps.ts'

export type FoundInOrganization = {
  id: OrganizationId
  name: string
  applications: ApplicationState[]
  mails: MailState[]
}

export type FoundEverywhere = {
  organizations: FoundInOrganization[]
  account: AccountOfAddress | undefined
  /** Of the account: codes, links and notices. */
  accountMails: MailState[]
}

/** Each organization's audit log says that it was looked at. */
export async function findPersonEverywhere(
  { db }: Pick<Deps, 'db'>,
  address: string,
): Promise<FoundEverywhere> {
  const email = address.toLowerCase()
  const organizations: FoundInOrganization[] = []
  for (const { id, name } of await listOrganizationsOfAddress(db.queries, email)) {
    const mails = await listMailStates(db.queries, id, email)
    const applications = await db.includingRestricted(id, async (tx) => {
      const found = await listApplicationStates(tx, id, email)
      await insertAuditEvent(tx, id, {
        actor_id: null,
        action: 'operator.person_looked_up',
        resource_type: 'organization',
        resource_id: id,
        details: { applications: found.length },
      })
      return found
    })
    organizations.push({ id, name, applications, mails })
  }
  return {
    organizations,
    account: await findAccountOfAddress(db.queries, email),
    accountMails: await listMailStates(db.queries, null, email),
  }
}
