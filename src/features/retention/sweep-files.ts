// Removes unreferenced files and expired rows: incomplete uploads, unused CVs, expired verifications, old mails, rate limits.
import path from 'node:path'
import { LOGO_FOLDER } from '#domain/organizations/brand.ts'
import type { Cutoff, DeletionTime } from '#domain/retention/deletion-time.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { deleteExpiredAccountCodes } from '#data/accounts/account-codes.ts'
import { deleteExpiredFlows } from '#data/accounts/identities.ts'
import { deleteExpiredPasskeyChallenges } from '#data/accounts/passkeys.ts'
import { deleteExpiredSessions } from '#data/accounts/sessions.ts'
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
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

const BATCH = 200
const HOUR = 3600
const DAY = 24 * HOUR

/** Removes uploads without an application, rows and files. Cheap enough to run often. */
export async function sweepUnclaimedCvs(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteUnclaimed(deps, time)
}

async function deleteUnclaimed({ db, files }: Deps, time: DeletionTime): Promise<void> {
  const before = time.ago(RETENTION.unclaimedCvMinutes * 60)
  await files.discard(await deleteUnclaimedCvs(db.queries, before))
}

/** Returns how many stored files it removed. Idempotent. */
export async function sweepFiles(deps: Deps): Promise<number> {
  const time = await believedTime(deps)
  if (!time) return 0
  await deleteUnclaimed(deps, time)
  const { queries: db } = deps.db
  await updateEndedVerifications(db, time.now)
  await deleteExpiredVerifications(db, time.ago(RETENTION.endedProofDays * DAY))
  await deleteOldPassingMails(db, time.ago(RETENTION.passingMailDays * DAY))
  await deleteOldMailCounts(db, time.ago(DAY + HOUR))
  await deleteExpiredAccountCodes(db, time.ago(DAY))
  await deleteExpiredFlows(db, time.ago(HOUR))
  await deleteExpiredPasskeyChallenges(db, time.ago(HOUR))
  await deleteExpiredSessions(db, time.machine)
  await deleteOldUses(db, time.ago(2 * DAY))

  const before = time.ago(RETENTION.orphanFileSeconds)
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
  before: Cutoff,
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
