// Every screen of the main job, judged by axe: wide in the light theme, on a phone in the dark one.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs.ts'
import { createTestApp, type Member, type TestApp, type Visitor } from '../app.ts'
import { newPage } from '../browser.ts'
import { pdf } from '../files.ts'

let app: TestApp
let owner: Member
let job: JobPost
let incident: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner('Tiny Tea Shop')
  job = await app.job(owner)
  await app.job(owner, { title: 'Customer Care Adviser, Dutch and German', location: null })
  const token = await app.grant('maya@example.com', job)
  const person = { firstName: 'María Fernanda', lastName: 'Castellanos de la Rosa' }
  await app
    .visitor()
    .form('/api/applications', { token, ...person, cvFile: new File([pdf], 'cv.pdf') })
  const reported = await owner.call<{ id: string }>('/api/rpc/create_security_incident', {
    body: {
      p_title: 'Order export sent to the wrong supplier',
      p_severity: 'critical',
      p_incident_type: 'Data breach',
    },
  })
  incident = reported.body.id
})
afterAll(() => app.close())

/** Axe alone takes a second for each screen; on a machine with much else to do it takes five. */
const TIME = 300_000

const themes = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** The findings on a page that has come to rest, each with its place. */
async function findings(page: Page, without: string[] = []): Promise<string[]> {
  // A colour on its way to another is judged by neither.
  // One that is cut short, because what moved is gone, has come to rest as well.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((run) => run.finished)))
  const rules = Object.fromEntries([
    // Whatever takes the focus is some control, with a role that says which.
    ['focus-order-semantics', { enabled: true }],
    ...without.map((rule) => [rule, { enabled: false }]),
  ])
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values }, rules })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

test.each(themes)('the public pages, $colorScheme', async ({ colorScheme, viewport }) => {
  const grant = await app.grant(`${colorScheme}@example.com`, job)
  const roleId = `roleId=${job.id}`
  const addresses = [
    '/embed',
    '/embed?style=widget',
    '/embed?style=button&color=FFFF00',
    '/embed?org=nobody',
    '/embed?theme=auto&lang=ar',
    `/embed?step=email&consent=yes&theme=auto&color=000080&${roleId}`,
    `/embed?step=apply&theme=dark&lang=he&color=FFFF00&${roleId}&token=${grant}`,
    `/embed?step=consent&${roleId}`,
    `/embed?step=email&consent=yes&${roleId}`,
    `/embed?step=apply&${roleId}&token=${grant}`,
    `/embed?step=done&${roleId}`,
    '/verify?token=unknown',
    '/verify-embed',
    `/application?email=${colorScheme}@example.com&${roleId}&roleTitle=x&token=${grant}`,
  ]
  const page = await newPage({ viewport, colorScheme })
  for (const address of addresses) {
    await page.goto(app.url + address)
    expect({ address, found: await findings(page) }).toEqual({ address, found: [] })
  }
  // Goes home by itself after a while, as the specification wants it; there is a link for those who are quicker or slower.
  await page.goto(`${app.url}/application`)
  expect(await findings(page, ['meta-refresh'])).toEqual([])
  await page.close()
})

test.each(themes)('a selection and the board, $colorScheme', async ({ colorScheme, viewport }) => {
  const page = await newPage({ viewport, colorScheme })
  const judge = async (name: string) =>
    expect({ name, found: await findings(page) }).toEqual({ name, found: [] })
  const [name = '', value = ''] = owner.cookie.split('=')
  await page.context().addCookies([{ name, value, url: app.url }])
  await page.goto(`${app.url}/admin/applicants`)
  await page.getByRole('checkbox', { name: /^Select María/ }).click()
  await judge('selection')
  await page.getByRole('button', { name: 'Reject…' }).click()
  await page.getByRole('dialog', { name: 'Reject 1 applicant?' }).waitFor()
  await judge('rejecting')
  await page.goto(`${app.url}/admin/applicants?view=board`)
  await page.getByRole('button', { name: /^View profile of María/ }).focus()
  await judge('board')
  await page.keyboard.press('Space')
  await judge('a card on its way')
  await page.close()
})

