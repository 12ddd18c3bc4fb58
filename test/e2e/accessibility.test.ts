// Every screen, its dialogs and its open menus, judged by axe: wide in the light theme, on a phone in the dark one.
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { createTestApp, type Member, type TestApp, type Visitor } from '../app.ts'
import { newPage } from '../browser.ts'
import { pdf } from '../files.ts'
import { connectTestStore, openTestStand, type TestStand } from '../stores.ts'

let stand: TestStand
let app: TestApp
let owner: Member
let job: JobPost
let incident: string
/** The ids of two applicants, with a comma. */
let pair: string

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env })
  stand.appUrl(app.url)
  owner = await app.owner('Tiny Tea Shop')
  job = await app.job(owner)
  await app.job(owner, { title: 'Customer Care Adviser, Dutch and German', location: null })
  const cvFile = new File([pdf], 'cv.pdf')
  for (const [email, firstName, lastName] of [
    ['jon@example.com', 'Jon', 'Bell'],
    ['maya@example.com', 'María Fernanda', 'Castellanos de la Rosa'],
  ] as const) {
    const token = await app.grant(email, job)
    await app.visitor().form('/api/applications', { token, firstName, lastName, cvFile })
  }
  const { body } = await owner.call<{ applicants: { id: string }[] }>('/api/applicants?tab=all')
  pair = body.applicants.map(({ id }) => id).join(',')
  const reported = await owner.call<{ id: string }>('/api/rpc/create_security_incident', {
    body: {
      p_title: 'Order export sent to the wrong supplier',
      p_severity: 'critical',
      p_incident_type: 'Data breach',
    },
  })
  incident = reported.body.id
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})

/** Both sizes have the same colours, so that each is judged in one theme. */
const sizes = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, theme: 'light' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, hasTouch: true, theme: 'dark' },
] as const

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Each of them looks at a dozen pages. */
vi.setConfig({ testTimeout: 180_000 })

/** In the pages from the start: sent anew for every look, as the builder does by itself, it takes longer than the look. */
const axe = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string
}

/** The findings on a page that has come to rest, each with its place. */
async function findings(page: Page, without: string[]) {
  // A colour on its way to another is judged by neither.
  // One that is cut short, because what moved is gone, has come to rest as well.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((run) => run.finished)))
  // In this page alone: a second one in front of it would stop its colours half way.
  const judge = new AxeBuilder({ page, axeSource: 'window.axe.version' })
    .setLegacyMode()
    // Style sheets are fetched a second time for rules that are not asked for here.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(TAGS)
    .disableRules(without)
  const { violations } = await judge.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** A page of one size in its theme, and the judge who looks at what it shows. */
async function openJudged(size: (typeof sizes)[number]) {
  const page = await newPage({
    hasTouch: false,
    ...size,
    colorScheme: size.theme,
    // Each screen is judged at rest.
    reducedMotion: 'reduce',
  })
  await page.addInitScript(axe.source)
  // A notice that fades away has been judged while it stood; half seen it would fail, or not, by the moment.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-sonner-toast][data-removed=true] { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const judge = async (name: string, without: string[] = []) => {
    const found = await findings(page, without)
    expect({ name, found }).toEqual({ name, found: [] })
  }
  const be = async ({ cookie }: Visitor) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: app.url }])
  }
  const goto = (address: string) => page.goto(app.url + address)
  const press = (role: 'button' | 'tab' | 'menuitem', name: string | RegExp) =>
    page.getByRole(role, { name }).first().click()
  const shown = (role: 'dialog' | 'alertdialog' | 'menu' | 'listbox', name?: string | RegExp) =>
    page
      .getByRole(role, name === undefined ? {} : { name })
      .first()
      .waitFor()
  const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor()
  return { page, judge, be, goto, press, shown, heading }
}

// shows: interface-48
test.each(sizes)('the public pages, $name', async (size) => {
  const { page, judge, goto } = await openJudged(size)
  const email = `${size.viewport.width}@example.com`
  const grant = await app.grant(email, job)
  const roleId = `roleId=${job.id}`
  const own = /\/me\/[\w-]+/.exec((await app.mailTo('jon@example.com', /application/i)).text)?.[0]
  const addresses = [
    `${own}`,
    `${own}/correct`,
    `${own}/cv`,
    `${own}/erase`,
    '/me/unknown',
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
    `/careers/${owner.organization.slug}`,
    `/careers/${owner.organization.slug}/${job.slug}`,
    `/careers/${owner.organization.slug}/unknown`,
    '/verify?token=unknown',
    `/verify?${roleId}`,
    '/verify-embed',
    `/application?email=${email}&${roleId}&roleTitle=x&token=${grant}`,
  ]
  for (const address of addresses) {
    await goto(address)
    await judge(address)
  }
  // Goes home by itself after a while (docs/specification.md §2.5); there is a link for those who are quicker or slower.
  await goto('/application')
  await judge('/application without a job', ['meta-refresh'])
  await page.close()
})

