import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../../test/app.ts'

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner('Tiny Tea Shop')
})
afterAll(() => app.close())

const hintsOf = (html: string) => [
  ...html.matchAll(/<link rel="(modulepreload|preload)"[^>]*href="([^"]+)"/g),
]

test('the page of a screen names every file and read it begins with, and each of them is there', async () => {
  const page = await owner.fetch('/admin/applicants')
  const addresses = hintsOf(await page.text()).map(([, , address = '']) => address)
  expect(addresses).toContain('/api/frame')
  expect(addresses).toContain('/api/applicants?tab=applied')
  expect(addresses.some((address) => address.includes('/applicants-'))).toBe(true)
  for (const address of addresses.filter((one) => one.startsWith('/'))) {
    expect([address, (await owner.fetch(address)).status]).toEqual([address, 200])
  }
})

test('nothing is read ahead for somebody who is not signed in, or for another filter', async () => {
  const signedOut = await (await app.visitor().fetch('/admin/applicants')).text()
  expect(signedOut).not.toContain('href="/api/')
  expect(signedOut).toContain('/applicants-')
  const filtered = await (await owner.fetch('/admin/applicants?tab=all')).text()
  expect(filtered).toContain('href="/api/frame"')
  expect(filtered).not.toContain('href="/api/applicants')
})

test('the frame says the same as the addresses it stands for, and only what the person may see', async () => {
  const frame = (await (await owner.fetch('/api/frame')).json()) as Record<
    string,
    Record<string, unknown>
  >
  const read = async (address: string) => (await owner.fetch(address)).json()
  expect(frame.session).toEqual(await read('/api/session'))
  expect(frame.sections).toEqual({
    applicants: await read('/api/applicants/counts'),
    jobs: ((await read('/api/jobs/titles')) as { jobs: unknown }).jobs,
    incidents: await read('/api/incidents/counts'),
    store: await read('/api/store'),
    waiting_mails: [],
  })
  expect(frame.notices).toEqual({ incidents: [], retention: await read('/api/retention') })
  const stranger = await (await app.visitor().fetch('/api/frame')).json()
  expect(stranger).toEqual({ session: { user: null, profile: null, organization: null } })
})
