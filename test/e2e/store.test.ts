// A merchant connects a store in a browser: sign-up, the store's permission page and back, and the app in the store's
// own admin.
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { test } from 'vitest'
import { demoShops } from '../../standin/demo-shops.ts'
import { workStores } from '#test/work.ts'
import { expect, newPage } from '../browser/browser.ts'
import { watchSettling } from '../browser/settled.ts'
import { pdfWith } from '../input/cv-files.ts'
import { customerOf, ownerUser } from '../servers/shop-people.ts'
import { openStoreApp } from '../servers/store-app.ts'
import {
  registeredOptionalScopes,
  registeredScopes,
  setStandinFault,
  storeClient,
} from '../servers/stores.ts'

// The store answers at localhost: on another name of this machine the frame is a stranger's, as it is in real life.
const { stand, app } = await openStoreApp({ seed: demoShops(), host: '127.0.0.1' })

const MAYA = 'maya@mail.example'

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First Name').fill('Ruth')
  await page.getByLabel('Last Name').fill('Lane')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

async function open(): Promise<{ page: Page; complaints: string[] }> {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (/Content Security Policy/i.test(line.text())) complaints.push(line.text())
  })
  return { page, complaints }
}

// shows: 1-2, 2-11
test('from signing up over the store and back to the numbers in its admin', async () => {
  const { page, complaints } = await open()
  await page.goto(`${app.url}/auth`)
  await signUp(page, 'ruth@pannierlane.example')
  await page.getByRole('link', { name: 'Continue now' }).click()
  await page.waitForURL(/\/connect-shopify$/)
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByRole('textbox', { name: 'Store URL' }).fill('https://pannier-lane.myshopify.com')
  await page.getByRole('button', { name: 'Connect Store' }).click()
  // On the store's own page.
  await expect(page.getByRole('heading', { name: 'Install Storehand?' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(stand.url)
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { name: 'Store Connected Successfully!' })).toBeVisible()
  await page.waitForURL(/\/organizations$/)
  await page.getByRole('textbox', { name: 'Organization Name' }).fill('Pannier Lane Cycles')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  await page.getByRole('link', { name: 'Store', exact: true }).click()
  const store = page.getByRole('region', { name: 'Store' })
  await expect(store.getByText('pannier-lane.myshopify.com')).toBeVisible()
  await expect(page.getByText('Demo store.')).toBeVisible()

  // The app in the store's admin: the root, the redirect, and the page, all in the frame.
  stand.shop('pannier-lane').staff = [ownerUser('ruth@pannierlane.example')]
  await page.goto(`${stand.url}/store/pannier-lane`)
  await page.getByRole('link', { name: 'Storehand' }).click()
  const frame = page.frameLocator('iframe[title=Storehand]')
  await expect(
    frame.getByRole('heading', { name: 'Connected to pannier-lane.myshopify.com' }),
  ).toBeVisible()
  for (const name of ['Job Postings', 'Applications', 'Career Page']) {
    await expect(frame.getByRole('region', { name })).toContainText('0')
  }
  // Live: what is created elsewhere is counted here without a reload.
  const { rows } = await app.deps.db.pool.query<{ id: string }>('select id from organizations')
  await app.deps.db.pool.query(
    `insert into job_posts (organization_id, title, slug, description) values ($1, 'Mechanic', 'mechanic', 'Mend bicycles.')`,
    [rows[0]?.id],
  )
  await expect(frame.getByRole('region', { name: 'Job Postings' })).toContainText('1 open')
  // She has an account already, and proves it: the store's word alone does not open it.
  await frame.getByRole('button', { name: 'With a password' }).click()
  await frame.getByLabel('Password', { exact: true }).fill('correct horse')
  await frame.getByRole('button', { name: 'Continue' }).click()
  // From then on the dashboard opens in place.
  await frame.getByRole('link', { name: 'Manage job posts' }).waitFor()
  await frame.getByRole('button', { name: 'Open Full Dashboard' }).click()
  await expect(frame.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  expect(page.url()).toBe(
    `${stand.url}/store/pannier-lane/apps/${storeClient.id}/shopify-embed/admin`,
  )
  expect(complaints).toEqual([])
  await page.close()
})

// shows: 2-14, 2-113, 2-115, 2-118, 2-119, 2-120, 4-28
test('the whole story in a shop: installed, a job in the theme without a frame, applications by one tap and by mail, staff in the admin, and nothing left', async () => {
  const { page, complaints } = await open()
  // As browsers treat what is framed by another site when they are told to.
  await page.addInitScript(() => {
    if (window.self === window.top) return
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get })
    }
    Object.defineProperty(document, 'cookie', { get })
  })
  const shop = stand.shop('second-shop')
  shop.locations = demoShops()[0]?.locations ?? []
  shop.customers.push(customerOf({ id: '7001', email: MAYA, phone: '+447700900123' }))
  // As shopify.app.toml has it: all but the pages in the theme is asked for when it is wanted.
  stand.register(registeredScopes, registeredOptionalScopes)
  const appPage = `${stand.url}/store/second-shop/apps/${storeClient.id}`
  await page.goto(appPage)
  await page.getByRole('button', { name: 'Install' }).click()
  const frame = page.frameLocator('iframe[title=Storehand]')
  await frame.getByRole('button', { name: 'Open Storehand' }).click()
  await expect(
    frame.getByRole('heading', { name: 'Connected to second-shop.myshopify.com' }),
  ).toBeVisible()
  // Nothing is asked for before it is used.
  await frame.getByRole('button', { name: 'Hide checklist' }).waitFor()
  await expect(frame.getByRole('button', { name: 'Give permission' })).toHaveCount(0)
  // Customers are recognised once that is wanted, by the platform's own dialog.
  await page.goto(`${appPage}/shopify-embed/admin/store-pages`)
  const needed = frame.getByRole('region', { name: /^Storehand needs one more permission/ })
  await frame.getByRole('button', { name: 'Turn on' }).click()
  const give = needed.filter({ hasText: 'Read your customers' })
  await give.getByRole('button', { name: 'Give permission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(give).toBeVisible()
  await give.getByRole('button', { name: 'Give permission' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click()
  await expect(give).toBeHidden()
  expect(shop.install?.scopes).toContain('read_customers')
  await page.goto(appPage)

  // A job from the steps of a new shop, saved by the bar of the admin.
  await frame.getByRole('button', { name: 'Hide checklist' }).waitFor()
  await frame.getByRole('link', { name: 'Create Job Post' }).click()
  await frame.getByRole('textbox', { name: 'Job title' }).fill('Mechanic')
  await frame.getByRole('textbox', { name: 'Description' }).fill('Mend bicycles.')
  // Its places are the shop's own, by a permission that is asked for now; what was typed stays.
  await frame.getByRole('button', { name: 'Choose from your store’s places' }).click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('read_locations')
  await asked.getByRole('button', { name: 'Give access' }).click()
  const choose = async (label: string, letter: string) => {
    const places = frame.getByRole('combobox', { name: label, exact: true })
    await places.focus()
    await places.press(letter)
  }
  await choose('A place of your store', 'm')
  await choose('One more place of your store', 's')
  await expect(frame.getByRole('textbox', { name: 'Location' })).toHaveValue('Leeds, York')
  await expect(frame.getByRole('textbox', { name: 'Job title' })).toHaveValue('Mechanic')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Job' })).toBeVisible()
  await expect(bar).toBeHidden()

  // The next steps: a page for the jobs, and the block, put into the theme by the theme editor. The home page knows of both.
  await page.goto(appPage)
  await frame.getByRole('button', { name: 'Make the page for your jobs' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click()
  await frame.getByRole('link', { name: 'Add the block ‘Careers’ to a page' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${stand.url}/${shop.domain}/pages/careers`)
  await page.goto(appPage)
  await expect(frame.getByText(/shows your jobs on your page/).first()).toBeVisible()
  await expect(frame.getByText('3 of 5 done')).toBeVisible()

  // In the shop: text of its own, with the data that search engines read, and no frame.
  await workStores(app.deps)
  const careers = `${stand.url}/${shop.domain}/pages/careers?job=mechanic`
  const stranger = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  await stranger.goto(`${stand.url}/${shop.domain}/pages/careers`)
  await stranger.locator('summary').first().click()
  await expect(stranger.getByText('Mend bicycles.')).toBeVisible()
  await expect(stranger.locator('iframe')).toHaveCount(0)
  const customer = await newPage({ viewport: { width: 1200, height: 800 } })
  await customer.goto(`${stand.url}/${shop.domain}/account/login`)
  await customer.getByLabel('Email').fill(MAYA)
  await customer.getByRole('button', { name: 'Sign in' }).click()
  await customer.goto(careers)
  const posting = await customer.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(posting ?? '')).toMatchObject({
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: 'Mechanic',
    description: '<p>Mend bicycles.</p>',
    datePosted: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    hiringOrganization: { name: expect.stringMatching(/./) },
    jobLocation: [
      { address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
      { address: { addressLocality: 'York', addressCountry: 'GB' } },
    ],
    directApply: true,
  })
  await expect(customer.locator('iframe')).toHaveCount(0)

  // The menu of the admin leads on without loading the frame again; applications are seen as they come.
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.getByRole('link', { name: 'Applicants' }).click()
  await expect(page).toHaveURL(`${appPage}/shopify-embed/admin/applicants`)
  await expect(frame.getByText('No applicants yet.')).toBeVisible()

  // A customer who is signed in to the shop: one tap.
  await customer.getByRole('link', { name: 'Apply for Mechanic' }).click()
  await expect(
    customer.getByText(`You are signed in to the shop as Maya Okafor (${MAYA}).`),
  ).toBeVisible()
  await customer.getByRole('checkbox').check()
  await customer.getByRole('button', { name: 'Apply now as Maya Okafor' }).click()
  await expect(customer.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expect(customer.locator('iframe')).toHaveCount(0)
  await expect(frame.getByRole('button', { name: 'View profile of Maya Okafor' })).toBeVisible()

  // A stranger: by a code from the mail, without a script.
  await stranger.getByRole('link', { name: 'Apply for Mechanic' }).click()
  await expect(stranger.getByRole('banner')).toContainText(shop.name)
  await stranger.getByRole('checkbox').check()
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await stranger.getByRole('textbox', { name: 'Email' }).fill('leo@mail.example')
  await stranger.getByRole('button', { name: 'Send Verification Email' }).click()
  const { code } = await app.mailTo('leo@mail.example')
  await stranger.getByLabel('Verification code').fill(code)
  await stranger.getByRole('button', { name: 'Verify' }).click()
  await stranger.getByRole('textbox', { name: 'First Name' }).fill('Leo')
  // No template of the theme reads what is typed.
  await stranger.getByRole('textbox', { name: 'Last Name' }).fill('{{ shop.name }}')
  const buffer = Buffer.from(await pdfWith(['Seven years of bicycles']))
  await stranger
    .getByLabel('CV', { exact: true })
    .setInputFiles({ name: 'Leo.pdf', mimeType: 'application/pdf', buffer })
  await stranger.getByRole('button', { name: 'Submit Application' }).click()
  await expect(stranger.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expect(stranger.locator('iframe')).toHaveCount(0)

  // Staff read the CV and move the person, in the frame.
  await app.cvsChecked()
  await frame.getByRole('button', { name: 'View profile of Leo {{ shop.name }}' }).click()
  const panel = frame.getByRole('dialog', { name: 'Leo {{ shop.name }}' })
  await expect(panel.getByRole('button', { name: 'Show the whole CV' })).toBeVisible()
  await panel.getByRole('button', { name: 'Show as text' }).click()
  await expect(panel.getByRole('region', { name: 'CV' })).toContainText('Seven years of bicycles')
  await panel.getByRole('button', { name: 'Move to Reviewing' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Reviewing' })).toBeVisible()
  const status = `select status from applicants where email = 'leo@mail.example'`
  await expect
    .poll(async () => (await app.deps.db.pool.query<{ status: string }>(status)).rows[0]?.status)
    .toBe('reviewing')
  // Loaded again where it is.
  await page.reload()
  await expect(frame.getByRole('tab', { name: 'Reviewing (1)' })).toBeVisible()
  // The list as a file, which the browser could not ask for by itself: nothing but a token lets it in.
  await frame.getByRole('tab', { name: 'All (2)' }).click()
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    frame.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(table.suggestedFilename()).toBe('applicants.csv')
  const csv = parse(await text(await table.createReadStream()), { bom: true })
  expect(csv.slice(1).map(([, , email]) => email)).toEqual(['leo@mail.example', MAYA])
  // Who knows the steps hides them.
  await page.goto(appPage)
  await frame.getByRole('button', { name: 'Hide checklist' }).click()
  await expect(frame.getByRole('button', { name: 'Hide checklist' })).toBeHidden()
  await page.reload()
  await expect(frame.getByRole('region', { name: 'Applications' })).toContainText('2')
  await expect(frame.getByRole('button', { name: 'Hide checklist' })).toBeHidden()

  // The customer's own page in the admin says what they applied for, and leads there.
  const maya = shop.customers.find(({ email }) => email === MAYA)
  await page.goto(`${stand.url}/store/${shop.handle}/customers/${maya?.id}`)
  const block = page.frameLocator('iframe.extension')
  await expect(block.getByText('Mechanic')).toBeVisible()
  await expect(block.getByText('Applied', { exact: true })).toBeVisible()
  await block.getByRole('link', { name: 'Mechanic' }).press('Enter')
  await expect(frame.getByRole('dialog', { name: 'Maya Okafor' })).toBeVisible()

  // Customers of a segment who agreed to marketing are invited, from the keyboard alone.
  const people = [
    { email: 'nia@mail.example', email_marketing: 'SUBSCRIBED' as const },
    { email: 'quiet@mail.example' },
  ]
  shop.customers.push(
    ...people.map((person, place) => ({ ...maya!, id: String(7100 + place), ...person })),
  )
  shop.segments = [{ id: '401', name: 'Customers near Leeds' }]
  await page.goto(`${stand.url}/store/${shop.handle}/customers/segments/401`)
  await page.getByRole('button', { name: 'Invite to apply' }).press('Enter')
  const action = page.frameLocator('dialog iframe')
  await expect(action.getByText('You can invite 1 customer.')).toBeVisible()
  await expect(action.getByText('2 have not agreed to marketing by email.')).toBeVisible()
  await expect(action.getByLabel('Job')).toHaveValue(/.+/)
  await action.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
  await expect(action.getByText('1 customer was invited.')).toBeVisible()
  expect((await app.mailTo('nia@mail.example')).subject).toContain('is hiring: Mechanic')
  await action.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Before the end the owner removes everything, then the app; nothing of it is left in the shop.
  await page.goto(`${appPage}/shopify-embed/admin/store-pages`)
  const store = frame.getByRole('region', { name: 'Store' })
  await store.getByRole('button', { name: 'Remove everything from the store' }).click()
  const question = frame.getByRole('alertdialog', { name: /^Remove everything from/ })
  await expect(question).toContainText('The list in your theme with 1 open job')
  await question.getByRole('button', { name: 'Remove everything' }).click()
  await expect(store.getByRole('heading', { name: 'Before you uninstall' })).toBeFocused()
  await expect(store.getByText(/^Nothing of Storehand is left in/)).toBeVisible()
  expect([shop.pages, shop.install?.metafields]).toEqual([[], {}])
  await setStandinFault(stand, shop, 'uninstall')
  await customer.goto(careers)
  await expect(customer.getByText('Mechanic')).toHaveCount(0)
  await expect(customer.locator('iframe')).toHaveCount(0)
  await customer.goto(`${stand.url}/${shop.domain}/apps/careers`)
  await expect(customer.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  expect(complaints).toEqual([])
  await Promise.all([page, customer, stranger].map((each) => each.close()))
})

test('a visit without anything goes to the installation, and a broken way back says so', async () => {
  const { page } = await open()
  const settled = watchSettling(page)
  await page.goto(app.url)
  await page.waitForURL(/\/shopify-install$/)
  await page.getByRole('button', { name: 'Install App' }).click()
  await expect(page.getByText('Please enter your shop domain')).toBeVisible()
  await page.goto(`${app.url}/?code=x&shop=pannier-lane.myshopify.com&state=y&hmac=z&host=abc`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to exchange OAuth code for token. Invalid OAuth state')
  // Nothing that was still being read leads anywhere else.
  await settled()
  expect(page.url()).toBe(`${app.url}/shopify-install?error=oauth_exchange_failed`)
  await expect(alert).toBeVisible()
  await page.close()
})

test('a merchant who refuses in the store is told that nothing was installed', async () => {
  const { page } = await open()
  stand.shop('refusing-shop')
  await page.goto(`${app.url}/shopify-install`)
  await page.getByLabel('Shop domain').fill('refusing-shop')
  await page.getByRole('button', { name: 'Install App' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText(/nothing was installed or changed\./)).toBeVisible()
  await expect(page.getByLabel('Shop domain')).toHaveValue('refusing-shop')
  await expect(page).toHaveURL(
    `${app.url}/shopify-install?error=access_denied&shop=refusing-shop.myshopify.com`,
  )
  await page.close()
})
