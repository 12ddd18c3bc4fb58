// A dashboard whose server is unreachable: it shows so, reconnects by itself, and nothing is missing, lost or
// duplicated.
import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { connectBrowser, expect, newPage } from '../browser/browser.ts'
import { createPostgresDatabase } from '../database.ts'
import { openPostgres } from '#data/postgres.ts'
import type { Database } from '#data/database.ts'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'

let server: Awaited<ReturnType<typeof createPostgresDatabase>>
let databases: Database[]
let one: TestApp
let two: TestApp
let owner: Member
let job: JobPost
let front: Awaited<ReturnType<typeof startFront>>

/** What stands in front of several processes: sends to one of them, or to none; or lets no answer through. */
async function startFront() {
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

beforeAll(async () => {
  server = await createPostgresDatabase()
  databases = [
    await openPostgres(server.url, { connections: 5 }),
    await openPostgres(server.url, { connections: 5 }),
  ]
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

const sessionCookie = () => {
  const [name = '', ...value] = owner.cookie.split('=')
  return { name, value: value.join('='), url: front.url }
}

async function apply(app: TestApp, firstName: string): Promise<void> {
  const token = await app.grant(`${firstName.toLowerCase()}@example.com`, job)
  const answer = await app.visitor().form('/api/applications', { token, firstName, lastName: 'B' })
  expect(answer.status).toBe(201)
}

// shows: interface-39
test('what came while the server was away is there when another one takes over, once', async () => {
  front.sendTo(one)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await page.context().addCookies([sessionCookie()])
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
    page.getByText('No connection to the server. New applications will appear once it is back.'),
  ).toBeVisible()
  await expect(rows).toHaveCount(1)

  front.sendTo(two)
  await expect(status('Live')).toBeVisible()
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()
  await apply(one, 'Ebo')
  await expect(rows).toHaveCount(5)
  const names = await rows.evaluateAll((all) => all.map((row) => row.textContent))
  expect(new Set(names).size).toBe(5)
  await page.context().close()
})

/** How often the trail says that this was done to the person. */
async function timesDone(action: string, firstName: string): Promise<number> {
  const { rows } = await databases[0]!.pool.query<{ times: number }>(
    `select count(*)::int as times from audit_events join applicants on applicants.id::text = resource_id::text
     where action = $1 and first_name = $2`,
    [action, firstName],
  )
  return rows[0]?.times ?? 0
}

// shows: privacy-6
test('what is not saved says so, outlives the window, and is done once', async () => {
  front.sendTo(one)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await (await connectBrowser()).newContext(phone)
  const page = await context.newPage()
  await context.addCookies([sessionCookie()])
  const list = `${front.url}/admin/applicants?tab=all`
  await page.goto(list)
  const row = (name: string, on = page) => on.getByRole('row').filter({ hasText: `${name} B` })
  const isMarked = async (name: string) => {
    await expect(row(name).getByText('Not saved yet')).toBeVisible()
  }
  const move = async (name: string, to: string) => {
    await row(name)
      .getByRole('button', { name: /change status of/ })
      .tap()
    await page.getByRole('menuitem', { name: `Move to ${to}` }).tap()
  }
  const header = page.getByRole('banner').getByRole('status').last()

  // Without a network; the profile has been read before.
  await expect(header).toHaveText('Live')
  const profile = page.getByRole('dialog', { name: 'Amara B' })
  const openAmara = () => page.getByRole('button', { name: 'View profile of Amara B' }).tap()
  await openAmara()
  await expect(profile.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await profile.getByRole('button', { name: 'Close' }).tap()
  // What draws short messages comes after the screen.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  await context.setOffline(true)
  await expect(header).toHaveText('Offline')
  await move('Amara', 'Reviewing')
  await isMarked('Amara')
  await expect(row('Amara').getByRole('button', { name: /^Reviewing, / })).toBeVisible()
  await move('Bela', 'Reviewing')
  await move('Chidi', 'Reviewing')
  await expect(header).toHaveText('Not saved yet: 3 changes')
  await expect(page.getByText(/^You are offline. Not saved yet: 3 changes/)).toBeVisible()
  await openAmara()
  await expect(profile.getByText('Not saved yet')).toBeVisible()
  await profile.getByRole('button', { name: 'Close' }).tap()
  // Undo takes what nobody has out again.
  const toast = page
    .getByRole('listitem')
    .filter({ hasText: 'Not saved yet: Chidi B moved to Reviewing.' })
  await toast.getByRole('button', { name: 'Undo' }).tap()
  await expect(row('Chidi').getByRole('button', { name: /^Applied, / })).toBeVisible()
  await expect(header).toHaveText('Not saved yet: 2 changes')

  // Somebody else is quicker with one of them, who is told of when the window is opened again.
  const { body: people } = await owner.call<ApplicantPage>('/api/applicants?tab=all')
  const idOf = (name: string) => people.applicants.find(({ first_name }) => first_name === name)!.id
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await owner.call(`/api/applicants/${idOf('Bela')}/status`, {
    method: 'PATCH',
    body: { status: 'rejected' },
  })
  await context.setOffline(false)
  // Two windows at once: the changes are sent by one of them.
  const [again, other] = [await context.newPage(), await context.newPage()]
  await Promise.all([again.goto(list), other.goto(list)])
  await expect(row('Amara', again).getByRole('button', { name: /^Reviewing, / })).toBeVisible()
  await expect.poll(() => timesDone('applicant.moved', 'Amara')).toBe(1)
  const conflict = 'Bela B is Rejected now. Your change to Reviewing was not saved.'
  const either = () =>
    Promise.all([again, other].map((each) => each.getByText(conflict).isVisible()))
  await expect.poll(either).toContain(true)
  for (const each of [again, other]) {
    await expect(row('Amara', each)).toBeVisible()
    await expect(each.getByText('Not saved yet')).toHaveCount(0)
  }
  expect(await timesDone('applicant.moved', 'Chidi')).toBe(0)
  expect(await again.evaluate(() => Object.keys(localStorage).join())).not.toContain('unsent')
  await context.close()
})

test('a server that does not answer is noticed, and what it did all the same is not done again', async () => {
  front.sendTo(one)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await page.context().addCookies([sessionCookie()])
  await page.goto(`${front.url}/admin/applicants?tab=all&view=board`)
  const header = page.getByRole('banner').getByRole('status').last()
  await expect(header).toHaveText('Live')
  const menu = page.getByRole('button', { name: 'Move Dana B' })
  await expect(menu).toBeVisible()
  front.mute()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to Reviewing' }).click()
  const within = { timeout: 10_000 }
  await expect(header).toHaveText('Not saved yet: 1 change', within)
  const reviewing = page.getByRole('region', { name: /^Reviewing/ })
  await expect(reviewing.getByText('Not saved yet')).toBeVisible(within)
  await expect.poll(() => timesDone('applicant.moved', 'Dana')).toBe(1)
  front.sendTo(two)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(header).toHaveText('Live')
  await expect(reviewing.getByRole('button', { name: 'View profile of Dana B' })).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  expect(await timesDone('applicant.moved', 'Dana')).toBe(1)
  await page.context().close()
})
