// `npm run tasks`: lists background work that was given up; `npm run tasks -- retry [kind key]` retries it.
import { listGivenUpTasks, updateGivenUpTasksDue } from '#data/tasks/tasks.ts'
import { runWithDatabase } from './run-with-database.ts'

const [act, kind, key] = process.argv.slice(2)
await runWithDatabase(async ({ queries }) => {
  if (act === 'retry') {
    const one = kind === undefined || key === undefined ? undefined : { kind, key }
    const count = await updateGivenUpTasksDue(queries, one)
    console.log(`${count} tasks are tried again, by a server that runs now or is started next.`)
    return
  }
  const tasks = await listGivenUpTasks(queries)
  for (const task of tasks) {
    console.log(`${task.given_up_at}  ${task.kind} ${task.key}  ${task.last_error}`)
  }
  if (tasks.length === 0) console.log('Nothing was given up.')
})
