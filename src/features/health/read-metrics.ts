// Reads the metrics: what this process counted, and what the database holds now.
import { countErasures } from '#data/retention/ledger.ts'
import { listTaskMeasures } from '#data/tasks/task-measures.ts'
import type { Deps } from '../deps.ts'

/** While the database is unreachable the metrics of the process are still returned, and report that. */
export async function readMetrics(deps: Deps): Promise<{ type: string; text: string } | undefined> {
  if (!deps.metrics) return undefined
  const db = deps.db.queries
  const measures = await Promise.all([listTaskMeasures(db), countErasures(db)])
    .then(([tasks, erasures]) => ({ tasks, erasures }))
    .catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the database could not be measured')
      return undefined
    })
  return deps.metrics.read(measures)
}
