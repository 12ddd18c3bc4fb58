// The public pages and signing in, checked with axe: wide in the light theme, on a phone in the dark one.
import { beforeAll, test } from 'vitest'
import { openApp } from '../app.ts'
import { openJudged, sizes } from './axe.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')
const job = await app.job(owner)

beforeAll(async () => {
  const token = await app.grant('jon@example.com', job)
  await app.visitor().form('/api/applications', { token, firstName: 'Jon', lastName: 'Bell' })
})

// shows: interface-48
test.each(sizes)('the public pages, $name', async (size) => {
  const { page, judge, goto } = await openJudged(app, size)
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
  const { page, judge, goto, press, heading } = await openJudged(app, size)
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
