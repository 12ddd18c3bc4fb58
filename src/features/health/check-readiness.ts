// Readiness: whether the database and the file storage store what they are given, and have space for more.
import { ping } from '#data/database.ts'
import { upsertReadinessCheck } from '#data/readiness.ts'
import { readVolumes } from '#gateways/volumes.ts'
import type { Deps } from '../deps.ts'

/**
 * For so long a good answer counts, no matter who asks and however often: each check is a commit and three requests to the storage. After a
 * bad one the next check may come sooner, so that it is noticed when the fault is over.
 */
const KEPT_MS = { ready: 30_000, notReady: 1000 }

/** Less than this is filled within a minute: a file of the database's log has 16 MB, and the largest CV 10 MB. */
const FREE_BYTES = 50_000_000

/** What has to work, under the sentence for the log where it does not. */
const checks: Readonly<Record<string, (deps: Deps) => Promise<void>>> = {
  'the database does not store': ({ db }) => upsertReadinessCheck(db.queries),
  'the storage of files does not store or does not give back': ({ files }) => files.check(),
  'a disk is nearly full': checkSpace,
}

async function checkSpace({ volumes: { data, cvs } }: Deps): Promise<void> {
  const read = await readVolumes({ data, ...(cvs !== undefined && { cvs }) })
  for (const { folder, free } of read) {
    if (free >= FREE_BYTES) continue
    const [left, needed] = [free, FREE_BYTES].map((bytes) => Math.floor(bytes / 1e6))
    throw new Error(`${folder}: ${left} MB free; ${needed} MB are needed`)
  }
}

async function findFault(deps: Deps): Promise<boolean> {
  const found = await Promise.all(
    Object.entries(checks).map(([fault, check]) =>
      check(deps).then(
        () => false,
        (error: unknown) => {
          warn(deps, fault, error)
          return true
        },
      ),
    ),
  )
  return found.includes(true)
}

function warn({ log, warnOfExternalFailure }: Deps, fault: string, error: unknown): void {
  if (warnOfExternalFailure(error, `not ready: ${fault}`)) return
  log.warn({ err: error }, `not ready: ${fault}`)
}

/** One for the process: anyone who asks while a check runs gets its result. */
export function createReadiness(deps: Deps): () => Promise<boolean> {
  let check: { result: Promise<boolean>; until: number } | undefined
  function isWorking(): Promise<boolean> {
    if (check && performance.now() < check.until) return check.result
    const result = findFault(deps).then((isFaulty) => {
      current.until = performance.now() + (isFaulty ? KEPT_MS.notReady : KEPT_MS.ready)
      return !isFaulty
    })
    const current = { result, until: Infinity }
    check = current
    return result
  }
  return async () => {
    try {
      // Each time: that the database is away has to be known at once.
      await ping(deps.db.queries)
    } catch (error) {
      warn(deps, 'the database does not answer', error)
      return false
    }
    return isWorking()
  }
}
