// A process that leases a store notice and never finishes; started and killed by task-processes.test.ts.
import { readConfig } from '#config'
import { startTaskWorker } from '#features/tasks/work-tasks.ts'
import { openStorehand } from '../../src/open.ts'
import { taskDefinitions } from '../../src/schedule.ts'

/** The lease expires this soon after the process was killed. */
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
