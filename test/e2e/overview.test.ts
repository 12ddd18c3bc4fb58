// The overview as an owner reads it in the morning: the funnel, what needs attention, and the last weeks.
import type { Locator, Page } from '@playwright/test'
import { beforeAll, test } from 'vitest'
import { hiringSteps } from '#domain/applicants/applicants.ts'
import { inShort, type Overview } from '#domain/overview/overview.ts'
import { openApp } from '../app.ts'
import { beSignedIn, expect, newPage, WIDE } from '../browser/browser.ts'

let page: Page

/** Name, position, days since the application, the way since then, and whether somebody was in touch. */
const people = [
  ['Maya Okafor', 'Packing Lead', 1, ['applied'], false],
  ['Jon Bell', 'Packing Lead', 7, ['applied'], false],
  ['Ada Lindqvist', 'Barista', 8, ['applied'], false],
  ['Zoë Adams', 'Packing Lead', 9, ['applied'], true],
  ['Björk Grant', 'Packing Lead', 10, ['applied', 'reviewing'], false],
  ['Ángel Ruiz', 'Barista', 11, ['applied', 'reviewing', 'interviewed'], false],
  ['Nora Night', 'Packing Lead', 12, ['applied', 'reviewing', 'interviewed', 'hired'], false],
  ['Ivo Petrov', 'Packing Lead', 13, ['applied', 'rejected'], false],
] as const

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

beforeAll(async () => {
  const jobs = new Map<string, string>()
  for (const title of ['Packing Lead', 'Barista']) {
    jobs.set(title, (await app.job(owner, { title })).id)
  }
  for (const [name, title, days, way, contacted] of people) {
    const [first, last] = name.split(' ')
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
         is_existing_customer, contacted, created_at, updated_at, first_reply_at)
       select $1, lower($2) || '@example.com', $3, $3, $4, $2, $5, false, $6, at, at, case when $6 then at end
       from (select now() - make_interval(days => $7::int) as at) as applied
       returning id`,
      [owner.organization.id, first, jobs.get(title), title, last, contacted, days],
    )
    // One step after the other, as the funnel counts them; the first of them is the answer, a day later.
    for (const status of way.slice(1)) {
      await app.deps.db.pool.query(
        `update applicants set status = $2, reached = greatest(reached, $3::smallint), updated_at = created_at + interval '1 day',
           first_reply_at = coalesce(first_reply_at, created_at + interval '1 day')
         where id = $1`,
        [rows[0]!.id, status, hiringSteps.findIndex((step) => step === status)],
      )
    }
  }
  page = await newPage(WIDE)
  await beSignedIn(page, owner)
})

const region = (name: string) => page.getByRole('region', { name, exact: true })
const shown = () => page.getByRole('button', { name: /^View profile of/ }).allTextContents()

// shows: 7-87
test('the funnel counts who came how far, by position and time, and its bars lead to them', async () => {
  await page.goto(`${app.url}/admin`)
  const rows = () =>
    region('Hiring funnel')
      .getByRole('table', { name: 'Hiring funnel' })
      .getByRole('row')
      .allInnerTexts()
  const plain = async () => (await rows()).map((row) => row.replace(/\s+/g, ' ').trim())
  await expect
    .poll(plain)
    .toEqual([
      'Step Applicants Share',
      'Seen 0 Views of your jobs’ public pages, without bots.',
      'Applied 8 with withdrawn ones',
      'Reviewing 3 38% of applied',
      'Interviewed 2 67% of reviewing',
      'Hired 1 50% of interviewed',
      'Rejected 1 in all steps',
    ])
  const bar = (step: string) =>
    region('Hiring funnel').getByRole('link', { name: new RegExp(`^${step}`) })
  await expect(bar('Interviewed')).toContainText('2')

  await page.getByRole('combobox', { name: 'Position in the funnel' }).click()
  await page.getByRole('option', { name: 'Barista' }).click()
  await expect.poll(async () => (await plain())[2]).toBe('Applied 2 with withdrawn ones')
  await expect(bar('Interviewed')).toContainText('1')
  await page.getByRole('button', { name: '30 days' }).click()
  const address = page.url()
  expect(new URL(address).search).toMatch(/^\?role=[\da-f-]+&period=30$|^\?period=30&role=/)
  await bar('Interviewed').click()
  await expect(page.getByRole('tab', { name: 'Interviewed (1)' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect.poll(shown).toEqual(['Ángel Ruiz'])
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect.poll(async () => (await plain())[2]).toBe('Applied 2 with withdrawn ones')
})

// shows: 7-86
test('what needs attention is said, leads to it, and goes when it is done', async () => {
  const asking = await app.person()
  await asking.call('/api/organizations/join', { body: { name: owner.organization.name } })
  await owner.call('/api/rpc/create_security_incident', {
    body: { p_incident_type: 'Data breach', p_severity: 'critical', p_title: 'Lost laptop' },
  })
  await page.goto(`${app.url}/admin`)
  const list = region('Needs attention').getByRole('listitem')
  await expect(list).toHaveText([
    /^Critical incident open, 7[12] of 72 hours left/,
    /^2 applicants have waited more than 5 days/,
    /^1 person waits for approval/,
  ])

  await list.nth(1).getByRole('link').click()
  await expect(page.getByRole('tab', { name: 'Applied (3)' })).toBeVisible()
  // The longest waiting first, and nobody who has heard something.
  await expect.poll(shown).toEqual(['Ada Lindqvist', 'Jon Bell', 'Maya Okafor'])
  for (const name of ['Ada Lindqvist', 'Jon Bell']) {
    await page.getByRole('button', { name: `Applied, change status of ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Move to Reviewing' }).click()
    await expect(page.getByRole('button', { name: `View profile of ${name}` })).toHaveCount(0)
  }
  await page.goBack()
  await expect(list).toHaveText([/^Critical incident/, /^1 person waits/])

  await list.nth(1).getByRole('link').click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('User approved!')).toBeVisible()
  await page.goBack()
  await expect(list).toHaveText([/^Critical incident/])
  await list.getByRole('link').click()
  const incident = page.getByRole('dialog', { name: 'Lost laptop' })
  await incident.getByRole('button', { name: 'Investigate' }).click()
  await expect(incident.getByRole('button', { name: 'Resolve' })).toBeVisible()
})

