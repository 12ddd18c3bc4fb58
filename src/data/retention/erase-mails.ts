// Erases what was and will be mailed about applications or to an address, wherever it is kept, and the notifications of staff.
import { sql } from 'kysely'
import { applicantMails } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { WholeTx } from '../database.ts'
import { deleteUnsentMails } from '../mails/mails.ts'
import { inOrganization } from '../organization-filter.ts'

/**
 * Before the applications themselves. The worker that puts a copy into the local mailbox locks its notifications: either the copy is
 * seen here, or it is rendered without these people.
 */
export async function deleteApplicantMails(
  tx: WholeTx,
  organizationId: OrganizationId,
  erased: readonly string[],
): Promise<void> {
  const { rows: shared } = await sql<SharedMail>`
    select id, applicant_id, further_applicants, state, batch_id from applicant_mails
    where ${inOrganization(organizationId)} and id = any(array(select shared_mails_about(${erased}::uuid[])))
      and (applicant_id = any(${erased}::uuid[]) or further_applicants && ${erased}::uuid[])
    order by id for update`.execute(tx)
  for (const mail of shared) await leaveToOthers(tx, organizationId, mail, erased)
  await sql`
    delete from mail_outbox where ${inOrganization(organizationId)} and id = any(array(
      select id from applicant_mails where ${inOrganization(organizationId)} and applicant_id = any(${erased}::uuid[])
    ))`.execute(tx)
  const { rows: notified } = await sql<{ mail_id: string | null }>`
    select mail_id from notifications
    where ${inOrganization(organizationId)} and applicant_id = any(${erased}::uuid[])
    order by id for update`.execute(tx)
  const digests = notified.flatMap(({ mail_id }) => mail_id ?? [])
  await deleteCopies(tx, digests)
}

type SharedMail = {
  id: string
  applicant_id: string
  further_applicants: string[]
  state: 'held' | 'queued' | 'taken-back' | 'dropped'
  batch_id: string | null
}

/** A mail about several applications belongs to those that are left: it loses its words, and is composed again if it has not left. */
async function leaveToOthers(
  tx: WholeTx,
  organizationId: OrganizationId,
  mail: SharedMail,
  erased: readonly string[],
): Promise<void> {
  const left = mail.further_applicants.filter((id) => !erased.includes(id))
  const isOrphan = erased.includes(mail.applicant_id)
  const owner = isOrphan ? await findOther(tx, organizationId, left) : mail.applicant_id
  if (owner === undefined) return
  const isBack =
    mail.state === 'queued' && (await deleteUnsentMails(tx, organizationId, [mail.id])).size > 0
  await deleteCopies(tx, [mail.id])
  // The change of the same act, unless staff have written about it by itself meanwhile.
  const change = sql<string | null>`(
    select id from applicant_status_history as history
    where ${inOrganization(organizationId)} and history.applicant_id = ${owner}
      and history.batch_id = ${mail.batch_id} and not exists (
        select from applicant_mails as other
        where other.change_id = history.id and other.state in ('held', 'queued')
      )
    order by seq desc limit 1)`
  // Never two rejections waiting for one person.
  const again = sql<'held' | 'dropped'>`case when kind = 'rejected' and exists (
      select from applicant_mails as other
      where ${inOrganization(organizationId, 'other.organization_id')} and other.recipient = applicant_mails.recipient
        and other.kind = 'rejected' and other.state = 'held'
    ) then 'dropped' else 'held' end`
  await tx
    .updateTable('applicant_mails')
    .set({
      applicant_id: owner,
      further_applicants: left.filter((id) => id !== owner),
      ...(isOrphan && { change_id: change }),
      ...(isBack && { state: again }),
      ...(!isBack && mail.state !== 'held' && { words: null }),
      subject: null,
      body: null,
      data_sealed: null,
    })
    .where(inOrganization(organizationId))
    .where('id', '=', mail.id)
    .execute()
}

/** Who holds a lock on another application may wait for this mail: then none is found, and the mail goes. */
async function findOther(
  tx: WholeTx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from applicants where ${inOrganization(organizationId)} and id = any(${ids}::uuid[])
    order by id limit 1 for key share skip locked`.execute(tx)
  return rows[0]?.id
}

const deleteCopies = (tx: WholeTx, ids: readonly string[]) =>
  sql`delete from local_mailbox where id = any(${ids}::uuid[])`.execute(tx)

/**
 * What was mailed to an address as an applicant's. The counts of src/data/rate-limits.ts stay: an organization that may remove a
 * person could otherwise mail that person without end.
 */
export async function deleteMailsToAddress(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await sql`
    delete from mail_outbox where ${inOrganization(organizationId)}
      and id = any(array(select mails_to_address(${email}, ${[...applicantMails]}::text[])))`.execute(
    tx,
  )
}
