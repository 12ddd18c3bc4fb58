// Rights that were used after an archive was made, done again in a restored database before it is committed.
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import {
  newestActs,
  type CopiedAct,
  type CopiedEntry,
  type InvitationState,
} from '#domain/backups/copied-acts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dueAt } from '#domain/rights/rights.ts'
import { deleteAccount, deleteOrganization } from '../accounts/account-closings.ts'
import { insertAuditEvent, updateAuditOriginsEmptied } from '../audit/audit.ts'
import type { WholeTx } from '../database.ts'
import { deleteProofAgain } from '../retention/erasures.ts'
import { findOpenObjection, insertRightsRequest } from '../rights/rights-requests.ts'
import { deleteStoreAnswers, deleteStoreData } from '../store/store-data.ts'
import { findStoredSession } from '../store/store-sessions.ts'
import { updateStoreUninstalled } from '../store/ended-stores.ts'
import { transactionOn } from './dump.ts'

/** `repeated`: how many things were not as they are now. `files`: no row refers to them now. */
export type RepeatedActs = { repeated: number; files: string[] }

/** After the erasures. */
export async function repeatActs(
  client: PoolClient,
  entries: readonly CopiedEntry[],
): Promise<RepeatedActs> {
  const tx = transactionOn(client)
  const done: RepeatedActs = { repeated: 0, files: [] }
  for (const act of newestActs(entries)) {
    // The functions that find mails use the organization of the transaction.
    await sql`select set_config('storehand.organization_id', ${act.organization_id ?? ''}, true)`.execute(
      tx,
    )
    if (await repeat(tx, act, done.files)) done.repeated += 1
  }
  // What is in use is asked again: the folder can be another one here.
  await tx.deleteFrom('backup_folders').execute()
  return done
}

/** False where it is so already, or what it is about is not in the archive. */
async function repeat(tx: WholeTx, act: CopiedAct, files: string[]): Promise<boolean> {
  const { subject } = act
  const changed = async (query: ReturnType<typeof sql<unknown>>) =>
    Number((await query.execute(tx)).numAffectedRows ?? 0) > 0
  switch (act.kind) {
    case 'application': {
      const { state } = act
      const isChanged = await changed(sql`
        update applicants set restricted_at = given.restricted_at, objected_at = given.objected_at,
          upheld_at = given.upheld_at, withdrawn_at = given.withdrawn_at, no_contact_at = given.no_contact_at, kept_at = given.kept_at,
          link_generation = given.link_generation
        from jsonb_to_record(${JSON.stringify(state)}::jsonb) as given (restricted_at timestamptz, objected_at timestamptz,
          upheld_at timestamptz, withdrawn_at timestamptz, no_contact_at timestamptz, kept_at timestamptz, link_generation integer)
        where id = ${subject}::uuid and organization_id = ${act.organization_id}::uuid
          and (applicants.restricted_at, applicants.objected_at, applicants.upheld_at, applicants.withdrawn_at,
            applicants.no_contact_at, applicants.kept_at, applicants.link_generation)
          is distinct from (given.restricted_at, given.objected_at, given.upheld_at, given.withdrawn_at,
            given.no_contact_at, given.kept_at, given.link_generation)`)
      if (isChanged && state.objected_at) await enterObjection(tx, act, state.objected_at)
      return isChanged
    }
    case 'proof': {
      const proof = await deleteProofAgain(tx, organizationOf(act), subject)
      files.push(...(proof ?? []))
      return proof !== undefined
    }
    case 'request':
      return changed(sql`
        update rights_requests set email = null, words = null, reason = null,
          completed_at = coalesce(completed_at, ${act.state.completed_at}::timestamptz),
          outcome = coalesce(outcome, ${act.state.outcome})
        where id = ${subject}::uuid and organization_id = ${act.organization_id}::uuid and email is not null`)
    case 'store':
      return deleteStoreAgain(tx, act)
    case 'invitation_key':
      return changed(sql`
        insert into job_invitation_keys (organization_id, key_sealed)
        select id, ${act.state.key_sealed} from organizations where id = ${act.organization_id}::uuid
        on conflict do nothing`)
    case 'invitation':
      if ('forgotten' in act.state) {
        return changed(sql`
          delete from job_invitations
          where organization_id = ${act.organization_id}::uuid and address_hash = decode(${subject}, 'hex')`)
      }
      return repeatPreferences(tx, act, act.state)
    case 'closing':
      if (act.state.closes_at === null) {
        return changed(sql`delete from account_closings where user_id = ${subject}::uuid`)
      }
      return changed(sql`
        insert into account_closings (user_id, closes_at)
        select id, ${act.state.closes_at}::timestamptz from users where id = ${subject}::uuid
        on conflict do nothing`)
    case 'member':
      if ('is_deleted' in act.state) return deleteMember(tx, subject)
      return changed(sql`
        update profiles set organization_id = given.organization_id,
          role = case when given.organization_id is null then 'staff' else ${act.state.role} end,
          is_approved = given.organization_id is not null and ${act.state.is_approved}
        from (select (select id from organizations where id = ${act.state.organization_id}::uuid) as organization_id) as given
        where profiles.id = ${subject}::uuid
          and (profiles.organization_id, profiles.role, profiles.is_approved)
          is distinct from (given.organization_id,
            case when given.organization_id is null then 'staff' else ${act.state.role} end,
            given.organization_id is not null and ${act.state.is_approved})`)
    case 'organization': {
      const known = await tx
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', organizationOf(act))
        .executeTakeFirst()
      if (!known) return false
      await deleteOrganization(tx, known.id)
      await insertAuditEvent(tx, null, {
        actor_id: null,
        action: 'organization.deleted',
        resource_type: 'organization',
        resource_id: known.id,
      })
      return true
    }
  }
}

