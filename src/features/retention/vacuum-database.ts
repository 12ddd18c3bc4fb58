// Keeps the embedded engine quick as it grows; a server does the same by itself.
import { vacuumTables } from '#data/vacuum.ts'
import type { Deps } from '../deps.ts'

/** All tables once a day, at a time of low traffic (UTC, like all schedules); tables that have grown every hour. */
const HOUR_FOR_ALL = 3

export async function vacuumDatabase({ db, clock }: Deps): Promise<void> {
  if (db.hasAutovacuum) return
  const isNight = clock.now().getUTCHours() === HOUR_FOR_ALL
  await vacuumTables(db.queries, isNight ? 'all' : 'grown')
}
