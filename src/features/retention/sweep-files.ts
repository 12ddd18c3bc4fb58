// Removes what nobody's row owns: half-written uploads, unclaimed files, expired proofs and their mails.
import { RETENTION } from '#domain/retention.ts'
import { deleteUnclaimedCvs, listOwnedKeys } from '#data/cvs.ts'
import { deleteOldVerificationMails } from '#data/mails.ts'
import { deleteOldUses } from '#data/usage.ts'
import { deleteExpiredVerifications, updateEndedVerifications } from '#data/verification.ts'
import type { Deps } from '../deps.ts'

const BATCH = 200

/** Uploads that no application came for, rows and files. Cheap enough to look for often. */
export async function sweepUnclaimedCvs(deps: Deps): Promise<void> {
  const before = deps.clock.now().getTime() - RETENTION.unclaimedCvMinutes * 60_000
  await deps.files.discard(await deleteUnclaimedCvs(deps.db.queries, new Date(before)))
}

/** Returns how many stored files it removed. Safe to run at any time, and twice. */
export async function sweepFiles(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime()
  await sweepUnclaimedCvs(deps)
  await updateEndedVerifications(deps.db.queries, new Date(now))
  const endedBefore = new Date(now - RETENTION.endedProofDays * 86_400_000)
  await deleteExpiredVerifications(deps.db.queries, endedBefore)
  const mailsBefore = new Date(now - RETENTION.verificationMailDays * 86_400_000)
  await deleteOldVerificationMails(deps.db.queries, mailsBefore)
  await deleteOldUses(deps.db.queries, new Date(now - 2 * 86_400_000))

  const before = new Date(now - RETENTION.orphanFileSeconds * 1000)
  await deps.files.sweepStaging(before)
  let removed = 0
  let batch: string[] = []
  const sweepBatch = async () => {
    const owned = await listOwnedKeys(deps.db.queries, batch)
    for (const key of batch) {
      if (owned.has(key)) continue
      await deps.files.remove(key)
      removed += 1
    }
    batch = []
  }
  for await (const key of deps.files.listOlder('cvs', before)) {
    batch.push(key)
    if (batch.length === BATCH) await sweepBatch()
  }
  await sweepBatch()
  return removed
}