/** The log is encrypted and authenticated: this installation has written it. */
const organizationOf = ({ organization_id }: CopiedAct) => organization_id as OrganizationId

/** An objection hides the person until somebody decides it, so it stands in the register, whose own row is lost. */
async function enterObjection(tx: WholeTx, act: CopiedAct, objectedAt: string): Promise<void> {
  const [organizationId, { subject }] = [organizationOf(act), act]
  if (await findOpenObjection(tx, organizationId, subject)) return
  const requested_at = new Date(objectedAt)
  await insertRightsRequest(tx, organizationId, {
    applicant_id: subject,
    kind: 'objection',
    came_by: 'applicant_page',
    verified_by: 'signed_link',
    recorded_by: null,
    requested_at,
    due_at: dueAt(requested_at),
  })
}

/** Where mail is allowed again, the row of an invitation stays. */
async function repeatPreferences(
  tx: WholeTx,
  act: CopiedAct,
  { unsubscribed_at, no_contact_at = null }: InvitationState,
): Promise<boolean> {
  const { numAffectedRows } = await (
    unsubscribed_at === null
      ? sql`
        update job_invitations set unsubscribed_at = null, no_contact_at = null
        where organization_id = ${act.organization_id}::uuid and address_hash = decode(${act.subject}, 'hex')
          and unsubscribed_at is not null and invited_at is not null`
      : sql`
        insert into job_invitations as known (organization_id, address_hash, invited_at, unsubscribed_at, no_contact_at)
        select id, decode(${act.subject}, 'hex'), null, ${unsubscribed_at}::timestamptz, ${no_contact_at}::timestamptz
        from organizations where id = ${act.organization_id}::uuid
        on conflict (organization_id, address_hash)
        do update set unsubscribed_at = excluded.unsubscribed_at, no_contact_at = excluded.no_contact_at
        where (known.unsubscribed_at, known.no_contact_at)
          is distinct from (excluded.unsubscribed_at, excluded.no_contact_at)`
  ).execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** As when the store asked for it (redact-shop.ts); its applications are in the ledger of erasures, its verifications are acts of their own. */
async function deleteStoreAgain(tx: WholeTx, act: CopiedAct): Promise<boolean> {
  const known = await findStoredSession(tx, act.subject)
  const deletedAt = new Date(act.acted_at)
  // In the archive it is connected again already.
  if (!known || Date.parse(known.connected_at) > deletedAt.getTime()) return false
  const { shop, organization_id: organizationId } = known
  await updateStoreUninstalled(tx, shop, deletedAt)
  if (organizationId) await deleteStoreAnswers(tx, organizationId, shop)
  return deleteStoreData(tx, organizationId, shop)
}

async function deleteMember(tx: WholeTx, userId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('profiles')
    .select(['id as user_id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) return false
  await deleteAccount(tx, account)
  await updateAuditOriginsEmptied(tx, userId)
  await insertAuditEvent(tx, null, {
    actor_id: null,
    action: 'account.deleted',
    resource_type: 'user',
    resource_id: userId,
  })
  return true
}
