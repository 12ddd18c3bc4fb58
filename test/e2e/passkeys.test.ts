// Passkeys in a real browser, with a virtual authenticator of the browser; and sign-in with an OpenID Connect provider.
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { openIdServer, type OpenIdServer } from '../servers/openid-provider.ts'

let app: TestApp
let provider: OpenIdServer
beforeAll(async () => {
  provider = await openIdServer()
  const env = { OPENID_PROVIDERS: JSON.stringify([provider.setting]) }
  // Passkeys belong to a name, and no number is one.
  app = await createTestApp({ env, host: 'localhost' })
  provider.register(app.url)
})
afterAll(async () => {
  await app.close()
  provider.close()
})

/** Its owner opens it whenever it asks. */
async function giveDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    open: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

// shows: 7-28
test('a passkey is added on the account page, signs in alone, and is removed', async () => {
  const owner = await app.owner('Passkey Shop')
  await app.confirm(owner)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  const device = await giveDevice(page)
  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Add a passkey…' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Work laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Work laptop')

  await page.context().clearCookies()
  await page.goto(`${app.url}/auth`)
  await device.open(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await device.open(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Remove Work laptop…' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(`${app.url}/auth`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey could not be used. Please try again.')).toBeVisible()
  await page.close()
})

// shows: 7-22
test('a provider of OpenID Connect signs in, and whoever refuses there is told so here', async () => {
  provider.people.set('ana', {
    email: 'ana@acme.example',
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Silva',
  })
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${app.url}/auth`)
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('The sign-in was not completed.')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.getByPlaceholder('Enter any login').fill('ana')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/connect-shopify$/)
  await expect(page.getByText('Welcome!')).toBeVisible()
  await page.close()
})
