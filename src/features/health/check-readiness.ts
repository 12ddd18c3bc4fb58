// Readiness: whether the database and the file storage answer.
import { ping } from '#data/database.ts'
import type { Deps } from '../deps.ts'

export async function checkReadiness(deps: Deps): Promise<boolean> {
  try {
    await Promise.all([ping(deps.db.queries), deps.files.check()])
    return true
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready')
    return false
  }
}
