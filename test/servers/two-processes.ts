// Two server processes on one database, and what stands in front of them.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { openPostgres } from '#data/postgres.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'

export type TwoProcesses = { one: TestApp; two: TestApp; close(): Promise<void> }

export async function openTwoProcesses(): Promise<TwoProcesses> {
  const server = await createPostgresDatabase()
  const env = { SECRET_KEY: randomBytes(32).toString('hex') }
  const open = async () =>
    createTestApp({
      database: await openPostgres(server.url, { connections: 5 }),
      env,
      work: 'queued',
    })
  const [one, two] = [await open(), await open()]
  return {
    one,
    two,
    async close() {
      await Promise.all([one.close(), two.close()])
      await Promise.all([one, two].map(({ deps }) => deps.db.close()))
      await server.drop()
    },
  }
}

export type Front = Awaited<ReturnType<typeof startFront>>

/** What stands in front of several processes: sends to one of them, or to none; or lets no answer through. */
export async function startFront() {
  let target: URL | undefined
  let isMute = false
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    if (!target) return socket.destroy()
    const inner = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (from === socket || !isMute) to.write(bytes)
      })
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sendTo(app: TestApp | undefined) {
      target = app && new URL(app.url)
      isMute = false
      for (const socket of sockets) socket.destroy()
    },
    /** What is asked arrives, what is answered does not, and every connection stays open. */
    mute() {
      isMute = true
    },
    close: () => listener.close(),
  }
}
