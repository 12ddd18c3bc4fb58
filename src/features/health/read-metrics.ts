// Reads the metrics: what this process counted, and what the database holds now.
import { readBackupMeasures } from '#data/backups/copied-acts.ts'
import { findUsedCvSpace } from '#data/cvs/cv-space.ts'
import { findTimeDoubt, readClockDifference } from '#data/retention/clock.ts'
import { countErasures } from '#data/retention/ledger.ts'
import { countStoppedRetention } from '#data/retention/retention.ts'
import { listLongestQueues, listTaskMeasures } from '#data/tasks/task-measures.ts'
import { listDeadRows } from '#data/vacuum.ts'
import type { Measure } from '#gateways/metrics.ts'
import { readVolumes } from '#gateways/volumes.ts'
import type { Deps } from '../deps.ts'

/** How many organizations and tables are listed: each is a series in the memory of the operator's Prometheus. */
const LISTED = 5

/** While the database is unreachable the metrics of the process are still returned, and report that. */
export async function readMetrics(deps: Deps): Promise<{ type: string; text: string } | undefined> {
  return deps.metrics?.read(() =>
    measure(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the database could not be measured')
      return undefined
    }),
  )
}

async function measure({
  db: { queries: db },
  clock,
  backups,
  volumes,
  cvQuota,
}: Deps): Promise<Measure[]> {
  const [tasks, queues, erasures, copies, stopped, difference, doubt, cvSpace, tables, places] =
    await Promise.all([
      listTaskMeasures(db),
      listLongestQueues(db, LISTED),
      countErasures(db),
      readBackupMeasures(db),
      countStoppedRetention(db),
      readClockDifference(db, clock.machine()),
      findTimeDoubt(db, clock.machine()),
      findUsedCvSpace(db),
      listDeadRows(db, LISTED),
      readVolumes(volumes),
    ])
  const since = copies.last_backup_at === null ? -Infinity : Date.parse(copies.last_backup_at)
  return [
    ...tasks.flatMap(({ kind, oldest_seconds, success_seconds, ...counts }): Measure[] => [
      ...Object.entries(counts).map(([state, count]): Measure => [
        'storehand_tasks',
        count,
        { kind, state },
      ]),
      ['storehand_task_oldest_due_seconds', oldest_seconds, { kind }],
      ...(success_seconds === null
        ? []
        : [['storehand_task_success_age_seconds', success_seconds, { kind }] as const]),
    ]),
    ...queues.map(({ hash, tasks: count }): Measure => [
      'storehand_tasks_of_organization',
      count,
      { organization: hash },
    ]),
    ...erasures.map(({ reason, count }): Measure => ['storehand_erasures', count, { reason }]),
    ['storehand_backups_configured', backups ? 1 : 0],
    ...(backups
      ? ([
          ['storehand_backup_age_seconds', (clock.now().getTime() - since) / 1000],
          ['storehand_erasures_uncopied', copies.uncopied],
        ] as const)
      : []),
    ['storehand_retention_stopped', stopped],
    ['storehand_clock_difference_seconds', difference],
    ['storehand_deletions_stopped', doubt === undefined ? 0 : 1],
    ...places.flatMap(({ folder, free, size }): Measure[] => [
      ['storehand_volume_free_bytes', free, { folder }],
      ['storehand_volume_size_bytes', size, { folder }],
    ]),
    ['storehand_cv_space_bytes', cvSpace],
    ['storehand_cv_quota_bytes', cvQuota.all],
    ...tables.flatMap(({ table, rows, dead_rows }): Measure[] => [
      ['storehand_table_rows', rows, { table }],
      ['storehand_table_dead_rows', dead_rows, { table }],
    ]),
  ]
}
