// Repeats the erasures in the copy of the ledger in a restored database, before it is committed.
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { ErasureReason } from '#domain/retention/erasures.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { deleteApplications, findApplicationToEraseAgain } from '../retention/erasures.ts'
import { insertErasures } from '../retention/ledger.ts'
import { transactionOn } from './dump.ts'

type LedgerEntry = {
  receipt: string
  /** From a file, so it must be checked against the database. */
  organization_id: unknown
  application_id: string
  reason: ErasureReason
  erased_at: string
}

/**
 * `erased`: were restored and erased again. `entered`: were not in the database; only their row of the ledger is
 * inserted. `files`: no row refers to them now.
 */
export type ErasedAgain = { erased: number; entered: number; files: string[] }

export async function eraseAgain(
  client: PoolClient,
  entries: readonly LedgerEntry[],
): Promise<ErasedAgain> {
  const tx = transactionOn(client)
  const done: ErasedAgain = { erased: 0, entered: 0, files: [] }
  for (const entry of entries) {
    const { rows } = await client.query<{ organization: OrganizationId | null; is_known: boolean }>(
      `select (select id from organizations where id = $1) as organization,
        exists (select from erasures where receipt = $2) as is_known`,
      [entry.organization_id, entry.receipt],
    )
    const organizationId = rows[0]?.organization
    if (!organizationId || rows[0]?.is_known) continue
    const { reason, receipt, erased_at } = entry
    const cause = { reason, again: { receipt, erased_at } }
    // The functions that find mails use the organization of the transaction.
    await sql`select set_config('storehand.organization_id', ${organizationId}, true)`.execute(tx)
    const application = await findApplicationToEraseAgain(tx, organizationId, entry.application_id)
    if (application) {
      const { files } = await deleteApplications(tx, organizationId, [application], cause)
      done.files.push(...files)
      done.erased += 1
    } else {
      await insertErasures(tx, organizationId, [entry.application_id], cause)
      done.entered += 1
    }
  }
  // Sessions of that time may have been ended since, or their device lost.
  await client.query('delete from sessions')
  return done
}
