// Reads the metrics: what this process counted, and what the database holds now.
import { readBackupMeasures } from '#data/backups/copied-acts.ts'
import { findTimeDoubt, readClockDifference } from '#data/retention/clock.ts'
import { countErasures } from '#data/retention/ledger.ts'
import { countStoppedRetention } from '#data/retention/retention.ts'
import { listTaskMeasures } from '#data/tasks/task-measures.ts'
import type { Measures } from '#gateways/metrics.ts'
import type { Deps } from '../deps.ts'

/** While the database is unreachable the metrics of the process are still returned, and report that. */
export async function readMetrics(deps: Deps): Promise<{ type: string; text: string } | undefined> {
  if (!deps.metrics) return undefined
  const measures = await measure(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the database could not be measured')
    return undefined
  })
  return deps.metrics.read(measures)
}

async function measure({ db: { queries: db }, clock, backups }: Deps): Promise<Measures> {
  const [tasks, erasures, copies, stopped, clock_seconds, doubt] = await Promise.all([
    listTaskMeasures(db),
    countErasures(db),
    readBackupMeasures(db),
    countStoppedRetention(db),
    readClockDifference(db, clock.machine()),
    findTimeDoubt(db, clock.machine()),
  ])
  const since = copies.last_backup_at === null ? -Infinity : Date.parse(copies.last_backup_at)
  return {
    tasks,
    erasures,
    stopped,
    clock_seconds,
    is_time_doubted: doubt !== undefined,
    backups: backups && {
      uncopied: copies.uncopied,
      age_seconds: (clock.now().getTime() - since) / 1000,
    },
  }
}
