// The organization and the store, checked with axe: wide in the light theme, on a phone in the dark one.
import { beforeAll, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import type { Member } from '../app.ts'
import { openStoreApp } from '../servers/store-app.ts'
import { connectTestStore } from '../servers/stores.ts'
import { openJudged, sizes } from './axe.ts'

const { stand, app } = await openStoreApp()
let owner: Member
let job: JobPost

beforeAll(async () => {
  owner = await app.owner('Tiny Tea Shop')
  job = await app.job(owner)
  const token = await app.grant('jon@example.com', job)
  await app.visitor().form('/api/applications', { token, firstName: 'Jon', lastName: 'Bell' })
})

test.each(sizes)('the organization’s page in its states, $name', async (size) => {
  const { page, judge, be, goto, press, shown, heading } = await openJudged(app, size)
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
  await heading('Pending Approval')
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
  const { page, judge, be, goto, press, shown, heading } = await openJudged(app, size)
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
