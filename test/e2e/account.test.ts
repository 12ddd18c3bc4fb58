// Password reset by the mail's link, and the second factor at the sign-in screen.
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { openApp, type Member } from '../app.ts'
import { authClient } from '../people/auth-client.ts'
import { expect, newPage } from '../browser/browser.ts'
import { codeOfPhone } from '../people/phone.ts'

const app = await openApp()

async function signIn(
  page: Page,
  { email }: Pick<Member, 'email'>,
  password: string,
): Promise<void> {
  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

// shows: 2-28
test('a forgotten password is set anew by the link in the mail', async () => {
  const owner = await app.owner()
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, owner, 'not the one')
  await expect(
    page.getByText('Invalid email or password. Please check your credentials and try again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const { text } = await app.mailTo(owner.email)
  await page.goto(/https?:\/\/\S+type=recovery\S+/.exec(text)?.[0] ?? '')
  await page.getByLabel('New Password').fill('another horse')
  await page.getByLabel('Confirm Password').fill('another house')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('another horse')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await signIn(page, owner, 'another horse')
  await expect(page).toHaveURL(/\/admin$/)
  await page.close()
})

test('whoever enrolled a second factor shows it before anything opens', async () => {
  const owner = await app.owner('Careful Shop')
  await app.confirm(owner)
  const auth = authClient(app.url)
  await auth.signInWithPassword({ email: owner.email, password: 'correct horse' })
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (enrolled.error) throw enrolled.error
  const { id: factorId, totp } = enrolled.data
  const code = () => codeOfPhone(totp.secret, app.clock.now())
  expect((await auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
  // No code is worth anything twice: the phone shows the next one after half a minute.
  app.clock.move(30)

  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, owner, 'correct horse')
  await expect(page.getByRole('heading', { name: 'Confirm with your second factor' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The code is wrong or was used before.')).toBeVisible()
  await page.goto(`${app.url}/admin`)
  await expect(page).toHaveURL(/\/auth/)
  await signIn(page, owner, 'correct horse')
  await page.getByLabel('Code').fill(code())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.close()
})

// shows: 7-25, privacy-17
test('an authenticator app is set up on the account page, shown at sign-in, and removed', async () => {
  const owner = await app.owner('Locked Shop')
  await app.confirm(owner)
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  // No code is worth anything twice: the phone shows the next one after half a minute.
  const nextCode = (secret: string) => {
    app.clock.move(30)
    return codeOfPhone(secret, app.clock.now())
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('button', { name: 'Sign Out' })
      .or(page.getByRole('menuitem', { name: 'Sign Out' }))
      .click()
    await expect(page).toHaveURL(/\/auth/)
  }
  await signIn(page, owner, 'correct horse')
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(
    page.getByRole('img', { name: 'Square to scan with your authenticator app' }),
  ).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill(nextCode(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [paper = ''] = await codes.allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('storehand-recovery-codes.txt')
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()

  for (const code of [nextCode(secret), paper]) {
    await signOut()
    await signIn(page, owner, 'correct horse')
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/admin$/)
  }
  await page.goto(`${app.url}/account`)
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove…' }).click()
  await page.getByLabel('Password or code').fill('correct horse')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, owner, 'correct horse')
  await expect(page).toHaveURL(/\/admin$/)
  await page.close()
})

test('the link of a mailed sign-in opens a page whose button signs in', async () => {
  const { email } = await app.person()
  const auth = authClient(app.url)
  const asked = await auth.signInWithOtp({
    email,
    options: { emailRedirectTo: `${app.url}/terms` },
  })
  expect(asked.error).toBeNull()
  const { text } = await app.mailTo(email)
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(/https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/terms#access_token=/)
  await page.close()
})

// shows: interface-28
test('a new account confirms its address, changes its password, and ends where it is signed in', async () => {
  const owner = await app.owner('New Shop')
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  const elsewhere = await newPage({ viewport: { width: 1440, height: 900 } })
  for (const device of [page, elsewhere]) {
    await signIn(device, owner, 'correct horse')
    await expect(device).toHaveURL(/\/admin$/)
  }
  const banner = page.getByRole('region', { name: 'Confirm your email address' })
  await banner.getByRole('button', { name: 'Send again' }).click()
  await expect(banner.getByText(/^You can ask for another code/)).toBeVisible()
  const { code } = await app.mailTo(owner.email)
  await banner.getByLabel('Six-digit code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(banner).toHaveCount(0)

  await elsewhere.goto(`${app.url}/account`)
  await expect(elsewhere.getByRole('list', { name: 'Your sessions' })).toContainText('This session')
  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Change password…' }).click()
  const form = page.getByRole('dialog', { name: 'Change password' })
  await form.getByLabel('Current Password').fill('correct horse')
  await form.getByLabel('New Password').fill('another horse')
  await form.getByLabel('Confirm Password').fill('another horse')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  // The other one is over within seconds, and says so by leading to the way in.
  await expect(elsewhere).toHaveURL(/\/auth/, { timeout: 20_000 })
  await page.getByRole('button', { name: /^End this session/ }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.close()
  await elsewhere.close()
})

// shows: 2-106
test('a person asks by the exact name, is told nothing about a wrong one, and is let in', async () => {
  const owner = await app.owner('Corner Bakery')
  const person = await app.person()
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, person, 'correct horse')
  await expect(page.getByText('Welcome!').first()).toBeVisible()
  await page.goto(`${app.url}/organizations`)
  for (const name of ['corner bakery', 'Corner Bakery']) {
    await page.getByLabel('Exact name of your team').fill(name)
    await page.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(page.getByRole('heading', { name: 'Pending Approval' })).toBeVisible()
    const wait = `An owner of ${name} must approve you before you can see applications.`
    await expect(page.getByText(wait).first()).toBeVisible()
    if (name === 'Corner Bakery') break
    await page.getByRole('button', { name: 'Take Back Request' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome to Organizations' })).toBeVisible()
  }
  const approved = await owner.call(`/api/organizations/members/${person.userId}/approve`, {
    method: 'POST',
    body: {},
  })
  expect(approved.status).toBe(200)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Organization Users (2)' })).toBeVisible()
  await page.context().close()
})
