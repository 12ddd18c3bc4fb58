// A process of its own that takes a notice of a store in hand and never comes to its end: started and killed by task-processes.test.ts.
import { readConfig } from '#config'
import { startTaskWorker } from '#features/tasks/work-tasks.ts'
import { openStorehand } from '../src/open.ts'
import { taskDefinitions } from '../src/schedule.ts'

/** So soon the notice is free again after the process died. */
const LEASE_SECONDS = 2

const { deps } = await openStorehand(readConfig(process.env), {
  appUrl: 'http://localhost',
  work: 'none',
})
const { pause: _, ...notice } = taskDefinitions['work-store-notice']
await startTaskWorker(deps, {
  ...taskDefinitions,
  'work-store-notice': {
    ...notice,
    leaseSeconds: LEASE_SECONDS,
    work(_deps, { key }) {
      process.send?.(key)
      return new Promise(() => {})
    },
  },
})
