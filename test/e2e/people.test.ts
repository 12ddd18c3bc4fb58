// Members join and leave: an owner and the person she invites, each in their own browser.
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { openApp, type Member } from '../app.ts'
import { expect, openAs } from '../browser/browser.ts'
import { png } from '../browser/pictures.ts'

const app = await openApp()

const visible = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

const looksOf = (page: Page) => page.getByRole('region', { name: 'Name, logo and colour' })

async function linkTo(email: string): Promise<string> {
  const { text } = await app.mailTo(email, /invites you/)
  return /https?:\S+invitation=\S+/.exec(text)?.[0] ?? ''
}

// shows: 1-4, 2-7, 4-21, 8-33
test('an owner names the shop, invites somebody else, promotes, demotes and removes a member', async () => {
  const shop = await app.owner('Tiny Tea Shop')
  const clerk = await app.staff(shop)
  await clerk.call('/api/accounts/names', {
    method: 'PUT',
    body: { first_name: 'Jo', last_name: 'Reed' },
  })
  const complaints: string[] = []
  const open = async (who: Member, path: string) => {
    const page = await openAs(who, path)
    page.on('pageerror', (error) => complaints.push(error.message))
    return page
  }
  const owner = await open(shop, '/organizations')
  const users = owner.getByRole('region', { name: 'Organization Users' })
  await expect(users.getByRole('heading', { name: 'Organization Users (2)' })).toBeVisible()
  await expect(users.getByText('(You)')).toBeVisible()
  await expect(users.getByRole('combobox')).toHaveCount(1)

  // How the shop looks, which the invitation says already.
  await owner.getByRole('link', { name: 'Shop', exact: true }).click()
  const looks = looksOf(owner)
  await looks.getByLabel('Organization Name').fill('Tiny Tea & Cake')
  await looks.getByLabel('Accent Colour', { exact: true }).fill('#1f6b52')
  await owner.keyboard.press('Enter')
  await expect(looks.getByRole('button', { name: 'Undo: Accent Colour' })).toBeVisible()
  const chooseLogo = (name: string, buffer: Buffer) =>
    looks.getByLabel('Logo file').setInputFiles({ name, mimeType: 'image/png', buffer })
  await chooseLogo('logo.png', Buffer.from('<svg onload="alert(1)"/>'))
  const logo = looks.getByRole('group', { name: 'Logo' })
  await expect(logo.getByRole('paragraph').nth(1)).toHaveText(
    'This is not a PNG, JPEG or WebP picture. Choose another one.',
  )
  await chooseLogo('logo.png', png())
  await expect(logo.getByRole('button', { name: 'Undo: Logo' })).toBeVisible()
  await expect(looks.getByRole('img', { name: 'Logo of Tiny Tea & Cake' })).toBeVisible()

  await owner.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Tiny Tea & Cake' })).toBeVisible()
  const member = await open(clerk, '/organizations')
  await expect(member.getByRole('heading', { name: 'Organization Users (2)' })).toBeVisible()
  await expect(member.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(member.getByRole('combobox')).toHaveCount(0)

  // Anyone who holds somebody else's invitation is told so, and led out of it.
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite to Tiny Tea & Cake' })
  await dialog.getByLabel('Email').fill(clerk.email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('This person is already part of the organization.')).toBeVisible()
  await dialog.getByLabel('Email').fill('kit@tinytea.example')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await visible(owner, 'Invitation sent to kit@tinytea.example.')
  await member.goto(await linkTo('kit@tinytea.example'))
  await expect(
    member.getByRole('heading', { name: 'This invitation is for another address' }),
  ).toBeVisible()
  await member.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(member.getByRole('heading', { name: 'Organization Users (2)' })).toBeVisible()

  const role = users.getByRole('combobox', { name: 'Role of Jo Reed' })
  await expect(role).toHaveText('Staff')
  await role.click()
  await owner.getByRole('option', { name: 'Organization Owner' }).click()
  await visible(owner, 'Role updated!')
  await visible(member, 'Your role is now Organization Owner.')
  await expect(member.getByRole('combobox', { name: 'Role of Ana Silva' })).toBeVisible()
  await role.click()
  await owner.getByRole('option', { name: 'Staff' }).click()
  await visible(member, 'Your role is now Staff.')
  await expect(member.getByRole('combobox')).toHaveCount(0)

  // Removed while the dashboard is open: it says so, and shows nothing of the organization any more.
  await member.goto(`${app.url}/admin/applicants`)
  await expect(member.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await users.getByRole('button', { name: 'Remove Jo Reed' }).click()
  const question = owner.getByRole('alertdialog', { name: 'Remove Jo Reed' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await visible(owner, 'User removed')
  await expect(users.getByRole('heading', { name: 'Organization Users (1)' })).toBeVisible()
  await visible(member, 'You are no longer part of Tiny Tea & Cake.')
  await visible(member, 'You are not part of an organization yet.')
  await expect(member.getByRole('tab')).toHaveCount(0)
  expect(complaints).toEqual([])
  await Promise.all([owner.context().close(), member.context().close()])
})
