// What most people see, and in test:all the dashboard's lists, dialogs and open menus, checked with axe: wide in the light theme, on a phone in the dark one.
import { beforeAll, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import { openApp } from '../app.ts'
import { pdf } from '../input/files.ts'
import { openJudged, sizes } from './axe.ts'

let incident: string
/** The ids of two applicants, with a comma. */
let pair: string
/** Somebody who can be told of a new status. */
let reviewed: string

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

const job = await app.job(owner)

beforeAll(async () => {
  await app.job(owner, { title: 'Customer Care Adviser, Dutch and German', location: null })
  const cvFile = new File([pdf], 'cv.pdf')
  for (const [email, firstName, lastName] of [
    ['jon@example.com', 'Jon', 'Bell'],
    ['maya@example.com', 'María Fernanda', 'Castellanos de la Rosa'],
  ] as const) {
    const token = await app.grant(email, job)
    await app.visitor().form('/api/applications', { token, firstName, lastName, cvFile })
  }
  const { body } = await owner.call<ApplicantPage>('/api/applicants?tab=all')
  pair = body.applicants.map(({ id }) => id).join(',')
  reviewed = body.applicants.find(({ first_name }) => first_name === 'Jon')?.id ?? ''
  await owner.call(`/api/applicants/${reviewed}/status`, {
    method: 'PATCH',
    body: { from: 'applied', status: 'reviewing' },
  })
  const reported = await owner.call<{ id: string }>('/api/rpc/create_security_incident', {
    body: {
      p_title: 'Order export sent to the wrong supplier',
      p_severity: 'critical',
      p_incident_type: 'Data breach',
    },
  })
  incident = reported.body.id
})

// shows: interface-48
test('what most people see: a list, a person, a form, a page of the shop', async () => {
  const [size] = sizes
  const { page, judge, be, goto } = await openJudged(app, size)
  await goto(`/careers/${owner.organization.slug}`)
  await judge('the jobs of the shop')
  const roleId = job.id
  await goto(`/embed?step=apply&roleId=${roleId}&token=${await app.grant('ada@example.com', job)}`)
  await judge('the form')
  await goto('/auth')
  await page.getByLabel('Email').waitFor()
  await judge('sign in')
  await be(owner)
  await goto('/admin/applicants?tab=all')
  await page.getByRole('button', { name: /^View profile of María/ }).click()
  const profile = page.getByRole('dialog', { name: /^María/ })
  await profile.getByRole('region', { name: 'Contact Information' }).waitFor()
  await judge('the list and a profile')
  await page.close()
})

test.each(sizes)('the applicants, $name', { tags: 'slow' }, async (size) => {
  const { page, judge, be, goto, press, shown } = await openJudged(app, size)
  const isPhone = size.viewport.width < 768
  await be(owner)
  await goto('/admin/applicants?tab=all')
  const person = page.getByRole('button', { name: /^View profile of María/ })
  await person.waitFor()
  await judge('the list')
  await press('button', 'List options')
  await shown('menu')
  await judge('options of the list')
  await page.keyboard.press('Escape')
  await press('button', /change status of María/)
  await shown('menu')
  await judge('statuses')
  await page.keyboard.press('Escape')
  if (isPhone) {
    await press('button', 'Filters')
    await shown('dialog', 'Filters')
  } else {
    await page.getByRole('combobox', { name: 'Position' }).click()
    await shown('listbox')
  }
  await judge('filters')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /^Select María/ }).click()
  await judge('a selection')
  await press('button', 'Reject…')
  await page.getByRole('dialog', { name: /^Reject .+\?$/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Send rejection email' }).check()
  await page.locator('iframe').waitFor()
  await judge('rejecting')
  await goto('/admin/applicants?tab=all&q=nobody-of-this-name')
  await page.getByText('No applicants match these filters.').waitFor()
  await judge('nobody found')

  await goto('/admin/applicants?tab=all')
  await person.click()
  const profile = page.getByRole('dialog', { name: /^María/ })
  await profile.getByRole('region', { name: 'Contact Information' }).waitFor()
  await judge('a profile')
  await profile.getByRole('button', { name: 'CV', exact: true }).click()
  await profile
    .getByRole('img', { name: /^Page 1 of/ })
    .or(profile.getByText('No CV attached.'))
    .waitFor()
  await profile.getByRole('button', { name: 'Add tag' }).click()
  await judge('a profile with its CV, being tagged')
  await profile.getByRole('button', { name: 'Close tags' }).click()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: /^Write to / }).waitFor()
  await judge('writing to somebody')
  await page
    .getByRole('dialog', { name: /^Write to / })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await profile.getByRole('button', { name: 'More actions' }).click()
  await shown('menu')
  await judge('what can be done with a profile')
  await press('menuitem', /^Delete/)
  await shown('alertdialog')
  await judge('deleting an applicant')

  await goto(`/admin/applicants?compare=${pair}`)
  await page
    .getByRole('region', { name: 'Compare' })
    .getByRole('region', { name: 'Contact Information' })
    .first()
    .waitFor()
  await judge('two side by side')

  await goto(`/admin/applicants?tab=all&applicant=${reviewed}`)
  await press('button', 'Send email…')
  await shown('dialog', 'Send email to Jon Bell')
  await page.locator('iframe').waitFor()
  await judge('the mail about a status before it is sent')

  await goto('/admin/applicants?view=board')
  await page.getByRole('button', { name: /^View profile of María/ }).focus()
  await judge('the board')
  await page.keyboard.press('Space')
  await judge('a card on its way')
  await page.close()
})

