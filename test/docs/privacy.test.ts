// docs/privacy.md names every column with personal data, and says why, how long and for whom; the others are in
// other-columns.ts.
import { expect, test } from 'vitest'
import { openTestDatabase } from '../databases/engines.ts'
import { dataMap } from './data-map.ts'

/** Names that only columns about people have. */
const ABOUT_PEOPLE =
  /(?:^|_)(?:email|first_name|last_name|phone|recipient|user_id|user_agent|ip_address|password)$/

// shows: interface-74
test('each column is in the data map, and personal data has a reason, a term and readers', async () => {
  const db = await openTestDatabase('postgres')
  const { rows } = await db.pool.query<{ table: string; columns: string[] }>(
    `select table_name as "table", array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  await db.close()
  expect([...dataMap.keys()].toSorted()).toEqual(rows.map(({ table }) => table).toSorted())
  for (const { table, columns } of rows) {
    const { personal = [], other = [], reasons = [] } = dataMap.get(table) ?? {}
    expect([...personal, ...other].toSorted(), table).toEqual(columns.toSorted())
    if (personal.length > 0) {
      expect(reasons, table).toHaveLength(3)
      expect(
        reasons.filter((cell) => cell.length < 4),
        table,
      ).toEqual([])
    }
    expect(
      other.filter((name) => ABOUT_PEOPLE.test(name)),
      table,
    ).toEqual([])
  }
})
