// Many at once, and the palette, without a pointer: rejecting together and taking it back, and every way from the palette.
import { test } from 'vitest'
import { openApp } from '../app.ts'
import { expect } from '../browser/browser.ts'
import { openByKeys, shopWithFour } from './by-keys.ts'

const app = await openApp()
const owner = await shopWithFour(app)

// shows: 2-92, interface-49
test('two are rejected with an email that is taken back in time', async () => {
  const { page, press, tabTo, row, heading } = await openByKeys(app, owner)
  await press('g', 'a')
  await expect(heading('Applicant Management')).toBeFocused()
  await row('Ada Lindqvist').waitFor()
  for (const name of ['Maya Okafor', 'Jon Bell']) {
    await press('j')
    await expect(row(name)).toBeFocused()
  }
  await press('x', 'Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: '2 selected' })
  await tabTo(bar.getByRole('button', { name: 'Reject…' }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reject 2 applicants?' })
  const box = dialog.getByRole('checkbox', { name: 'Send rejection email' })
  await expect(box).toBeFocused()
  await press('Space')
  await expect(dialog.getByText(/^2 people get an email in ten minutes/)).toBeVisible()
  await tabTo(dialog.getByRole('button', { name: 'Reject', exact: true }))
  await press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Rejected (2)' })).toBeVisible()

  const back = page.getByRole('button', { name: 'Cancel 2 emails' })
  await tabTo(back, 'Shift+Tab')
  await press('Enter')
  await expect(page.getByText('2 emails cancelled.')).toBeVisible()
  await expect(back).toHaveCount(0)
  await press('Control+z')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Rejected (0)' })).toBeVisible()
})

// shows: interface-49
test('the palette finds people, pages and acts, and every way back leads somewhere', async () => {
  const { page, press, tabTo, profile, heading } = await openByKeys(app, owner)
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const find = async (text: string, option: RegExp) => {
    await press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(palette.getByRole('option', { name: option }).first()).toBeVisible()
    await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute(
      'data-highlighted',
    )
    await press('Enter')
    await expect(palette).toHaveCount(0)
  }
  await find('zoe', /^Zoë Adams/)
  await expect(profile('Zoë Adams')).toBeVisible()
  await press('Escape')
  await expect(profile('Zoë Adams')).toHaveCount(0)

  await find('create job', /^Create job post/)
  const editor = page.getByRole('dialog', { name: 'Create Job Post' })
  await expect(editor.getByRole('textbox', { name: 'Job Title' })).toBeFocused()
  // A step back would lose what was typed: it is asked about, as Escape is.
  await page.keyboard.type('Tea Taster')
  const discard = page.getByRole('alertdialog', { name: 'Discard your text?' })
  for (const leave of [() => page.evaluate(() => history.back()), () => press('Escape')]) {
    await leave()
    await expect(discard.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press('Enter')
    await expect(discard).toHaveCount(0)
    await expect(editor.getByRole('textbox', { name: 'Job Title' })).toHaveValue('Tea Taster')
  }
  await press('Escape')
  await tabTo(discard.getByRole('button', { name: 'Discard' }))
  await press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(heading('Job Post Management')).toBeFocused()

  for (const [key, name] of [
    ['o', 'Career Admin Dashboard'],
    ['i', 'Security Incident Dashboard'],
    ['j', 'Job Post Management'],
  ] as const) {
    await press('g', key)
    await expect(heading(name)).toBeFocused()
  }

  // Nothing is found without its list: it opens by a key, and gives the focus back.
  await press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const act of ['Search or jump to anything', 'Go to the store pages', 'Reject']) {
    await expect(keys.getByText(act, { exact: true })).toBeVisible()
  }
  await tabTo(keys.getByRole('switch', { name: 'Single-key shortcuts' }))
  await press('Space', 'Escape')
  await expect(keys).toHaveCount(0)
  await press('g', 'a')
  await expect(heading('Job Post Management')).toBeFocused()
  // Keys that are held with another go on.
  await find('applicants', /^Applicants/)
  await expect(heading('Applicant Management')).toBeFocused()
})