test.each(sizes)('signing in and the pages for everybody, $name', async (size) => {
  const { page, judge, goto, press, heading } = await openJudged(size)
  await goto('/auth')
  await page.getByLabel('Email').waitFor()
  await judge('sign in')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await judge('a wrong password')
  await press('tab', 'Sign Up')
  await judge('sign up')
  await press('tab', 'Sign In')
  await press('button', 'Forgot password?')
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor()
  await judge('forgot password')
  await goto('/auth?type=recovery&token=unknown')
  await heading('Set new password')
  await judge('a new password')
  await goto('/auth?step=second-factor')
  await page.getByLabel('Code').waitFor()
  await judge('second factor')
  for (const [address, title] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/dev/mailbox', 'Mailbox'],
    ['/nowhere', '404'],
  ] as const) {
    await goto(address)
    await heading(title)
    await judge(address)
  }
  await page.close()
})

test.each(sizes)('the applicants, $name', async (size) => {
  const { page, judge, be, goto, press, shown } = await openJudged(size)
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

  await goto('/admin/applicants?view=board')
  await page.getByRole('button', { name: /^View profile of María/ }).focus()
  await judge('the board')
  await page.keyboard.press('Space')
  await judge('a card on its way')
  await page.close()
})

test.each(sizes)('a mail to an applicant, $name', async (size) => {
  const { page, judge, be, goto, press, shown } = await openJudged(size)
  const shop = await app.owner(`Mail Shop ${size.viewport.width}`)
  const opening = await app.job(shop)
  const email = `mailed-${size.viewport.width}@example.com`
  const token = await app.grant(email, opening)
  await app.visitor().form('/api/applications', { token, firstName: 'Jon', lastName: 'Bell' })
  const { body } = await shop.call<{ applicants: { id: string }[] }>('/api/applicants?tab=all')
  const id = body.applicants[0]?.id ?? ''
  await shop.call(`/api/applicants/${id}/status`, {
    method: 'PATCH',
    body: { from: 'applied', status: 'reviewing' },
  })
  await be(shop)
  await goto(`/admin/applicants?tab=all&applicant=${id}`)
  await press('button', 'Send email…')
  await shown('dialog', 'Send email to Jon Bell')
  await page.locator('iframe').waitFor()
  await judge('the mail before it is sent')
  await page.close()
})

// shows: interface-48
test.each(sizes)('jobs, incidents and the rest of the dashboard, $name', async (size) => {
  const { page, judge, be, goto, press, shown, heading } = await openJudged(size)
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
    ['/admin/settings', 'Settings'],
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
  await goto('/admin/settings')
  await press('button', 'Edit email about Reviewing')
  await shown('dialog', 'Email about Reviewing')
  await page.locator('iframe').waitFor()
  await judge('the words of a mail')
  await goto('/account')
  await press('button', 'Close account…')
  await shown('dialog', 'Close account')
  await judge('closing the account')
  await page.close()
})

test.each(sizes)('what waits and what failed, $name', async (size) => {
  const { page, judge, be, goto } = await openJudged(size)
  await be(owner)
  const answers = { status: 500, json: { error: { code: 'server.unexpected', message: 'No.' } } }
  let isAnswering = false
  const held: (() => Promise<void>)[] = []
  await page.route(
    (url) => /^\/api\/(applicants|jobs|incidents|overview|audit)/.test(url.pathname),
    (route) => {
      if (isAnswering) return route.fulfill(answers)
      held.push(() => route.fulfill(answers))
      return undefined
    },
  )
  for (const [address, waits, failed] of [
    ['/admin/applicants', 'Loading applicants', 'Failed to fetch applicants.'],
    ['/admin/applicants?view=board', 'Loading Applied', 'Failed to fetch applicants.'],
    ['/admin/jobs', 'Loading job posts', 'Failed to fetch job posts.'],
    ['/admin/audit', 'Loading the audit log', 'Failed to fetch the audit log'],
    ['/admin', 'Loading the overview', 'Failed to load the overview.'],
  ] as const) {
    isAnswering = false
    await goto(address)
    await page.getByRole('status', { name: waits }).first().locator(':visible').first().waitFor()
    await judge(`${address} waits`)
    isAnswering = true
    await Promise.allSettled(held.splice(0).map((answer) => answer()))
    await page.getByRole('alert').filter({ hasText: failed }).first().waitFor()
    await judge(`${address} failed`)
  }
  await page.close()
})

