// Whether this process can do its work: the database and the storage answer.
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
