// Whether suites have a pooler: in their long form, where there is one.
import { findPooler, poolerKnowsNames } from '../servers/pooler.ts'
import { isLong } from './extent.ts'

export const hasPooler = isLong && (await findPooler())
if (isLong && !hasPooler) {
  console.warn('No pooler is tried: pgbouncer is missing and cannot be installed here.')
}
export const knowsNames = hasPooler && poolerKnowsNames()
