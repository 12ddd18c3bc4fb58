// Times that a wrong clock of the database made up, which would stop something for as long as it was ahead.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { moment } from './tasks.ts'

/** Clocks that agree differ by less. */
const slack = sql`interval '10 minutes'`

/**
 * Sets what cannot be later than now to now: uses that count against a limit, mails that were counted and sent, and leases of a few minutes.
 * What somebody was to be told by then is told now.
 */
export async function updateTimesOfTheFuture(db: Queries, moved: number): Promise<void> {
  const now = moment(moved)
  const isLater = (column: string, most = sql`interval '0'`) =>
    sql`${sql.ref(column)} > ${now} + ${most} + ${slack}`
  const statements = [
    sql`update usage_times set times = array(select least(moment, ${now}) from unnest(times) as moment)
      where times[cardinality(times)] > ${now} + ${slack}`,
    sql`delete from mail_counts where ${isLater('hour')}`,
    sql`update notification_settings set applications_at = least(applications_at, ${now}), waiting_at = least(waiting_at, ${now})
      where ${isLater('applications_at')} or ${isLater('waiting_at')}`,
    sql`update notifications set due_at = ${now} where ${isLater('due_at', sql`interval '2 days'`)}`,
    sql`update email_verifications set customer_asked_until = null where ${isLater('customer_asked_until', sql`interval '1 hour'`)}`,
    sql`update store_sessions set refreshing_until = null where ${isLater('refreshing_until', sql`interval '1 hour'`)}`,
    sql`update page_syncs set running_until = null where ${isLater('running_until', sql`interval '1 hour'`)}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
