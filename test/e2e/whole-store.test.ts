// The store from its first day to its last, in one test: connected, filled, used for applications, removed, and erased.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect as anyExpect, type Locator, type Page } from '@playwright/test'
import { afterAll, test } from 'vitest'
import { fileSize } from '#domain/cvs/cvs.ts'
import { demoShops } from '../../standin/demo-shops.ts'
import { newPage } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'
import { startSmtp } from '../servers/smtp.ts'
import { openStoreApp } from '../servers/store-app.ts'
import { setStandinFault, storeClient } from '../servers/stores.ts'

/** Three programs and four windows on one machine: nothing here is about speed. */
const expect = anyExpect.configure({ timeout: 30_000 })
const STORY_MS = 240_000

const MAYA = 'maya.okafor@mail.example'
const JOB = 'Wheel Builder'

const smtp = await startSmtp()
afterAll(() => smtp.close())
// The store answers at localhost: on another name of this machine our frames are strangers there, as in real life.
const { stand, app } = await openStoreApp({
  seed: demoShops(),
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@storehand.example' },
  host: '127.0.0.1',
})
const shop = stand.shop('pannier-lane')

const files = async () => {
  const found = await readdir(path.join(app.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return found.filter((entry) => entry.isFile()).length
}

/** Every table that holds something of the store or of a person, with its rows. */
const readContents = async () => {
  const tables = [
    'applicants',
    'applicant_customers',
    'applicant_status_history',
    'email_verifications',
    'application_grants',
    'cv_files',
    'customer_refreshes',
    'imported_products',
    'store_pages',
    'page_syncs',
    'store_sessions',
  ]
  const counted = tables.map((table) => `select '${table}' as name, count(*)::int from ${table}`)
  const { rows } = await app.deps.db.pool.query<{ name: string; count: number }>(
    counted.join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function signUpAndConnect(page: Page): Promise<void> {
  await page.goto(`${app.url}/auth`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('First Name').fill('Ruth')
  await page.getByLabel('Last Name').fill('Lane')
  await page.getByLabel('Email').fill('ruth@pannierlane.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await page.getByRole('link', { name: 'Continue now' }).click()
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByRole('textbox', { name: 'Store URL' }).fill(`https://${shop.domain}`)
  await page.getByRole('button', { name: 'Connect Store' }).click()
  await expect(page.getByRole('heading', { name: 'Install Storehand?' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(stand.url)
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { name: 'Store Connected Successfully!' })).toBeVisible()
  await page.waitForURL(/\/organizations$/)
  await page.getByRole('textbox', { name: 'Organization Name' }).fill('Pannier Lane Cycles')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  await page.getByRole('link', { name: 'Store', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Store' })).toContainText(shop.domain)
}

async function createJob(page: Page): Promise<void> {
  await page.goto(`${app.url}/admin/jobs`)
  await page.getByRole('button', { name: 'Create Job Post' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Job Post' })
  await editor.getByRole('textbox', { name: 'Job Title' }).fill(JOB)
  await editor.getByRole('textbox', { name: 'Description' }).fill('True wheels by hand and ear.')
  await editor.getByRole('button', { name: 'Create Job Post' }).click()
  await expect(page.getByText('Job post created!')).toBeVisible()
}

/** In the widget's frame on a page of the store, with the code from the mail. */
async function applyIn(frame: ReturnType<Page['frameLocator']>): Promise<void> {
  await frame.getByRole('button', { name: `Apply Now: ${JOB}` }).click()
  await frame
    .getByRole('checkbox', {
      name: 'I consent to the processing of my personal data as described above.',
    })
    .check()
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('textbox', { name: 'Email' }).fill(MAYA)
  await frame.getByRole('button', { name: 'Send Verification Email' }).click()
  await expect(frame.getByRole('heading', { name: 'Verification Email Sent!' })).toBeVisible()
  const mail = await smtp.mailTo(MAYA)
  await frame.getByLabel('Verification code').pressSequentially(mail.code)
  await expect(frame.getByRole('heading', { name: `Apply for ${JOB}` })).toBeVisible()
  // As the store knows her.
  await expect(frame.getByRole('textbox', { name: 'First Name' })).toHaveValue('Maya')
  await expect(frame.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Okafor')
  await expect(frame.getByRole('textbox', { name: 'Phone' })).toHaveValue('+447700900123')
  const cv = { name: 'Okafor-Maya-CV.pdf', mimeType: 'application/pdf', buffer: pdf }
  await frame.getByLabel('CV', { exact: true }).setInputFiles(cv)
  // Its size is shown when it has arrived. A form that is sent earlier carries the file a second time, and the first one stays in
  // the storage until the server is through with the upload that was broken off.
  await expect(frame.getByText(fileSize(pdf.length))).toBeVisible()
  await frame.getByRole('button', { name: 'Submit Application' }).click()
  await expect(frame.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })

// shows: 2-101, 2-103, 4-25, 7-117, choice-18, privacy-24
test(
  'a store is connected, applied through by a customer, removed, and forgotten',
  { timeout: STORY_MS },
  async () => {
    const owner = await newPage({ viewport: { width: 1440, height: 900 } })
    await signUpAndConnect(owner)
    await createJob(owner)
    await owner.getByRole('button', { name: 'Sync with Shopify' }).click()
    await expect(owner.getByRole('row', { name: /Saturday Mechanic/ })).toBeVisible()

    // Pages work at once: connecting has asked for all that they need.
    await owner.goto(`${app.url}/admin/store-pages`)
    await expect(owner.getByRole('button', { name: 'Give permission' })).toHaveCount(0)
    await owner.getByRole('button', { name: 'Sync Jobs to Shopify' }).click()
    await expect(owner.getByText('Store pages are up to date.')).toBeVisible()

    // A visitor meets the widget on the store's own page, in the store's theme.
    const link = owner.getByRole('link', { name: 'Open Careers at Pannier Lane Cycles' })
    const visitor = await newPage({ viewport: { width: 1024, height: 900 } })
    await visitor.goto((await link.getAttribute('href')) ?? '')
    expect(new URL(visitor.url()).origin).toBe(stand.url)
    await expect(visitor.getByRole('banner')).toContainText('Pannier Lane Cycles')
    // Each job once, until somebody wants to apply without leaving the page.
    await expect(visitor.getByRole('link', { name: `Apply for ${JOB}` })).toBeVisible()
    await expect(visitor.getByText(JOB, { exact: true })).toHaveCount(1)
    await expect(visitor.locator('iframe')).toBeHidden()
    await visitor.getByText('Apply without leaving this page').click()
    const frame = visitor.frameLocator('iframe[title="Job openings at Pannier Lane Cycles"]')

    // Staff look at their screen meanwhile; nothing is reloaded.
    await owner.goto(`${app.url}/admin/applicants`)
    await expect(owner.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
    await applyIn(frame)
    await expect(owner.getByText('New application: Maya Okafor')).toBeVisible()
    await owner.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
    const known = section(owner, 'Customer Information')
    await known.getByText('Show customer details').click()
    await expect(known).toContainText('£1,240.50')
    await expect(known).toContainText('12 Mill Lane, Leeds')
    await expect(known).toContainText('Demo store.')

    await owner.goto(`${app.url}/admin/customers`)
    await owner.getByRole('button', { name: 'Refresh Customer Data' }).click()
    await expect(owner.getByText(/^1 applicant looked up on .*: 1 customer\.$/)).toBeVisible()
    expect(await readContents()).toMatchObject({
      applicants: 1,
      applicant_customers: 1,
      cv_files: 1,
      customer_refreshes: 1,
      imported_products: 2,
      store_pages: 1,
      store_sessions: 1,
    })
    expect(await files()).toBe(1)

    // The merchant removes the app while its page is open in the admin: every open screen says so by itself.
    const admin = await newPage({ viewport: { width: 1440, height: 900 } })
    await admin.goto(`${stand.url}/store/pannier-lane/apps/${storeClient.id}`)
    const embedded = admin.frameLocator('iframe[title=Storehand]')
    await expect(embedded.getByRole('region', { name: 'Applications' })).toContainText('1')
    await setStandinFault(stand, shop, 'uninstall')
    const removed = /Storehand was removed from this store/
    await expect(section(owner, 'Customer Data Refresh')).toContainText(removed)
    await expect(embedded.getByRole('alert')).toContainText(removed)
    await visitor.reload()
    await visitor.getByText('Apply without leaving this page').click()
    await expect(frame.getByText('Currently no open positions available.')).toBeVisible()
    await owner.goto(`${app.url}/admin/store-pages`)
    await expect(section(owner, 'Shopify Pages')).toContainText(removed)
    await owner.getByRole('link', { name: 'Connect it again' }).click()
    await expect(owner.getByText(removed)).toBeVisible()
    await owner.goto(`${app.url}/admin/applicants`)
    await owner.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
    await expect(known).toContainText(removed)

    // Two days later nothing is left of the store, of who came by it, or of their files.
    await setStandinFault(stand, shop, 'webhooks', { topic: 'shop/redact' })
    await expect(owner.getByText('No applicants yet.')).toBeVisible()
    await expect.poll(readContents).toEqual({
      applicants: 0,
      applicant_customers: 0,
      applicant_status_history: 0,
      email_verifications: 0,
      application_grants: 0,
      cv_files: 0,
      customer_refreshes: 0,
      imported_products: 0,
      store_pages: 0,
      page_syncs: 0,
      store_sessions: 0,
    })
    await expect.poll(files).toBe(0)
    await owner.goto(`${app.url}/admin/store-pages`)
    await expect(owner.getByText('No store is connected.')).toBeVisible()
    await Promise.all([owner.close(), visitor.close(), admin.close()])
  },
)
