// A shop with four applicants, and its dashboard without a pointer: what the stories by keys alone begin from.
import type { Locator } from '@playwright/test'
import { onTestFinished } from 'vitest'
import type { Member, TestApp } from '../app.ts'
import { expect, newPage, WIDE } from '../browser/browser.ts'

/** The newest first: Maya Okafor, Jon Bell, Ada Lindqvist, Zoë Adams. */
export async function shopWithFour(app: TestApp): Promise<Member> {
  const owner = await app.owner('Tiny Tea Shop')
  const job = await app.job(owner, { title: 'Packing Lead' })
  const names = ['Maya Okafor', 'Jon Bell', 'Ada Lindqvist', 'Zoë Adams']
  await app.deps.db.pool.query(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
       is_existing_customer, created_at)
     select $1, lower(split_part(name, ' ', 2)) || '@example.com', $2, $2, 'Packing Lead',
       split_part(name, ' ', 1), split_part(name, ' ', 2), false, now() - make_interval(hours => n::int)
     from unnest($3::text[]) with ordinality as people (name, n)`,
    [owner.organization.id, job.id, names],
  )
  return owner
}

export const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

/** A page for this test, in which the owner has signed in; `kept` is what the device knows from before. */
export async function openByKeys(app: TestApp, owner: Member, kept: Record<string, string> = {}) {
  const page = await newPage(WIDE)
  onTestFinished(() => page.close())
  await page.addInitScript((values) => Object.assign(localStorage, values), kept)
  // Anyone who has no pointer cannot use one by mistake either.
  const none = () => Promise.reject(new Error('This story is told by keys alone.'))
  Object.assign(page.mouse, { click: none, move: none, down: none })

  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

  /** One key, and the wait until the focus has moved: a menu moves it a moment later. */
  const step = async (key: string): Promise<void> => {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press(key)
    await page.waitForFunction((element) => document.activeElement !== element, before)
  }

  /** Goes there by Tab, as far as anybody would. */
  const tabTo = async (target: Locator, key = 'Tab'): Promise<void> => {
    await target.waitFor()
    for (let presses = 0; presses < 60; presses++) {
      if (await hasFocus(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`No way to ${String(target)} by ${key}`)
  }

  const row = (name: string) => page.getByRole('button', { name: `View profile of ${name}` })
  const profile = (name: string) => page.getByRole('dialog', { name })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto(`${app.url}/auth`)
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(owner.email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('correct horse')
  await press('Enter')
  await expect(page.getByText('Welcome!')).toBeVisible()
  // Where the way in ends; before that a page gives way to the next, and a key may fall in between.
  await expect(heading('Career Admin Dashboard')).toBeVisible()
  return { page, press, step, tabTo, row, profile, heading }
}