// shows: interface-48
test.each(sizes)(
  'jobs, incidents and the rest of the dashboard, $name',
  { tags: 'slow' },
  async (size) => {
    const { page, judge, be, goto, press, shown, heading } = await openJudged(app, size)
    await be(owner)
    await goto('/admin')
    await page.getByText('Show as table').scrollIntoViewIfNeeded()
    await page.locator('.recharts-line').waitFor({ state: 'attached' })
    await page.getByText('Show as table').click()
    // Whatever lies half under the header would count as too small to press.
    await page.evaluate(() => window.scrollTo(0, 0))
    await judge('the overview with its chart and table')
    await page.keyboard.press('Control+k')
    await shown('dialog', 'Search or jump to…')
    await judge('palette')
    await page.keyboard.type('maría')
    await page.getByRole('option', { name: /^María/ }).waitFor()
    await judge('palette, somebody found')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+?')
    await shown('dialog', 'Keyboard shortcuts')
    await judge('keyboard shortcuts')
    await page.keyboard.press('Escape')
    await press('button', 'Menu')
    await shown('menu')
    // Behind a phone's sheet the page is out of reach; what the sheet half covers is no target.
    await judge('the menu', ['target-size'])

    await goto('/admin/jobs')
    await page.getByRole('table', { name: 'Job posts' }).waitFor()
    await judge('jobs')
    await press('button', /^More actions for/)
    await shown('menu')
    await judge('what can be done with a job')
    await press('menuitem', 'Share link and QR code')
    await shown('dialog')
    await judge('sharing a job')
    await goto('/admin/jobs?job=new')
    await shown('dialog', 'Create Job Post')
    await judge('job editor')

    await goto('/admin/incidents?itab=all')
    await page.getByRole('button', { name: /^Order export/ }).waitFor()
    await judge('incidents')
    await goto('/admin/incidents?itab=all&incident=new')
    await shown('dialog', 'Create Incident')
    await judge('a new incident')
    await goto(`/admin/incidents?itab=all&incident=${incident}`)
    const open = page.getByRole('dialog', { name: 'Order export sent to the wrong supplier' })
    await open.getByRole('heading', { name: '72-hour clock' }).waitFor()
    await judge('an incident')
    for (const [step, title] of [
      ['Read draft', 'Notice to the authority'],
      ['Review', 'Notice to the people affected'],
    ] as const) {
      await open.getByRole('button', { name: step }).click()
      await shown('dialog', title)
      await judge(title)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' })
    }

    for (const [address, title] of [
      ['/admin/audit', 'Audit log'],
      ['/admin/settings', 'Shop'],
      ['/admin/settings/website', 'Website'],
      ['/account', 'Account'],
    ] as const) {
      await goto(address)
      await heading(title)
      await judge(address)
    }
    await goto('/admin/requests')
    await heading('Data requests')
    await judge('requests about data')
    await press('button', 'Record a request')
    await shown('dialog')
    await judge('a request that came by post')
    await goto('/admin/settings/emails')
    await press('button', 'Edit email about Reviewing')
    await shown('dialog', 'Email about Reviewing')
    await page.locator('iframe').waitFor()
    await judge('the words of a mail')
    await goto('/account')
    await press('button', 'Close account…')
    await shown('dialog', 'Close account')
    await judge('closing the account')
    await page.close()
  },
)
