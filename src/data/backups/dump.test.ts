// What a copy of a database does not take over as it was: docs/operations.md.
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/databases/engines.ts'
import type { Database } from '../database.ts'
import { deleteDoneTask, leaseTasks, upsertTasks } from '../tasks/tasks.ts'
import { dumpDatabase, loadDatabase, type DumpedRows } from './dump.ts'

async function copy(from: Database, to: Database): Promise<void> {
  await to.pool.query('drop schema public cascade; create schema public')
  const parts = dumpDatabase(from)
  const { value: head } = await parts.next()
  if (!head || !('tables' in head)) throw new Error('A dump begins with its head')
  async function* rows(): AsyncGenerator<DumpedRows> {
    for await (const part of parts) if ('rows' in part) yield part
  }
  await loadDatabase(to, head, rows(), () => Promise.resolve())
}

test('a task that was in hand is due at once in the copy, and stays in hand where it was', async () => {
  const [from, to] = [await openTestDatabase('embedded'), await openTestDatabase('postgres')]
  try {
    await from.transaction((tx) =>
      upsertTasks(tx, [{ kind: 'check-cv', key: 'a CV', organization_id: null }]),
    )
    const lease = (db: Database) =>
      leaseTasks(db.queries, { kind: 'check-cv', most: 1, seconds: 600, moved: 0 })
    const [leased] = await lease(from)
    expect(leased).toMatchObject({ key: 'a CV', attempts: 1 })
    await copy(from, to)
    const [again] = await lease(to)
    expect(again).toMatchObject({ key: 'a CV', attempts: 2 })
    expect(await lease(from)).toEqual([])
    await deleteDoneTask(to.queries, again!, 0)
  } finally {
    await from.close()
    await to.close()
  }
})
