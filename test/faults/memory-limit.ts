// A limit of memory around a process, where the machine lets us set one (Linux, control groups of version 1 or 2, as root).
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** The promised size of the whole process: docs/security.md. */
const BYTES = 2 * 1024 ** 3

export type MemoryLimit = {
  /** When the process has ended. */
  remove: () => void
}

/** Undefined where the machine allows no such limit. */
export function limitMemory(pid: number): MemoryLimit | undefined {
  const [root, file] = existsSync('/sys/fs/cgroup/memory')
    ? ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
    : ['/sys/fs/cgroup', 'memory.max']
  const group = `${root}/storehand-test-${pid}`
  try {
    mkdirSync(group)
    writeFileSync(`${group}/${file}`, String(BYTES))
    writeFileSync(`${group}/cgroup.procs`, String(pid))
    return { remove: () => rmdirSync(group) }
  } catch {
    return undefined
  }
}
