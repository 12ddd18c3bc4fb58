// The cloned databases must be fresh, separate, and deleted after use.
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPostgresDatabase, loadEmbedded } from './databases/database.ts'

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

test('two PostgreSQL databases do not see each other', async () => {
  const [one, other] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()])
  await ask(one.url, 'create table only_here (id int)')
  await expect(ask(other.url, 'select * from only_here')).rejects.toThrow('does not exist')
  await Promise.all([one.drop(), other.drop()])
  await expect(ask(one.url, 'select 1')).rejects.toThrow('does not exist')
})

test('two embedded databases do not see each other', { tags: 'slow' }, async () => {
  const [one, other] = await Promise.all([loadEmbedded(), loadEmbedded()])
  await one.exec('create table only_here (id int)')
  await expect(other.query('select * from only_here')).rejects.toThrow('does not exist')
  await Promise.all([one.close(), other.close()])
})
