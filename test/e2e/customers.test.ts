// A customer of the store applies with prefilled details, staff see them, and refresh all customers' data.
import { beforeAll, test } from 'vitest'
import { demoShops } from '../../standin/demo-shops.ts'
import type { Member } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { insertApplication } from '../rows.ts'
import { openStoreApp } from '../servers/store-app.ts'
import { connectTestStore } from '../servers/stores.ts'

const MAYA = 'maya.okafor@mail.example'
const { stand, app } = await openStoreApp({ seed: demoShops() })
let owner: Member

beforeAll(async () => {
  owner = await app.owner('Pannier Lane Cycles')
  await connectTestStore(app, owner, stand.shop('pannier-lane'))
})

// shows: 2-102
test('a customer finds their details filled in, and staff find the customer', async () => {
  const job = await app.job(owner)
  const visitor = await newPage({ viewport: { width: 720, height: 1000 } })
  await visitor.goto(`${app.url}/embed?org=${owner.organization.slug}`)
  await visitor.getByRole('button', { name: `Apply Now: ${job.title}` }).click()
  await visitor
    .getByRole('checkbox', {
      name: 'I consent to the processing of my personal data as described above.',
    })
    .check()
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await visitor.getByRole('textbox', { name: 'Email' }).fill(MAYA)
  await visitor.getByRole('button', { name: 'Send Verification Email' }).click()
  await expect(visitor.getByRole('heading', { name: 'Verification Email Sent!' })).toBeVisible()
  // Nothing of the customer stands anywhere before the proof.
  expect(await visitor.content()).not.toContain('Okafor')

  const { token } = await app.mailTo(MAYA)
  const page = await newPage({ viewport: { width: 1440, height: 1000 } })
  await page.goto(
    `${app.url}/verify?${new URLSearchParams({ token, roleId: job.id, roleTitle: job.title })}`,
  )
  await page.getByRole('button', { name: 'Continue Application' }).click()
  const you = page.getByRole('region', { name: 'Your Information' })
  await expect(you.getByRole('textbox', { name: 'First Name' })).toHaveValue('Maya')
  await expect(you.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Okafor')
  await expect(you.getByRole('textbox', { name: 'Phone' })).toHaveValue('+447700900123')
  await expect(you).toContainText('Customer since 2021 · £1,240.50')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByText('Application Submitted!')).toBeVisible()

  const shop = { organization: owner.organization, job }
  for (const email of ['jon.bell@mail.example', ...Array.from({ length: 12 }, someone)]) {
    await insertApplication(app.deps.db.queries, shop, email)
  }
  const staff = await newPage({ viewport: { width: 1440, height: 900 } })
  await staff.goto(`${app.url}/auth`)
  await staff.getByLabel('Email').fill(owner.email)
  await staff.getByLabel('Password', { exact: true }).fill('correct horse')
  await staff.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(staff.getByText('Welcome!')).toBeVisible()
  await staff.goto(`${app.url}/admin/applicants?customer=customer`)
  await staff.getByRole('button', { name: 'View profile of Maya Okafor' }).first().click()
  const known = staff.getByRole('region', { name: 'Customer Information' })
  await known.getByText('Show customer details').click()
  await expect(known).toContainText('£1,240.50')
  await expect(known).toContainText(/Purchase frequencyEvery \d months/)
  await expect(known).toContainText('12 Mill Lane, Leeds, West Yorkshire, LS1 4AB')

  // Slow enough to be stopped in the middle, on a busy machine too.
  const { faults } = stand.shop('pannier-lane')
  for (let at = 0; at < 12; at++) faults.push({ at: 'graphql', kind: 'late', milliseconds: 2000 })
  await staff.goto(`${app.url}/admin/customers`)
  await staff.getByRole('button', { name: 'Refresh Customer Data' }).click()
  await expect(staff.getByRole('progressbar', { name: /^\d+ of 14$/ })).toBeVisible()
  await staff.getByRole('button', { name: 'Stop' }).click()
  await expect(staff.getByText(/^Stopped on .* after \d+ of 14\.$/)).toBeVisible()
  faults.length = 0
  await staff.getByRole('button', { name: 'Resume' }).click()
  await expect(staff.getByText(/^14 applicants looked up on .*: 2 customers\.$/)).toBeVisible({
    timeout: 20_000,
  })
})

const someone = (_: unknown, place: number) => `visitor-${place}@mail.example`