test.each(themes)(
  'the staff’s screens, $colorScheme',
  async ({ colorScheme, viewport }) => {
    const page = await newPage({ viewport, colorScheme })
    const judge = async (name: string) =>
      expect({ name, found: await findings(page) }).toEqual({ name, found: [] })
    await page.goto(`${app.url}/auth`)
    await page.getByLabel('Email').waitFor()
    await judge('sign in')
    const [name = '', value = ''] = owner.cookie.split('=')
    await page.context().addCookies([{ name, value, url: app.url }])
    for (const address of [
      '/admin',
      '/admin/applicants',
      '/admin/jobs',
      '/admin/incidents?itab=all',
      '/admin/audit',
      '/admin/settings',
      '/account',
      '/organizations',
      '/connect-shopify?again=true',
      '/connect-shopify?again=true&step=2',
      '/shopify-install?error=oauth_exchange_failed',
      '/shopify-welcome',
      '/shopify-success?shop=tea.myshopify.com',
      '/shopify-embed?shop=tea.myshopify.com',
      '/shopify-guide',
      '/privacy',
    ]) {
      await page.goto(app.url + address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await judge(address)
    }
    await page.goto(`${app.url}/admin`)
    await page.locator('.recharts-line').waitFor({ state: 'attached' })
    await page.getByText('Show as table').click()
    await judge('the overview with its chart and table')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor()
    await judge('palette')
    await page.keyboard.type('maría')
    await page.getByRole('option', { name: /^María/ }).waitFor()
    await judge('palette, somebody found')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await judge('keyboard shortcuts')
    await page.keyboard.press('Escape')
    for (const open of [incident, 'new']) {
      await page.goto(`${app.url}/admin/incidents?itab=all&incident=${open}`)
      const name = open === 'new' ? 'Create Incident' : 'Order export sent to the wrong supplier'
      await page.getByRole('dialog', { name }).waitFor()
      await judge(name)
    }
    await page.goto(`${app.url}/admin/applicants`)
    await page.getByRole('button', { name: /^View profile of María/ }).click()
    await page.getByRole('dialog', { name: /^María/ }).waitFor()
    await judge('profile')
    await page.goto(`${app.url}/admin/jobs?job=new`)
    await page.getByRole('dialog', { name: 'Create Job Post' }).waitFor()
    await judge('job editor')
    await page.goto(`${app.url}/nowhere`)
    await page.getByText('Oops! Page not found').waitFor()
    await judge('404')
    await page.close()
  },
  TIME,
)

test.each(themes)('the organization’s page in its states, $colorScheme', async (theme) => {
  const page = await newPage(theme)
  const judge = async (name: string) =>
    expect({ name, found: await findings(page) }).toEqual({ name, found: [] })
  const be = async ({ cookie }: Visitor) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: app.url }])
  }
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()

  const person = await app.person()
  await be(person)
  await page.goto(`${app.url}/organizations`)
  await heading('Welcome to Organizations')
  await judge('no organization')
  await page.goto(`${app.url}/organizations?invitation=unknown`)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByRole('alert').waitFor()
  await judge('an invitation that is over')
  await person.call('/api/organizations/join', { body: { name: owner.organization.name } })
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.goto(`${app.url}/organizations`)
  await heading('Pending Approval')
  await judge('pending')

  await app.staff(owner)
  await be(owner)
  await page.goto(`${app.url}/organizations`)
  await heading('Pending Approvals (1)')
  await judge('approved')
  await page.getByRole('combobox').first().click()
  await page.getByRole('option').first().waitFor()
  await judge('roles')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await judge('remove')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').waitFor()
  await judge('invite')
  await person.call('/api/organizations/join', { method: 'DELETE' })
  await page.close()
})
