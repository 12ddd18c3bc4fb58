// The resources that a process has used, read from Linux.
import { readFileSync } from 'node:fs'

/** The value of `getconf CLK_TCK` on every current Linux. */
export const MS_PER_TICK = 10

/** The fields after the name of the program, which may contain spaces. */
export function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** User and system time of the process, all its threads, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** In megabytes. */
export function memoryOf(pid: number, field: 'Rss' | 'Pss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024
}