test.each(sizes)('the organization’s page in its states, $name', async (size) => {
  const { page, judge, be, goto, press, shown, heading } = await openJudged(size)
  const shop = await app.owner(`Team Shop ${size.viewport.width}`)
  const person = await app.person()
  await be(person)
  await goto('/organizations')
  await heading('Welcome to Organizations')
  await judge('no organization')
  await goto('/organizations?invitation=unknown')
  await heading('This invitation link does not work')
  await judge('an invitation that is over')
  await page.getByRole('link', { name: 'Open your organization' }).click()
  await shop.call('/api/organizations/invitations', { body: { email: person.email } })
  const invitation = /invitation=\S+/.exec(
    (await app.mailTo(person.email, /invites you/)).text,
  )?.[0]
  await goto(`/organizations?${invitation}`)
  await heading(`Ana Silva invites you to ${shop.organization.name}`)
  await judge('an invitation')
  await page.getByRole('link', { name: 'Not now' }).click()
  await person.call('/api/organizations/join', { body: { name: shop.organization.name } })
  await goto('/organizations')
  await heading('Pending Approval')
  await judge('pending')
  await goto('/admin')
  await heading('Career Admin Dashboard')
  await judge('the dashboard of somebody who waits')

  await app.staff(shop)
  await be(shop)
  await goto('/organizations')
  await heading('Pending Approvals (1)')
  await judge('approved')
  await page.getByRole('combobox').first().click()
  await shown('listbox')
  // The guards around a list hand the focus on at once. Whether the judge takes the list for a modal one, and so lets them
  // pass, depends on where on the page it opens.
  await judge('roles', ['aria-hidden-focus'])
  await page.keyboard.press('Escape')
  await press('button', /^Remove/)
  await shown('alertdialog')
  await judge('remove')
  await page.keyboard.press('Escape')
  await press('button', 'Invite')
  await shown('dialog')
  await judge('invite')
  await page.close()
})

test.each(sizes)('what belongs to a store, $name', async (size) => {
  const { page, judge, be, goto, press, shown, heading } = await openJudged(size)
  const shop = await app.owner(`Store Shop ${size.viewport.width}`)
  await app.job(shop, { title: 'Tea Taster' })
  await be(shop)
  for (const [address, title] of [
    ['/admin/store-pages', 'Shopify Pages'],
    ['/admin/customers', 'Customer Data Refresh'],
    ['/connect-shopify?again=true', ''],
    ['/connect-shopify?again=true&step=2', 'Connect your store'],
    ['/shopify-install?error=oauth_exchange_failed', ''],
    ['/shopify-welcome', ''],
    ['/shopify-success?shop=tea.myshopify.com', ''],
    ['/shopify-embed?shop=tea.myshopify.com', ''],
    ['/shopify-guide', ''],
  ] as const) {
    await goto(address)
    await (title ? heading(title) : page.getByRole('heading', { level: 1 }).waitFor())
    await judge(`${address}, no store`)
  }
  const store = stand.shop(`tea-${size.viewport.width}`)
  await connectTestStore(app, shop, store, [
    'read_products',
    'write_products',
    'read_customers',
    'write_customers',
    PAGES_SCOPE,
  ])
  await goto('/admin/store-pages')
  await press('button', 'Sync Jobs to Shopify')
  await page.getByText('Store pages are up to date.').waitFor()
  await press('button', 'Create Career Page')
  await shown('dialog', 'Create Career Page')
  await judge('a new page in the store')
  await page
    .getByRole('dialog', { name: 'Create Career Page' })
    .getByRole('radio', { name: 'Job page' })
    .check()
  await judge('a new page for a job')
  await page
    .getByRole('dialog', { name: 'Create Career Page' })
    .getByRole('button', { name: 'Create Career Page' })
    .click()
  await page.getByText('Linked to Tea Taster').waitFor()
  await judge('pages in the store')
  await press('button', /^Delete/)
  await shown('alertdialog')
  await judge('deleting a page of the store')
  await goto('/admin/customers')
  await page.getByRole('button', { name: 'Refresh Customer Data' }).waitFor()
  await judge('customers of a connected store')
  await page.close()
})
