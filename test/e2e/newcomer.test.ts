// The first day with an empty installation: from the front page to a colleague who has joined, using only what the
// screens offer.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { afterAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { startSmtp } from '../servers/smtp.ts'
import { sendMails } from '../work.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())
const app = await openApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'jobs@storehand.example' } })

const OWNER = 'bea@leaf.example'
const COLLEAGUE = 'jo@leaf.example'
const PASSWORD = 'correct horse'

/** The newest mail to an address with such a subject; without the soft line ends that cut links in two. */
async function mailTo(email: string, subject: RegExp): Promise<string> {
  const newest = () =>
    smtp.received
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      .findLast((raw) => subject.test(/^subject: (.*(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''))
  await expect
    .poll(async () => {
      await sendMails(app.deps)
      return newest() !== undefined
    })
    .toBe(true)
  return newest() ?? ''
}
const codeIn = (mail: string) => /\b(\d{3}) (\d{3})\b/.exec(mail)?.slice(1).join('') ?? ''
const linkIn = (mail: string, link: RegExp) => link.exec(mail)?.[0] ?? ''

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

// shows: 2-105, 7-68, 7-89, 8-33
test('an empty installation: checklist to its end, an application, the mail about it, and a colleague inside', async () => {
  const complaints: string[] = []
  const open = async (options: Parameters<typeof newPage>[0] = {}) => {
    const page = await newPage({ viewport: { width: 1440, height: 900 }, ...options })
    page.on('pageerror', (error) => complaints.push(error.message))
    return page
  }
  const owner = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const loaded: string[] = []
  owner.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const press = (name: string | RegExp) => owner.getByRole('button', { name, exact: true }).click()
  const follow = (name: string) => owner.getByRole('link', { name, exact: true }).click()
  const copied = () => owner.evaluate(() => navigator.clipboard.readText())

  // From the front page, where no store can be connected, to an account and a shop with a name.
  await owner.goto(app.url)
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Welcome to Storehand')
  await follow('Sign in or create an account')
  await owner.getByRole('tab', { name: 'Sign Up' }).click()
  await fillIn(owner, {
    'First Name': 'Bea',
    'Last Name': 'Moss',
    Email: OWNER,
    Password: PASSWORD,
  })
  await press('Sign Up')
  await owner.waitForURL(/\/connect-shopify$/)
  await fillIn(owner, { 'Organization Name': 'Leaf & Kettle' })
  await press('Get Started')
  await expect(owner.getByText('Organization created!')).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Organization Users (1)' })).toBeVisible()
  await fillIn(owner, { 'Six-digit code': codeIn(await mailTo(OWNER, /confirm your/)) })
  await press('Confirm')
  await expect(owner.getByText('Your email address is confirmed.')).toBeVisible()

  // No funnel of zeros. Where no store can be connected, none is asked for.
  await follow('Open the dashboard')
  const list = owner.getByRole('region', { name: 'Get your first applications' })
  const steps = list.getByRole('listitem')
  await expect(steps).toHaveText([
    /^Post a job: To do/,
    /^Put your jobs on your website: To do/,
    /^Invite a colleague: To do/,
    /^Get your first application: To do/,
  ])
  await expect(owner.getByText('No problems and no deadlines right now.')).toHaveCount(0)
  await expect(owner.getByRole('region', { name: 'Hiring funnel' })).toHaveCount(0)
  // What is folded, and the chart, are not loaded, even when the idle page loads what is likely next.
  await expect.poll(() => loaded.some((file) => file.includes('command-palette'))).toBe(true)
  expect(loaded.filter((file) => /weekly-chart|-section|job-editor/.test(file))).toEqual([])

  await follow('Create Job Post')
  const editor = owner.getByRole('dialog', { name: 'Create Job Post' })
  await editor.getByLabel('Job Title').fill('Tea Taster')
  await editor.getByRole('radio', { name: 'At a place' }).check()
  await editor.getByRole('textbox', { name: 'Location' }).fill('Leeds')
  await editor.getByRole('textbox', { name: 'Description' }).fill('You taste our new teas.')
  await editor.getByRole('button', { name: 'Create Job Post' }).click()
  await expect(owner.getByRole('region', { name: 'Share Tea Taster' })).toBeVisible()
  await follow('Overview')
  await expect(steps.nth(0)).toHaveText('Post a job: Done')

  // On a page that is not ours: another name for this machine. The checklist notices it while it is looked at.
  await list.getByRole('button', { name: 'Copy code' }).click()
  await expect(list.getByText('Copied')).toHaveCount(1)
  const code = await copied()
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><html lang="en"><title>Our shop</title><body>${code}`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const host = `localhost:${(site.address() as AddressInfo).port}`
  const applicant = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await applicant.goto(`http://${host}/`)
  await expect(
    applicant.frameLocator('iframe').getByRole('article', { name: 'Tea Taster' }),
  ).toBeVisible()
  await expect(steps.nth(1)).toContainText(`Put your jobs on your website: DoneSeen on ${host}.`)
  site.close()

  await list.getByRole('link', { name: 'Invite' }).click()
  const invite = owner.getByRole('dialog', { name: 'Invite to Leaf & Kettle' })
  await invite.getByLabel('Email').fill('Jo@Leaf.example')
  await invite.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(owner.getByText(`Invitation sent to ${COLLEAGUE}.`)).toBeVisible()
  await expect(invite).toHaveCount(0)
  await follow('Open the dashboard')
  await expect(steps.nth(2)).toHaveText('Invite a colleague: Done')
  await expect(list.getByText('3 of 4 done')).toBeVisible()

  // The link of the last step, on somebody's phone.
  await list.getByRole('button', { name: 'Copy link' }).click()
  await applicant.goto(await copied())
  await applicant.getByRole('link', { name: 'Tea Taster' }).tap()
  await applicant.getByRole('link', { name: 'Apply Now' }).tap()
  await applicant.getByRole('checkbox').tap()
  await applicant.getByRole('button', { name: 'Continue' }).tap()
  await fillIn(applicant, { Email: 'ada@example.com' })
  await applicant.getByRole('button', { name: 'Send Verification Email' }).tap()
  await expect(applicant.getByLabel('Verification code')).toBeVisible()
  await fillIn(applicant, {
    'Verification code': codeIn(await mailTo('ada@example.com', /^Your code/)),
  })
  await expect(applicant.getByRole('heading', { name: 'Apply for Tea Taster' })).toBeVisible()
  await fillIn(applicant, { 'First Name': 'Ada', 'Last Name': 'First' })
  await applicant.getByRole('button', { name: 'Submit Application' }).tap()
  await expect(applicant.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

  // It arrives live, and the checklist has done its work.
  await expect(list).toHaveCount(0)
  const fresh = owner.getByRole('region', { name: 'New in the last 24 hours' })
  await expect(fresh.getByRole('listitem')).toHaveText(/^Ada First, Tea Taster/)
  await expect(owner.getByText('No problems and no deadlines right now.')).toBeVisible()

  // What was done is on the page it was done from, and can be undone there.
  await fresh.getByRole('link', { name: 'Ada First' }).click()
  // In the profile: behind it the row says the same. What is not sent yet would be asked about when the page is left.
  const profile = owner.getByRole('dialog', { name: 'Ada First' })
  await profile.getByRole('button', { name: 'Applied, change status of Ada First' }).click()
  await owner.getByRole('menuitem', { name: 'Move to Reviewing' }).click()
  await expect(owner.getByText('Applicant status updated successfully.')).toBeVisible()
  await owner.goto(`${app.url}/admin`)
  const acts = owner.getByRole('region', { name: 'What you did last' }).getByRole('listitem')
  await expect(acts.first()).toContainText('Moved Ada First to Reviewing')
  await acts.first().getByRole('button', { name: /^Undo/ }).click()
  await expect(acts.first()).toContainText('Moved Ada First back to Applied')

  // A minute later in her mailbox: one link leads through the sign-in to the applicant, the other ends the mails.
  app.clock.move(61)
  const notification = await mailTo(OWNER, /^New application: Ada F. for Tea Taster$/)
  expect(notification).not.toContain('ada@example.com')
  const phone = await open({ viewport: { width: 390, height: 844 } })
  await phone.goto(linkIn(notification, /http\S+\/admin\/applicants\?\S+/))
  await fillIn(phone, { Email: OWNER, Password: PASSWORD })
  await phone.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(phone.getByRole('dialog', { name: 'Ada First' })).toBeVisible()
  const anybody = await open()
  await anybody.goto(linkIn(notification, /http\S+\/api\/unsubscribe\?[\w=.-]+/))
  await anybody.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(anybody.getByRole('heading', { name: 'These emails are stopped' })).toBeVisible()
  await phone.goto(`${app.url}/account`)
  const pace = phone.getByRole('combobox', { name: 'New applications', exact: true })
  await expect(pace).toHaveText('Never')

  // The colleague: by the link, without an account. The token is out of the address at once, and the address is given.
  await owner.goto(`${app.url}/organizations`)
  const colleague = await open()
  await colleague.goto(
    linkIn(await mailTo(COLLEAGUE, /^Bea Moss invites you/), /http\S+invitation=[\w-]+/),
  )
  await colleague.waitForURL(/\/invitation$/)
  await expect(
    colleague.getByRole('heading', { name: 'Bea Moss invites you to Leaf & Kettle' }),
  ).toBeVisible()
  await expect(colleague.getByText('You join as Staff').first()).toBeVisible()
  await expect(colleague.getByLabel('Email')).toHaveValue(COLLEAGUE)
  await expect(colleague.getByLabel('Email')).not.toBeEditable()
  await fillIn(colleague, { 'First Name': 'Jo', 'Last Name': 'Reed', Password: PASSWORD })
  await colleague.getByRole('button', { name: 'Sign Up', exact: true }).click()

  // Inside: nobody had to approve once more, and the owner's open page shows who has come.
  await expect(colleague.getByText('You are now part of Leaf & Kettle.').first()).toBeVisible()
  await colleague.waitForURL(/\/admin$/)
  // By its text, so that a failure says what stood there instead.
  await expect(colleague.getByRole('main')).toContainText('Ada First, Tea Taster')
  await expect(owner.getByRole('heading', { name: 'Organization Users (2)' })).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Pending Approvals' })).toHaveCount(0)

  expect(complaints).toEqual([])
  await Promise.all([owner, applicant, phone, anybody, colleague].map((page) => page.close()))
}, 180_000)
