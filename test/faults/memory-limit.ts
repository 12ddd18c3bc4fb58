// A limit of memory for a process, where the machine lets us set one (Linux, control groups of version 1 or 2, as root).
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

export type MemoryLimit = {
  /** For `startProgram`: the program enters the group before it begins. */
  settings: { TEST_MEMORY_GROUP: string }
  /** How often the kernel ended a process of the group. */
  killed: () => number
  /** When the process has ended. */
  remove: () => void
}

let groups = 0

/** Undefined where the machine allows no such limit. */
export function limitMemory(megabytes: number): MemoryLimit | undefined {
  const [root, limit, events] = existsSync('/sys/fs/cgroup/memory')
    ? ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.oom_control']
    : ['/sys/fs/cgroup', 'memory.max', 'memory.events']
  const group = `${root}/storehand-test-${process.pid}-${(groups += 1)}`
  try {
    mkdirSync(group)
    writeFileSync(`${group}/${limit}`, String(megabytes * 1024 ** 2))
    return {
      settings: { TEST_MEMORY_GROUP: group },
      killed: () =>
        Number(/^oom_kill (\d+)$/m.exec(readFileSync(`${group}/${events}`, 'utf8'))?.[1]),
      remove: () => rmdirSync(group),
    }
  } catch {
    return undefined
  }
}
