// The dashboard without a pointer: from signing in to a hired applicant who is notified, and every step in between.
import { test } from 'vitest'
import { openApp } from '../app.ts'
import { expect } from '../browser/browser.ts'
import { hasFocus, openByKeys, shopWithFour } from './by-keys.ts'

const app = await openApp()
const owner = await shopWithFour(app)

// shows: interface-49
test('somebody is found, read, noted, moved up to hired, and told of it', async () => {
  // This story stays with one person.
  const kept = { 'storehand-advance': 'off' }
  const { page, press, step, tabTo, row, profile, heading } = await openByKeys(app, owner, kept)
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
  const { page, press, tabTo, row, profile } = await openByKeys(app, owner)
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
