// Files and folders that no other user of the machine may read. Windows has no such modes: nothing happens there.
import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'

/** The rights of the group and of everybody else. */
const OTHERS = 0o077

/** How much of a folder is looked at. */
type Depth =
  /** The folder alone. */
  | 'itself'
  /**
   * Its content where the folder was open. Behind a closed one nothing can be reached, and no start may wait for a hundred thousand
   * files.
   */
  | 'reachable'
  | 'whole'

/**
 * Takes the rights of all other users away from a file or a folder; does nothing where there is none. Returns what could not be closed,
 * with the reason.
 */
export function makePrivate(place: string, depth: Depth = 'reachable'): string | undefined {
  if (process.platform === 'win32') return undefined
  // A folder that the operator names may be a link to another disk.
  const found = statSync(place, { throwIfNoEntry: false })
  return found && close(place, found, depth)
}

function close(place: string, found: Stats, depth: Depth): string | undefined {
  const isOpen = (found.mode & OTHERS) !== 0
  let problem: string | undefined
  try {
    if (isOpen) chmodSync(place, found.isDirectory() ? 0o700 : 0o600)
    // Some file systems have no modes, and do as if.
    if (isOpen && found.isDirectory() && (statSync(place).mode & OTHERS) !== 0)
      return `${place} (no modes)`
    const isDeep = depth === 'whole' || (depth === 'reachable' && isOpen)
    for (const name of isDeep && found.isDirectory() ? readdirSync(place) : []) {
      const inside = path.join(place, name)
      const next = lstatSync(inside, { throwIfNoEntry: false })
      // What a link leads to is not ours.
      if (next && !next.isSymbolicLink()) problem = close(inside, next, 'whole') ?? problem
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    // A server that runs may have deleted it meanwhile.
    if (code !== 'ENOENT') problem = `${place} (${code})`
  }
  return problem
}
