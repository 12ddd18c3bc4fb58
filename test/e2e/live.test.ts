// A dashboard whose server is unreachable: it shows so, reconnects by itself, and nothing is missing, lost or
// duplicated.
import { afterAll, beforeAll, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Member, TestApp } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import {
  openTwoProcesses,
  startFront,
  type Front,
  type TwoProcesses,
} from '../servers/two-processes.ts'

let processes: TwoProcesses
let owner: Member
let job: JobPost
let front: Front

beforeAll(async () => {
  processes = await openTwoProcesses()
  owner = await processes.one.owner()
  job = await processes.one.job(owner)
  front = await startFront()
})
afterAll(async () => {
  front.sendTo(undefined)
  front.close()
  await processes.close()
})

async function apply(app: TestApp, firstName: string): Promise<void> {
  const token = await app.grant(`${firstName.toLowerCase()}@example.com`, job)
  const answer = await app.visitor().form('/api/applications', { token, firstName, lastName: 'B' })
  expect(answer.status).toBe(201)
}

// shows: interface-39
test('what came while the server was away is there when another one takes over, once', async () => {
  front.sendTo(processes.one)
  const { cookie } = owner
  const page = await openAs({ base: front.url, cookie }, '/admin/applicants')
  const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })
  await expect(status('Live')).toBeVisible()
  const rows = page.getByRole('button', { name: /^View profile of / })

  // Made by one process, seen through the other.
  await apply(processes.two, 'Amara')
  await expect(rows).toHaveCount(1)

  front.sendTo(undefined)
  await expect(status('Reconnecting…')).toBeVisible()
  for (const person of ['Bela', 'Chidi', 'Dana']) await apply(processes.two, person)
  await expect(
    page.getByText('No connection to the server. New applications will appear once it is back.'),
  ).toBeVisible()
  await expect(rows).toHaveCount(1)

  front.sendTo(processes.two)
  await expect(status('Live')).toBeVisible()
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('tab', { name: 'Applied (4)' })).toBeVisible()
  await apply(processes.one, 'Ebo')
  await expect(rows).toHaveCount(5)
  const names = await rows.evaluateAll((all) => all.map((row) => row.textContent))
  expect(new Set(names).size).toBe(5)
  await page.context().close()
})
