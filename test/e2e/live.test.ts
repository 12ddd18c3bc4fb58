// A dashboard whose server goes away while people apply: it says so, comes back by itself, and nothing is missing or there twice.
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser.ts'
import { createPostgresDatabase } from '../database.ts'
import { openPostgres } from '#data/postgres.ts'
import type { Database } from '#data/database.ts'
import type { JobPost } from '#domain/jobs.ts'

let server: Awaited<ReturnType<typeof createPostgresDatabase>>
let databases: Database[]
let one: TestApp
let two: TestApp
let owner: Member
let job: JobPost
let front: Awaited<ReturnType<typeof startFront>>

/** What stands in front of several processes: sends to one of them, or to none. */
async function startFront() {
  let target: URL | undefined
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    if (!target) return socket.destroy()
    const inner = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
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
      for (const socket of sockets) socket.destroy()
    },
    close: () => listener.close(),
  }
}

beforeAll(async () => {
  server = await createPostgresDatabase()
  databases = [await openPostgres(server.url, 5), await openPostgres(server.url, 5)]
  const env = { SECRET_KEY: randomBytes(32).toString('hex') }
  one = await createTestApp({ database: databases[0]!, env })
  two = await createTestApp({ database: databases[1]!, env })
  owner = await one.owner()
  job = await one.job(owner)
  front = await startFront()
})
afterAll(async () => {
  front.sendTo(undefined)
  front.close()
  await Promise.all([one.close(), two.close()])
  await Promise.all(databases.map((database) => database.close()))
  await server.drop()
})

async function apply(app: TestApp, firstName: string): Promise<void> {
  const token = await app.grant(`${firstName.toLowerCase()}@example.com`, job)
  const answer = await app.visitor().form('/api/applications', { token, firstName, lastName: 'B' })
  expect(answer.status).toBe(201)
}

test('what came while the server was away is there when another one takes over, once', async () => {
  front.sendTo(one)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const [name = '', ...value] = owner.cookie.split('=')
  await page.context().addCookies([{ name, value: value.join('='), url: front.url }])
  await page.goto(`${front.url}/admin/applicants`)
  const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })
  await expect(status('Live')).toBeVisible()
  const rows = page.getByRole('button', { name: /^View profile of / })

  // Made by one process, seen through the other.
  await apply(two, 'Amara')
  await expect(rows).toHaveCount(1)

  front.sendTo(undefined)
  await expect(status('Reconnecting…')).toBeVisible()
  for (const person of ['Bela', 'Chidi', 'Dana']) await apply(two, person)
  await expect(
    page.getByText('No connection to the server. New applications appear when it is back.'),
  ).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(1)

  front.sendTo(two)
  await expect(status('Live')).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()
  await apply(one, 'Ebo')
  await expect(rows).toHaveCount(5)
  const names = await rows.evaluateAll((all) => all.map((row) => row.textContent))
  expect(new Set(names).size).toBe(5)
  await page.context().close()
})
