// What a person has entered into the application form is there again after a reload, and on the way back and forward: text and CV.
import type { Page } from '@playwright/test'
import { describe, test } from 'vitest'
import { RETENTION } from '#domain/retention/retention.ts'
import { sweepUnclaimedCvs } from '#features/retention/sweep-files.ts'
import { openApp } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

const cv = { name: 'Okafor-CV.pdf', mimeType: 'application/pdf', buffer: pdf }
const again = 'Please add your CV again.'

/** The form in the widget, behind its list, and on the page of its own, behind another page. */
const places = {
  async widget(page: Page, email: string) {
    const job = await app.job(owner, { title: `Taster ${email}` })
    const token = await app.grant(email, job)
    await page.goto(`${app.url}/embed?org=${owner.organization.slug}`)
    await page.goto(
      `${app.url}/embed?org=${owner.organization.slug}&step=apply&roleId=${job.id}&token=${token}`,
    )
  },
  async page(page: Page, email: string) {
    const { id: roleId } = await app.job(owner, { title: `Buyer ${email}` })
    const body = { email, roleId }
    await app.visitor().call('/functions/send-verification-email', { body })
    const { token } = await app.mailTo(email)
    await page.goto(`${app.url}/verify?token=${token}`)
    await page.getByRole('button', { name: 'Continue Application' }).click()
    await expect(page.getByLabel('First Name')).toBeVisible()
    const form = page.url()
    await page.goto(`${app.url}/privacy`)
    await page.goto(form)
  },
}

async function fill(page: Page) {
  await page.getByLabel('First Name').fill('Maya')
  await page.getByLabel('Last Name').fill('Okafor')
  await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
  await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('storehand-draft')))
    .toMatch(/Okafor.*"hasCv":true/)
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('storehand-draft'))).toBeNull()
}

const sentWith = async (email: string) => {
  const { rows } = await app.deps.db.pool.query<{ original_name: string | null }>(
    `select original_name from applicants left join cv_files on applicant_id = applicants.id
     where email = $1`,
    [email],
  )
  return rows.map(({ original_name }) => original_name)
}

describe.each(Object.keys(places) as (keyof typeof places)[])('in the form of the %s', (place) => {
  test('a CV stays through a reload, back and forward, and is sent', async () => {
    const email = `stays-${place}@example.com`
    const page = await newPage()
    await places[place](page, email)
    await fill(page)
    const isKept = async () => {
      await expect(page.getByText(cv.name).first()).toBeVisible()
      await expect(page.getByLabel('First Name')).toHaveValue('Maya')
      await expect(page.getByText(again)).toHaveCount(0)
    }
    await page.reload()
    await expect(page.getByText('We kept your draft.')).toBeVisible()
    await isKept()
    await page.goBack()
    await expect(page.getByLabel('First Name')).toHaveCount(0)
    await page.goForward()
    await isKept()
    await send(page)
    expect(await sentWith(email)).toEqual([cv.name])
    await page.close()
  })

  test('a CV that was removed, or started over, does not come back', async () => {
    const email = `removed-${place}@example.com`
    const page = await newPage()
    await places[place](page, email)
    for (const name of [`Remove ${cv.name}`, 'Start over']) {
      await fill(page)
      await page.reload()
      await expect(page.getByText('We kept your draft.')).toBeVisible()
      const isGone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await page.getByRole('button', { name }).click()
      expect((await isGone).status()).toBe(204)
      await expect(page.getByText(cv.name)).toHaveCount(0)
      await page.reload()
      await expect(page.getByLabel('CV', { exact: true })).toBeVisible()
      await expect(page.getByText(cv.name)).toHaveCount(0)
      await expect(page.getByText(again)).toHaveCount(0)
    }
    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Last Name').fill('Okafor')
    await send(page)
    expect(await sentWith(email)).toEqual([null])
    await page.close()
  })

  test('a CV whose hour is over is asked for again', async () => {
    const email = `over-${place}@example.com`
    const page = await newPage()
    await places[place](page, email)
    await fill(page)
    app.clock.move(RETENTION.unclaimedCvMinutes * 60 + 60)
    await sweepUnclaimedCvs(app.deps)
    app.clock.reset()
    await page.reload()
    await expect(page.getByText(`We kept your draft. ${again}`)).toBeVisible()
    await expect(page.getByLabel('CV', { exact: true })).toHaveAccessibleDescription(
      `Optional ${again}`,
    )
    await expect(page.getByLabel('First Name')).toHaveValue('Maya')
    // As by keys, which do not lose their place.
    await page.getByLabel('CV', { exact: true }).focus()
    await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
    await expect(page.getByText(again)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeFocused()
    await send(page)
    expect(await sentWith(email)).toEqual([cv.name])
    await page.close()
  })

  test('a CV that went while the form was open is asked for when it is sent', async () => {
    const email = `late-${place}@example.com`
    const page = await newPage()
    await places[place](page, email)
    await fill(page)
    app.clock.move(RETENTION.unclaimedCvMinutes * 60 + 60)
    await sweepUnclaimedCvs(app.deps)
    app.clock.reset()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect(page.getByText(again).first()).toBeVisible()
    await page.getByLabel('CV', { exact: true }).setInputFiles(cv)
    await expect(page.getByRole('button', { name: `Remove ${cv.name}` })).toBeVisible()
    await send(page)
    expect(await sentWith(email)).toEqual([cv.name])
    await page.close()
  })
})
