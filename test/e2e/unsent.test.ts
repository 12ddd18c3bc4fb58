// Changes that the server does not have yet, for want of a network or of an answer: said, kept, and sent once.
import { afterAll, beforeAll, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { Member } from '../app.ts'
import { beSignedIn, connectBrowser, expect, openAs } from '../browser/browser.ts'
import { formValues, insertApplication } from '../rows.ts'
import {
  openTwoProcesses,
  startFront,
  type Front,
  type TwoProcesses,
} from '../servers/two-processes.ts'

let processes: TwoProcesses
let owner: Member
let front: Front

beforeAll(async () => {
  processes = await openTwoProcesses()
  const { one } = processes
  owner = await one.owner()
  const shop = { organization: owner.organization, job: await one.job(owner) }
  for (const firstName of ['Amara', 'Bela', 'Chidi', 'Dana']) {
    const form = { ...formValues, firstName, lastName: 'B' }
    await insertApplication(one.deps.db.queries, shop, `${firstName.toLowerCase()}@example.com`, {
      form,
    })
  }
  front = await startFront()
})
afterAll(async () => {
  front.sendTo(undefined)
  front.close()
  await processes.close()
})

/** How often the trail says that this was done to the person. */
async function timesDone(action: string, firstName: string): Promise<number> {
  const { rows } = await processes.one.deps.db.pool.query<{ times: number }>(
    `select count(*)::int as times from audit_events join applicants on applicants.id::text = resource_id::text
     where action = $1 and first_name = $2`,
    [action, firstName],
  )
  return rows[0]?.times ?? 0
}

// shows: privacy-6
test('what is not saved says so, outlives the window, and is done once', async () => {
  front.sendTo(processes.one)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await (await connectBrowser()).newContext(phone)
  const page = await context.newPage()
  await beSignedIn(page, { base: front.url, cookie: owner.cookie })
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
  front.sendTo(processes.one)
  const board = '/admin/applicants?tab=all&view=board'
  const page = await openAs({ base: front.url, cookie: owner.cookie }, board)
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
  front.sendTo(processes.two)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(header).toHaveText('Live')
  await expect(reviewing.getByRole('button', { name: 'View profile of Dana B' })).toBeVisible()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  expect(await timesDone('applicant.moved', 'Dana')).toBe(1)
  await page.context().close()
})
