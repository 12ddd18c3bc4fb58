// The product's main purpose with two people in two browsers: one applies, one sees the application arrive.
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { afterAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage, WIDE } from '../browser/browser.ts'
import { docx, pdf } from '../input/files.ts'
import { startSmtp } from '../servers/smtp.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const app = await openApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@storehand.example' } })
const owner = await app.owner('Tiny Tea Shop')
const job = await app.job(owner)

const cv = { name: 'Okafor-Maya-CV.pdf', mimeType: 'application/pdf', buffer: pdf }

async function signIn(page: Page): Promise<void> {
  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Welcome!')).toBeVisible()
}

/** What a page said that it should not have: script errors and failed requests. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused form is a 4xx on purpose, and the browser notes each of them.
    const isRefusal = /status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

// shows: 1-1, 1-5, 2-63, 2-95, 4-13, 4-23, 5-7, 7-82, choice-16, choice-17, interface-11, terms-1
test('an application travels from the widget to the screen of the staff', async () => {
  const staff = await newPage(WIDE)
  const complaints = complaintsOf(staff)
  await signIn(staff)
  await staff.goto(`${app.url}/admin/applicants`)
  await expect(staff.getByRole('tab', { name: 'Applied (0)' })).toBeVisible()
  await expect(staff.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()

  const visitor = await newPage({ viewport: { width: 720, height: 900 } })
  const visitorComplaints = complaintsOf(visitor)
  await visitor.goto(`${app.url}/embed?org=${owner.organization.slug}`)
  await visitor.getByRole('button', { name: `Apply Now: ${job.title}` }).click()
  const consent = visitor.getByRole('checkbox', {
    name: 'I consent to the processing of my personal data as described above.',
  })
  await consent.check()
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await visitor.getByLabel('Email').fill('Maya.Okafor@Example.com')
  await visitor.getByRole('button', { name: 'Send Verification Email' }).click()
  await expect(visitor.getByRole('heading', { name: 'Verification Email Sent!' })).toBeVisible()
  await expect(visitor.getByText('maya.okafor@example.com')).toBeVisible()

  const mail = await smtp.mailTo('maya.okafor@example.com')
  expect(mail.raw).toContain('From: Tiny Tea Shop via Storehand <jobs@storehand.example>')
  await visitor.getByLabel('Verification code').pressSequentially(mail.code)
  await expect(visitor.getByRole('heading', { name: `Apply for ${job.title}` })).toBeVisible()
  expect(new URL(visitor.url()).searchParams.get('token')).toBeNull()

  // A forgotten name: told at the field, and nothing of what was typed is lost.
  await visitor.getByLabel('First Name').fill('Maya')
  await visitor
    .getByLabel('Why are you interested?')
    .fill('I have bought my oolong from you for years.')
  await visitor.getByLabel('CV', { exact: true }).setInputFiles(cv)
  await expect(visitor.getByText(cv.name).first()).toBeVisible()
  await visitor.getByRole('button', { name: 'Submit Application' }).click()
  await expect(visitor.getByText('First name and last name are required').first()).toBeVisible()
  await expect(visitor.getByLabel('First Name')).toHaveValue('Maya')
  await expect(visitor.getByText(cv.name).first()).toBeVisible()
  await visitor.getByLabel('Last Name').fill('Okafor')
  await visitor.getByRole('button', { name: 'Submit Application' }).click()
  await expect(visitor.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

  await expect(staff.getByText('New application: Maya Okafor')).toBeVisible()
  await expect(staff.getByRole('tab', { name: 'Applied (1)' })).toBeVisible()
  await staff.getByRole('button', { name: 'View profile of Maya Okafor' }).click()
  const profile = staff.getByRole('dialog', { name: 'Maya Okafor' })
  await expect(profile.getByText('I have bought my oolong from you for years.')).toBeVisible()
  const [download] = await Promise.all([
    staff
      .context()
      .waitForEvent('page')
      .then((tab) => tab.waitForEvent('download')),
    profile.getByRole('button', { name: 'View CV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(cv.name)

  await profile.getByRole('button', { name: 'Move to Reviewing' }).click()
  await expect(staff.getByText('Applicant status updated successfully.')).toBeVisible()
  await expect(staff.getByRole('tab', { name: 'Reviewing (1)' })).toBeVisible()
  await expect(staff.getByRole('tab', { name: 'Applied (0)' })).toBeVisible()

  expect([...complaints, ...visitorComplaints]).toEqual([])
  await Promise.all([staff.context().close(), visitor.context().close()])
})

// shows: 1-5, 4-23, 6-1
test('the same way on foot, with scripts off', async () => {
  const page = await newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await page.goto(`${app.url}/embed?org=${owner.organization.slug}`)
  await page.getByRole('button', { name: `Apply Now: ${job.title}` }).click()
  await expect(page.getByRole('heading', { name: 'Data Processing Consent' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Email').fill('jon.bell@example.com')
  await page.getByRole('button', { name: 'Send Verification Email' }).click()
  const { code } = await smtp.mailTo('jon.bell@example.com')
  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(
    page.getByText('That code does not match. Check the newest email.').first(),
  ).toBeVisible()
  await page.getByLabel('Verification code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Verify code' }).click()
  await page.getByLabel('First Name').fill('Jon')
  await page.getByLabel('Last Name').fill('Bell')
  await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  const { rows } = await app.deps.db.pool.query(
    `select cv_files.original_name from applicants join cv_files on applicant_id = applicants.id where email = $1`,
    ['jon.bell@example.com'],
  )
  expect(rows).toEqual([{ original_name: cv.name }])
  await page.context().close()
})

// shows: 7-141, 7-143
test('their own page by phone, with scripts off: looked at, corrected, given another CV, downloaded, withdrawn and erased, and staff see each step', async () => {
  const email = 'jon.bell@example.com'
  const staff = await newPage(WIDE)
  await signIn(staff)
  await staff.goto(`${app.url}/admin/applicants`)
  await expect(staff.getByText('Jon Bell')).toBeVisible()

  const page = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const tap = (role: 'button' | 'link', name: string) => page.getByRole(role, { name }).tap()
  const fetched = async (role: 'button' | 'link', name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), tap(role, name)])
    return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) }
  }
  const linked = () => smtp.received.findLast(({ to, ownPage }) => to.includes(email) && ownPage)
  await expect.poll(linked).toBeTruthy()
  await page.goto(linked()?.ownPage ?? '')
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible()
  await expect(page.getByText('Received', { exact: true })).toBeVisible()
  expect(await fetched('button', `Open ${cv.name}`)).toEqual({ name: cv.name, content: cv.buffer })

  // What is wrong is read first, and nothing that was typed is lost.
  await tap('link', 'Correct your details')
  const letter = page.getByLabel('Why are you interested?')
  await page.getByLabel('First Name').fill('Jonathan')
  await letter.fill('I have bought my oolong from you for years.')
  await page.getByLabel('LinkedIn').fill('not an address')
  await tap('button', 'Save')
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('There is a problem')
  await expect(problem).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Correct your details/)
  await expect(page.getByLabel('First Name')).toHaveValue('Jonathan')
  await expect(letter).toHaveValue('I have bought my oolong from you for years.')
  await page.getByLabel('LinkedIn').fill('')
  await tap('button', 'Save')
  const news = page.getByRole('status')
  await expect(news).toHaveText('Your details are saved.')
  await expect(news).toBeFocused()
  await expect(staff.getByText('Jonathan Bell')).toBeVisible()
  await page.getByRole('heading', { name: 'What you sent' }).tap()
  await expect(page.getByText('I have bought my oolong from you for years.')).toBeVisible()

  // Another CV: a file that is none is refused at its field, and the first one stays.
  await tap('link', 'Replace the CV')
  const file = page.getByLabel('CV', { exact: true })
  await file.setInputFiles({ ...cv, name: 'me.png', mimeType: 'image/png' })
  await tap('button', 'Replace the CV')
  await expect(page.getByText(/^Invalid File Type/)).toBeVisible()
  await expect(file).toBeFocused()
  await expect(page.getByText(cv.name)).toBeVisible()
  const newer = { name: 'Bell-2027.docx', mimeType: '', buffer: docx() }
  await file.setInputFiles(newer)
  await tap('button', 'Replace the CV')
  await expect(news).toBeFocused()
  const opened = await fetched('button', `Open ${newer.name}`)
  expect(opened).toEqual({ name: newer.name, content: newer.buffer })

  const moreRights = page.getByText('More rights')
  await moreRights.tap()
  const zip = await fetched('button', 'Download')
  expect(zip.name).toBe('application.zip')
  expect(zip.content.subarray(0, 2).toString()).toBe('PK')

  await tap('link', 'Withdraw')
  await expect(staff.getByText('Jonathan Bell')).toBeVisible()
  await tap('button', 'Withdraw the application')
  await expect(page.getByText('Your application is withdrawn.')).toBeVisible()
  await expect(staff.getByText('Jonathan Bell')).toHaveCount(0)

  await moreRights.tap()
  await tap('link', 'Delete')
  await tap('button', 'Delete this application now')
  await expect(page.getByRole('heading', { name: 'Your application is deleted' })).toBeVisible()
  const receipt = page.url().split('/').at(-1) ?? ''
  await expect(page.getByText(receipt, { exact: true })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Bell')

  await staff.goto(`${app.url}/admin/audit`)
  for (const step of [
    'corrected their details',
    'replaced their CV',
    'downloaded a copy of their data',
    'withdrew their application',
    'An applicant erased their application',
  ]) {
    await expect(staff.getByText(step).first()).toBeVisible()
  }
  await Promise.all([staff.context().close(), page.context().close()])
})
