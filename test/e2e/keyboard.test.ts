// The dashboard without a pointer: from signing in to a hired applicant who is notified, and every step in between.
import type { Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'

let app: TestApp
let owner: Member
let page: Page

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner('Tiny Tea Shop')
  const job = await app.job(owner, { title: 'Packing Lead' })
  const names = ['Maya Okafor', 'Jon Bell', 'Ada Lindqvist', 'Zoë Adams']
  await app.deps.db.pool.query(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
       is_existing_customer, created_at)
     select $1, lower(split_part(name, ' ', 2)) || '@example.com', $2, $2, 'Packing Lead',
       split_part(name, ' ', 1), split_part(name, ' ', 2), false, now() - make_interval(hours => n::int)
     from unnest($3::text[]) with ordinality as people (name, n)`,
    [owner.organization.id, job.id, names],
  )
})
beforeEach(async () => {
  page = await newPage({ viewport: { width: 1440, height: 900 } })
  // Anyone who has no pointer cannot use one by mistake either.
  const none = () => Promise.reject(new Error('This story is told by keys alone.'))
  Object.assign(page.mouse, { click: none, move: none, down: none })
  return () => page.close()
})
afterAll(() => app.close())

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

/** One key, and the wait until the focus has moved: a menu moves it a moment later. */
async function step(key: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press(key)
  await page.waitForFunction((element) => document.activeElement !== element, before)
}

/** Goes there by Tab, as far as anybody would. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`No way to ${String(target)} by ${key}`)
}

const row = (name: string) => page.getByRole('button', { name: `View profile of ${name}` })
const profile = (name: string) => page.getByRole('dialog', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(): Promise<void> {
  await page.goto(`${app.url}/auth`)
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(owner.email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('correct horse')
  await press('Enter')
  await expect(page.getByText('Welcome!')).toBeVisible()
  // Where the way in ends; before that a page gives way to the next, and a key may fall in between.
  await expect(heading('Career Admin Dashboard')).toBeVisible()
}

// shows: interface-49
test('somebody is found, read, noted, moved up to hired, and told of it', async () => {
  // This story stays with one person.
  await page.addInitScript(() => localStorage.setItem('storehand-advance', 'off'))
  await signIn()
  await press('g', 'a')
  await expect(heading('Applicant Management')).toBeFocused()

  await row('Maya Okafor').waitFor()
  await press('j', 'j')
  await expect(row('Jon Bell')).toBeFocused()
  // The ring around the name ends above the letters of the address below it.
  const covered = await row('Jon Bell').evaluate((name) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(name)
    const ring = name.getBoundingClientRect().bottom + parseFloat(outlineOffset)
    return ring + parseFloat(outlineWidth) - name.nextElementSibling!.getBoundingClientRect().top
  })
  expect(covered).toBeLessThanOrEqual(2)
  await press('Enter')
  await expect(profile('Jon Bell')).toBeFocused()
  // The list stands beside the profile, not below it.
  const covers = async () => {
    const list = (await page.getByRole('table').boundingBox())!
    return list.x + list.width > (await profile('Jon Bell').boundingBox())!.x
  }
  await expect.poll(covers).toBe(false)
  await press(']')
  await expect(profile('Ada Lindqvist')).toBeVisible()
  await press('[')
  await profile('Jon Bell').getByRole('region', { name: 'Contact Information' }).waitFor()

  await press('n')
  await expect(page.getByRole('textbox', { name: 'Write a note for the team' })).toBeFocused()
  await page.keyboard.type('Knows our stock. Ask about Sundays.')
  await press('Control+Enter')
  await expect(profile('Jon Bell').getByRole('button', { name: 'Notes 1' })).toBeVisible()
  // Letters belong to the field while somebody writes; outside of it they are keys again.
  await tabTo(profile('Jon Bell').getByRole('button', { name: 'Notes 1' }), 'Shift+Tab')
  await press('c')
  await expect(
    profile('Jon Bell').getByRole('button', { name: 'Mark as not contacted' }),
  ).toBeVisible()

  for (const [from, to] of [
    ['Applied', 'Reviewing'],
    ['Reviewing', 'Interviewed'],
    ['Interviewed', 'Hired'],
  ]) {
    await profile('Jon Bell')
      .getByRole('button', { name: `${from}, change status of Jon Bell` })
      .waitFor()
    await press('s')
    const item = page.getByRole('menuitem', { name: `Move to ${to}` })
    await item.waitFor()
    for (let presses = 0; presses < 5 && !(await hasFocus(item)); presses++) await step('ArrowDown')
    await press('Enter')
    await expect(
      profile('Jon Bell').getByRole('button', { name: `${to}, change status of Jon Bell` }),
    ).toBeVisible()
  }

  // He is told when somebody says so, and in the words that were read before.
  const send = profile('Jon Bell').getByRole('button', { name: 'Send email…' })
  await tabTo(send)
  await press('Enter')
  const mail = page.getByRole('dialog', { name: 'Send email to Jon Bell' })
  await expect(
    mail.frameLocator('iframe[title="Preview of the email"]').getByText(/^Hello Jon,/),
  ).toBeVisible()
  await press('Escape')
  await expect(mail).toHaveCount(0)
  await expect(send).toBeFocused()
  await press('Enter')
  await tabTo(mail.getByRole('button', { name: 'Send email' }))
  await press('Enter')
  await expect(page.getByText('The email is on its way.')).toBeVisible()
  await expect(profile('Jon Bell').getByText(/^Email about Hired/)).toBeVisible()
  expect((await app.mailTo('bell@example.com')).subject).toBe(
    'An update on your application at Tiny Tea Shop',
  )
  // The button that began it is gone: the keys go on from the profile it stood in.
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest('[role=dialog]')?.ariaLabel ?? null),
    )
    .toBe('Jon Bell')
  await press('Escape')
  await expect(profile('Jon Bell')).toHaveCount(0)
})

// shows: interface-49
test('two are rejected with an email that is taken back in time', async () => {
  await signIn()
  await press('g', 'a')
  await expect(heading('Applicant Management')).toBeFocused()
  await row('Ada Lindqvist').waitFor()
  for (const name of ['Maya Okafor', 'Ada Lindqvist']) {
    await press('j')
    await expect(row(name)).toBeFocused()
  }
  await press('x', 'Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: '2 selected' })
  await tabTo(bar.getByRole('button', { name: 'Reject…' }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reject 2 applicants?' })
  const box = dialog.getByRole('checkbox', { name: 'Send rejection email' })
  await expect(box).toBeFocused()
  await press('Space')
  await expect(dialog.getByText(/^2 people get an email in ten minutes/)).toBeVisible()
  await tabTo(dialog.getByRole('button', { name: 'Reject', exact: true }))
  await press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Rejected (2)' })).toBeVisible()

  const back = page.getByRole('button', { name: 'Cancel 2 emails' })
  await tabTo(back, 'Shift+Tab')
  await press('Enter')
  await expect(page.getByText('2 emails cancelled.')).toBeVisible()
  await expect(back).toHaveCount(0)
  await press('Control+z')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Rejected (0)' })).toBeVisible()
})

// shows: interface-49
test('the palette finds people, pages and acts, and every way back leads somewhere', async () => {
  await signIn()
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const find = async (text: string, option: RegExp) => {
    await press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(palette.getByRole('option', { name: option }).first()).toBeVisible()
    await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute(
      'data-highlighted',
    )
    await press('Enter')
    await expect(palette).toHaveCount(0)
  }
  await find('zoe', /^Zoë Adams/)
  await expect(profile('Zoë Adams')).toBeVisible()
  await press('Escape')
  await expect(profile('Zoë Adams')).toHaveCount(0)

  await find('create job', /^Create job post/)
  const editor = page.getByRole('dialog', { name: 'Create Job Post' })
  await expect(editor.getByRole('textbox', { name: 'Job Title' })).toBeFocused()
  // A step back would lose what was typed: it is asked about, as Escape is.
  await page.keyboard.type('Tea Taster')
  const discard = page.getByRole('alertdialog', { name: 'Discard your text?' })
  for (const leave of [() => page.evaluate(() => history.back()), () => press('Escape')]) {
    await leave()
    await expect(discard.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press('Enter')
    await expect(discard).toHaveCount(0)
    await expect(editor.getByRole('textbox', { name: 'Job Title' })).toHaveValue('Tea Taster')
  }
  await press('Escape')
  await tabTo(discard.getByRole('button', { name: 'Discard' }))
  await press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(heading('Job Post Management')).toBeFocused()

  for (const [key, name] of [
    ['o', 'Career Admin Dashboard'],
    ['i', 'Security Incident Dashboard'],
    ['j', 'Job Post Management'],
  ] as const) {
    await press('g', key)
    await expect(heading(name)).toBeFocused()
  }

  // Nothing is found without its list: it opens by a key, and gives the focus back.
  await press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const act of ['Search or jump to anything', 'Go to the store pages', 'Reject']) {
    await expect(keys.getByText(act, { exact: true })).toBeVisible()
  }
  await tabTo(keys.getByRole('switch', { name: 'Single-key shortcuts' }))
  await press('Space', 'Escape')
  await expect(keys).toHaveCount(0)
  await press('g', 'a')
  await expect(heading('Job Post Management')).toBeFocused()
  // Keys that are held with another go on.
  await find('applicants', /^Applicants/)
  await expect(heading('Applicant Management')).toBeFocused()
})

/** How each of them stands now, in the order of the list. */
async function statuses(): Promise<string[]> {
  const { body } = await owner.call<{ applicants: { first_name: string; status: string }[] }>(
    '/api/applicants?tab=all&sort=name',
  )
  return body.applicants.map(({ first_name, status }) => `${first_name} ${status}`)
}

// shows: interface-127
test('two keys a person, at 40 milliseconds a key: nothing is lost, and the next person is there', async () => {
  await app.deps.db.pool.query(
    `update applicants set status = 'applied' where organization_id = $1`,
    [owner.organization.id],
  )
  await signIn()
  // In the profile: one moved on, one rejected, one moved on.
  await page.goto(`${app.url}/admin/applicants?tab=all&sort=name`)
  await row('Ada Lindqvist').waitFor()
  await press('j')
  await expect(row('Ada Lindqvist')).toBeFocused()
  await press('Enter')
  await expect(profile('Ada Lindqvist')).toBeVisible()
  const fast = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(40)
    }
  }
  await fast('s', 'Enter', 'r', 'Enter', 's', 'Enter')
  await expect
    .poll(statuses)
    .toEqual(['Ada reviewing', 'Jon rejected', 'Maya reviewing', 'Zoë applied'])
  await expect(profile('Zoë Adams')).toBeVisible()

  // Back at the first: the change can still be taken back, by its name.
  await fast('[', '[')
  await expect(profile('Jon Bell')).toBeVisible()
  await tabTo(profile('Jon Bell').getByRole('button', { name: 'Undo the rejection' }))
  await press('Enter')
  await expect
    .poll(statuses)
    .toEqual(['Ada reviewing', 'Jon applied', 'Maya reviewing', 'Zoë applied'])

  // In the list, without a profile: who is moved leaves it, or stays in 'All', and the next one has the focus.
  for (const [address, keys, expected] of [
    [
      '/admin/applicants?sort=name',
      ['s', 'Enter', 'r', 'Enter'],
      ['Ada reviewing', 'Jon reviewing', 'Maya reviewing', 'Zoë rejected'],
    ],
    [
      '/admin/applicants?tab=all&sort=name',
      ['r', 'Enter', 's', 'Enter', 'r', 'Enter'],
      ['Ada rejected', 'Jon interviewed', 'Maya rejected', 'Zoë rejected'],
    ],
  ] as const) {
    await page.goto(app.url + address)
    await page.locator('[data-person]').first().waitFor()
    await press('j')
    await expect(page.locator('[data-person]').first()).toBeFocused()
    await fast(...keys)
    await expect.poll(statuses).toEqual(expected)
  }
})
