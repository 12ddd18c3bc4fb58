// The processor time of a Postgres server and all its child processes, read from Linux.
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { MS_PER_TICK, statOf } from './process-usage.ts'

/** `parent`, and ticks of its own and of its ended children. */
function ticksOf(pid: string): { parent: string; own: number; ended: number } | undefined {
  try {
    const fields = statOf(pid)
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1])
    return { parent: fields[1] ?? '', own: ticks(11), ended: ticks(13) }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

/** Asks the server for its process once; the answer reads its processor time in milliseconds whenever it is called. */
export async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = ticksOf(String(rows[0]?.pid))?.parent ?? ''
  await client.end()
  return () => {
    const { own = 0, ended = 0 } = ticksOf(server) ?? {}
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(ticksOf)
      .filter((stat) => stat?.parent === server)
    return children.reduce((sum, stat) => sum + (stat?.own ?? 0), own + ended) * MS_PER_TICK
  }
}
