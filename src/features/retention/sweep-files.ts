// Removes unreferenced files and expired rows: incomplete uploads, unused CVs, expired verifications, old mails, rate limits.
import path from 'node:path'
import { LOGO_FOLDER } from '#domain/organizations/brand.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { deleteExpiredAccountCodes } from '#data/accounts/account-codes.ts'
import { deleteUnclaimedCvs, listOwnedKeys } from '#data/cvs/cvs.ts'
import { deleteOldMailCounts } from '#data/mails/mail-counts.ts'
import { deleteOldPassingMails } from '#data/mails/mails.ts'
import { listPictureNames } from '#data/organizations/organizations.ts'
import { deleteOldUses } from '#data/rate-limits.ts'
import {
  deleteExpiredVerifications,
  updateEndedVerifications,
} from '#data/verification/verification.ts'
import { CHECKS_FOLDER } from '#gateways/files.ts'
import type { Deps } from '../deps.ts'

const BATCH = 200
const DAY_MS = 86_400_000

/** Removes uploads without an application, rows and files. Cheap enough to run often. */
export async function sweepUnclaimedCvs(deps: Deps): Promise<void> {
  const before = deps.clock.now().getTime() - RETENTION.unclaimedCvMinutes * 60_000
  await deps.files.discard(await deleteUnclaimedCvs(deps.db.queries, new Date(before)))
}

/** Returns how many stored files it removed. Idempotent. */
export async function sweepFiles(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime()
  await sweepUnclaimedCvs(deps)
  await updateEndedVerifications(deps.db.queries, new Date(now))
  const endedBefore = new Date(now - RETENTION.endedProofDays * DAY_MS)
  await deleteExpiredVerifications(deps.db.queries, endedBefore)
  const mailsBefore = new Date(now - RETENTION.passingMailDays * DAY_MS)
  await deleteOldPassingMails(deps.db.queries, mailsBefore)
  await deleteOldMailCounts(deps.db.queries)
  await deleteExpiredAccountCodes(deps.db.queries, new Date(now - DAY_MS))
  await deleteOldUses(deps.db.queries, new Date(now - 2 * DAY_MS))

  const before = new Date(now - RETENTION.orphanFileSeconds * 1000)
  await deps.files.sweepStaging(before)
  const cvs = await sweepFolder(deps, 'cvs', before, (keys) => listOwnedKeys(deps.db.queries, keys))
  const logos = await sweepFolder(deps, LOGO_FOLDER, before, async (keys) => {
    const names = keys.map((key) => path.posix.basename(key))
    const owned = await listPictureNames(deps.db.queries, names)
    return new Set(owned.map((name) => `${LOGO_FOLDER}/${name}`))
  })
  const checks = await sweepFolder(deps, CHECKS_FOLDER, before, async () => new Set())
  return cvs + logos + checks
}

/** Removes the folder's files that no row refers to. */
async function sweepFolder(
  deps: Deps,
  folder: string,
  before: Date,
  listOwned: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const sweepBatch = async () => {
    const owned = await listOwned(batch)
    for (const key of batch) {
      if (owned.has(key)) continue
      await deps.files.remove(key)
      removed += 1
    }
    batch = []
  }
  for await (const key of deps.files.listOlder(folder, before)) {
    batch.push(key)
    if (batch.length === BATCH) await sweepBatch()
  }
  await sweepBatch()
  return removed
}