// shows: 7-86
test('the line of the weeks and its table say the same', async () => {
  await page.goto(`${app.url}/admin`)
  const weeks = region('Applications per week')
  const { body } = await owner.call<Overview>('/api/overview')
  const expected = body.weeks
    .toReversed()
    .map(({ applications, median_seconds: seconds }) => [
      String(applications),
      seconds === null ? '-' : inShort(seconds),
    ])
  expect(expected.flat().filter((cell) => /^[1-9]/.test(cell)).length).toBeGreaterThan(2)
  await weeks.getByText('Show as table').click()
  const cells = async () =>
    (await weeks.getByRole('row').allInnerTexts())
      .slice(1)
      .map((row) => row.trim().split(/\t/).slice(1))
  await expect.poll(cells).toEqual(expected)

  // The drawing comes when it is in sight, and answers the pointer at each week with the same numbers.
  await weeks.scrollIntoViewIfNeeded()
  const line = page.locator('.recharts-surface')
  await line.scrollIntoViewIfNeeded()
  const box = (await line.boundingBox())!
  const week = weeks.getByText(/^Week of \d/)
  for (const [place, [applications, reply]] of expected.toReversed().entries()) {
    const x = box.x + 8 + (place / (expected.length - 1)) * (box.width - 16)
    await page.mouse.move(x, box.y + box.height / 2)
    await expect(week).toContainText(
      `: ${applications} application${applications === '1' ? '' : 's'}`,
    )
    if (reply !== '-') await expect(week).toContainText(`first reply after ${reply}`)
  }
})

// shows: 9-25
test('what has just happened is said in the theme of the system, until one is chosen', async () => {
  await page.goto(`${app.url}/admin/applicants?tab=all`)
  const toastAfterMove = async () => {
    await page.getByRole('button', { name: /, change status of Zoë Adams$/ }).click()
    await page.getByRole('menuitem', { name: /^Move to (Reviewing|Applied)$/ }).click()
    return page.getByText('Applicant status updated successfully.').last()
  }
  const ground = (text: Locator) =>
    text.evaluate(
      (element) => getComputedStyle(element.closest('[data-sonner-toast]')!).backgroundColor,
    )
  const light = 'rgb(255, 255, 255)'
  const toast = await toastAfterMove()
  await expect.poll(() => ground(toast)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(toast)).toBe('rgb(35, 32, 41)')
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.setItem('storehand-theme', 'light'))
  await page.reload()
  const chosen = await toastAfterMove()
  await expect.poll(() => ground(chosen)).toBe(light)
})
