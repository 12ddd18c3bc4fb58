// `npm run tasks`: lists background work that was given up; `npm run tasks -- retry [kind key]` retries it.
import path from 'node:path'
import { readConfig } from '#config'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { openPostgres } from '#data/postgres.ts'
import { listGivenUpTasks, updateGivenUpTasksDue } from '#data/tasks/tasks.ts'

const config = readConfig(process.env)
const database = config.databaseUrl
  ? await openPostgres(config.databaseUrl, { connections: 1 })
  : await openEmbeddedDatabase(path.resolve(config.dataDir, 'database'))
const [act, kind, key] = process.argv.slice(2)
if (act === 'retry') {
  const one = kind === undefined || key === undefined ? undefined : { kind, key }
  const count = await updateGivenUpTasksDue(database.queries, one)
  console.log(`${count} tasks are tried again, by a server that runs now or is started next.`)
} else {
  const tasks = await listGivenUpTasks(database.queries)
  for (const task of tasks) {
    console.log(`${task.given_up_at}  ${task.kind} ${task.key}  ${task.last_error}`)
  }
  if (tasks.length === 0) console.log('Nothing was given up.')
}
await database.close()
