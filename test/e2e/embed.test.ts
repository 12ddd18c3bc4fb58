// The steps of an application in the widget, in a frame and on its own page.
import type { Page } from '@playwright/test'
import { describe, test } from 'vitest'
import { VERIFICATION_HOURS } from '#domain/verification/verification.ts'
import { openApp, type Member } from '../app.ts'
import { expect, newPage } from '../browser/browser.ts'
import { executable, pdf } from '../input/files.ts'
import { passUses } from '../uses.ts'
import { expectFollowed, filler, openOtherSite, snippetOf, twoShops } from './other-site.ts'

const app = await openApp()
const site = await openOtherSite()
const { owner, other } = await twoShops(app)

const snippet = (member: Member, look?: Record<string, string>) => snippetOf(app, member, look)

describe('after the application is saved', () => {
  const apply = async (page: Page, email: string, store: string) => {
    const { body } = await owner.call<{ jobs: { id: string }[] }>('/api/jobs')
    const [job] = body.jobs
    const token = await app.grant(email, job!)
    const query = new URLSearchParams({ step: 'apply', roleId: job!.id, token, store })
    await page.goto(`${app.url}/embed?${query}`)
    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Last Name').fill('Okafor')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  }

  // shows: 2-59
  test('the top window goes to the address that ‘store’ names, after it was said', async () => {
    const page = await newPage()
    await apply(page, 'back@example.com', `${app.url}/privacy`)
    await expect(page.getByText(/^Taking you back/)).toBeVisible()
    await page.waitForURL(`${app.url}/privacy`)
    await page.close()
  })

  // shows: 2-59
  test('also out of the frame in a page of another site', async () => {
    const job = await app.job(other, { title: 'Confectioner' })
    const token = await app.grant('ada@example.com', job)
    const back = `${app.url}/privacy`
    const query = new URLSearchParams({ step: 'apply', roleId: job.id, token, store: back })
    const page = await site.open(
      '/back',
      `<iframe title="Jobs" src="${app.url}/embed?${query}"></iframe>`,
    )
    const inside = page.frameLocator('iframe')
    await inside.getByLabel('First Name').fill('Ada')
    await inside.getByLabel('Last Name').fill('Byron')
    await inside.getByRole('button', { name: 'Submit Application' }).click()
    await expect(inside.getByText('Taking you back to Müller & Töchter…')).toBeVisible()
    await page.waitForURL(back)
    await page.close()
  })

  test('an address that is not the shop’s leads nowhere', async () => {
    const page = await newPage()
    await apply(page, 'stay@example.com', 'https://evil.example/')
    await expect(page.getByText(/^Taking you back/)).toHaveCount(0)
    await page.close()
  })
})

describe('on a phone, by touch', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
  const alone = async () => {
    const page = await newPage(phone)
    await page.goto(`${app.url}/embed?org=${owner.organization.slug}`)
    return { page, inside: page.locator('body') }
  }
  const framed = async () => {
    site.pages.set('/phone', { html: filler + snippet(owner) + filler, head: mobile })
    const page = await newPage(phone)
    await page.goto(`${site.url}/phone`)
    await expectFollowed(page, owner, page.frameLocator('iframe'))
    return { page, inside: page.locator('iframe').contentFrame().locator('body') }
  }
  const mobile = '<meta name="viewport" content="width=device-width">'

  /** Begins with lines that are shorter than three rows, as people write. */
  const description =
    'Tea.\n\nYou weigh it.\n\nYou taste it too, forty times a day, and write down what you find.'
  const requirements = ['Good with small scales', 'No cold', 'Careful palate', 'Clear writing']
  const ad = {
    title: 'Tea Buyer',
    description,
    requirements: [...requirements, 'Knows Assam from Darjeeling'].join('\n'),
    benefits: 'A tin of tea each month\nPension',
    salary_range: '£27,000 a year',
    experience_level: 'senior-level',
  } as const

  test.each([
    ['with scripts', true],
    ['with scripts off', false],
  ])('the whole ad is read where it stands: %s', async (_, javaScriptEnabled) => {
    const shop = await app.owner('Whole Ads')
    await app.job(shop, ad)
    const page = await newPage({ ...phone, javaScriptEnabled })
    await page.goto(`${app.url}/embed?org=${shop.organization.slug}`)
    const card = page.getByRole('article', { name: 'Tea Buyer' })
    const hidden = [
      'No cold',
      'Knows Assam from Darjeeling',
      'A tin of tea each month',
      'Pension',
      'Senior-level',
    ]
    await expect(card.getByText('£27,000 a year')).toBeVisible()
    await expect(card.getByText('+ 1 more...')).toBeVisible()
    for (const text of hidden) await expect(card.getByText(text)).toBeHidden()
    // Three full rows, and no row that holds nothing but the sign of what is left out.
    const words = card.getByText('You weigh it.')
    const rows = (await words.boundingBox())!.height / 24
    expect(rows).toBeLessThanOrEqual(3)
    expect(await words.evaluate((element) => getComputedStyle(element).whiteSpaceCollapse)).toBe(
      'collapse',
    )

    // The middle of the line, right of the words, and the line of what is missing: neither is dead.
    for (const [target, position] of [
      [card.locator('summary'), { x: 340, y: 12 }],
      [card.getByText('+ 1 more...'), undefined],
      [card.getByText('Read more'), undefined],
    ] as const) {
      await target.tap({ ...(position && { position }), force: true })
      for (const text of hidden) await expect(card.getByText(text)).toBeVisible()
      await expect(card.getByText('+ 1 more...')).toBeHidden()
      expect(await words.evaluate((element: HTMLElement) => element.innerText)).toBe(description)
      await card.getByText('Show less').tap()
      await expect(card.getByText('Pension')).toBeHidden()
    }
    await card.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(card.getByText('Pension')).toBeVisible()
    await card.getByRole('button', { name: 'Apply Now: Tea Buyer' }).tap()
    await expect(page.getByRole('dialog', { name: 'Data Processing Consent' })).toBeVisible()
    await page.close()
  })

  test.each([
    ['the page of its own', alone],
    ['a tall frame', framed],
  ])('consent opens in sight and stays where it is when its box is ticked: %s', async (_, open) => {
    const { page, inside } = await open()
    // As low on the screen as a button can be, and far down in the list.
    const button = inside.getByRole('button', { name: 'Apply Now: Tea Taster 7', exact: true })
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await button.tap()
    const dialog = inside.getByRole('dialog', { name: 'Data Processing Consent' })
    await expect(dialog.getByRole('heading')).toBeFocused()
    const before = (await dialog.boundingBox())!
    expect(before.y).toBeGreaterThanOrEqual(0)
    expect(before.y + before.height).toBeLessThanOrEqual(844)

    const box = dialog.getByRole('checkbox')
    const moves = await dialog.evaluateHandle((element) => {
      const places: number[] = []
      const look = () => {
        places.push(element.getBoundingClientRect().top)
        requestAnimationFrame(look)
      }
      look()
      return places
    })
    await box.tap()
    await expect(box).toBeChecked()
    await expect(box).toBeFocused()
    // Chromium ends the press of a tap after 150 ms, and with it a press of a key that began meanwhile.
    await expect.poll(() => box.evaluate((element) => element.matches(':active'))).toBe(false)
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await page.keyboard.press('Space')
    await expect(box).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Continue' })).not.toHaveAttribute(
      'aria-disabled',
    )
    expect(new Set(await moves.jsonValue()).size).toBe(1)
    expect(await dialog.boundingBox()).toEqual(before)
    await expect(dialog.getByText('Your application goes to Tiny Tea Shop')).toContainText(
      'deleted after 6 months',
    )
    await page.close()
  })

  test('five wrong codes lead to a new one, and a second application is told before its form', async () => {
    const job = await app.job(other, { title: 'Pastry Cook' })
    const email = 'twice@example.com'
    const token = await app.grant(email, job)
    const names = { firstName: 'Ada', lastName: 'Byron' }
    const applied = await app.visitor().call('/api/applications', { body: { token, ...names } })
    expect(applied.status).toBe(201)
    await passUses(app.deps.db, 60)

    const page = await newPage(phone)
    await page.clock.install()
    // Without a shop in the address, as a link in a mail or a list of several shops has it.
    await page.goto(`${app.url}/embed?step=email&consent=yes&roleId=${job.id}`)
    await expect(page.getByText('Pastry Cook at Müller & Töchter')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Verification Email' }).tap()
    const first = await app.mailTo(email, /^Your code/)
    const field = page.getByLabel('Verification code')
    const wrong = (digit: number) =>
      (first.code.startsWith(`${digit}`) ? '9' : `${digit}`).repeat(6)
    for (let digit = 0; digit < 5; digit++) {
      // While one is on its way, another is not sent by itself.
      await expect(page.getByRole('button', { name: 'Verify code' })).toBeVisible()
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await field.fill(wrong(digit))
      await answer
    }
    await expect(page.getByRole('alert')).toContainText('Too many wrong codes.')
    await expect(field).toHaveCount(0)
    const another = page.getByRole('button', { name: 'Send New Email' })
    // One mail a minute: it is said, and a press before that asks for nothing.
    await expect(page.getByText(/You can ask for another email in \d+ seconds?\./)).toBeVisible()
    await expect(another).toHaveAttribute('aria-disabled', 'true')
    await page.clock.fastForward(61_000)
    await passUses(app.deps.db, 60)
    await expect(another).not.toHaveAttribute('aria-disabled')
    const asked = page.waitForResponse((response) => response.request().method() === 'POST')
    await another.tap()
    // Before, the newest mail is the one with the code that was guessed at.
    await asked
    await expect(page.getByRole('alert')).toHaveCount(0)
    await field.fill((await app.mailTo(email, /^Your code/)).code)

    await expect(page.getByRole('heading', { name: 'You have already applied' })).toBeFocused()
    await expect(page.getByText(/^Müller & Töchter received your application/)).toBeVisible()
    await expect(page.getByLabel('First Name')).toHaveCount(0)
    await page.getByRole('button', { name: 'See other jobs' }).tap()
    await expect(page.getByRole('article', { name: 'Baker' })).toBeVisible()
    // Of that shop alone.
    await expect(page.getByRole('article', { name: /Tea Taster/ })).toHaveCount(0)
    await page.close()
  })
})

const good = { name: 'Okafor-CV.pdf', mimeType: 'application/pdf', buffer: pdf }

describe('a refused CV', () => {
  const wrongType = 'Invalid File Type: Please select a PDF, DOC, or DOCX file.'
  const undecided = /^Your CV was not uploaded. Choose another file, or remove it/
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('89504e47', 'hex') }
  const program = { name: 'CV.pdf', mimeType: 'application/pdf', buffer: executable }
  const empty = { name: 'CV.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }

  async function formOf(page: Page, address: string) {
    await page.goto(address)
    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Last Name').fill('Okafor')
    return {
      cv: page.getByLabel('CV', { exact: true }),
      submit: () => page.getByRole('button', { name: 'Submit Application' }).click(),
    }
  }
  async function addresses(email: string): Promise<string[]> {
    const [first, { id: roleId, title: roleTitle }] = [await app.job(owner), await app.job(owner)]
    const embedded = await app.grant(email, first)
    const query = { email, roleId, roleTitle, token: await app.grant(email, { id: roleId }) }
    return [
      `${app.url}/embed?step=apply&roleId=${first.id}&token=${embedded}`,
      `${app.url}/application?${new URLSearchParams(query)}`,
    ]
  }

  test('is explained in the language of the page', async () => {
    const page = await newPage()
    const rtf = { name: 'CV', mimeType: 'text/plain', buffer: Buffer.from('{\\rtf1 Maya}') }
    for (const address of await addresses('refused-de@example.com')) {
      await page.goto(`${address}&lang=de`)
      await page.locator('input[type=file]').setInputFiles(rtf)
      await expect(page.getByText('Diese Datei ist vom Typ RTF')).toBeVisible()
    }
  })

  test('holds the form until it is removed on purpose', async () => {
    const page = await newPage()
    for (const address of await addresses('refused@example.com')) {
      const { cv, submit } = await formOf(page, address)
      for (const [file, sentence] of [
        [picture, wrongType],
        [program, wrongType],
        [empty, 'Empty File: Please select a file that is not empty.'],
      ] as const) {
        await cv.setInputFiles(file)
        await expect(page.getByText(sentence)).toBeVisible()
        await expect(
          page.getByText(new RegExp(`^${file.name}, .* was not uploaded.$`)),
        ).toBeVisible()
        // It would be refused again.
        await expect(page.getByRole('button', { name: 'Retry upload' })).toHaveCount(0)
        await expect(page.getByText('Upload Failed')).toHaveCount(0)
      }
      await submit()
      await expect(page.getByText(undecided)).toBeVisible()
      await expect(cv).toBeFocused()
      await page.getByRole('button', { name: 'Remove the file' }).click()
      await submit()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    }
    await page.close()
  })

  test('gives way to another file', async () => {
    const page = await newPage()
    for (const address of await addresses('replaced@example.com')) {
      const { cv, submit } = await formOf(page, address)
      await cv.setInputFiles(program)
      await expect(page.getByText(wrongType)).toBeVisible()
      await cv.setInputFiles(good)
      await expect(page.getByRole('button', { name: `Remove ${good.name}` })).toBeVisible()
      await submit()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    }
    const { rows } = await app.deps.db.pool.query(
      `select count(*)::int from applicants join cv_files on applicant_id = applicants.id
       where email = 'replaced@example.com'`,
    )
    expect(rows).toEqual([{ count: 2 }])
    await page.close()
  })

  test('holds the form without scripts too', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    for (const address of await addresses('plain@example.com')) {
      const { cv, submit } = await formOf(page, address)
      await cv.setInputFiles(program)
      await submit()
      await expect(page.getByText(wrongType).last()).toBeVisible()
      await submit()
      await expect(page.getByText(undecided).last()).toBeVisible()
      await page.getByLabel('Remove the file and send my application without a CV').check()
      await submit()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    }
    await page.close()
  })
})

// shows: 2-71
test('the link of the mail, opened in another tab, takes the waiting one to the form', async () => {
  const job = await app.job(owner, { title: 'Tea Packer' })
  const page = await newPage()
  await page.goto(`${app.url}/embed?step=email&consent=yes&roleId=${job.id}`)
  await page.getByLabel('Email').fill('tabs@example.com')
  await page.getByRole('button', { name: 'Send Verification Email' }).click()
  await expect(page.getByRole('heading', { name: 'Verification Email Sent!' })).toBeVisible()
  // Loaded again and not touched since, so React is not there: the page listens all the same.
  await page.reload()
  await expect(page.getByRole('status')).toHaveCount(0)

  const { token } = await app.mailTo('tabs@example.com')
  const other = await page.context().newPage()
  await other.goto(`${app.url}/verify?token=${token}`)
  await expect(other.getByRole('button', { name: 'Continue Application' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Apply for Tea Packer' })).toBeVisible()
  expect(page.url()).not.toContain('token')
  await page.close()
})

// shows: 2-5, 4-6
test('the link in the mail leads to the whole form on a page of its own', async () => {
  const page = await newPage()
  const job = await app.job(owner, { title: 'Tea Blender' })
  await app.visitor().fetch(`/embed?step=email&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams({
      roleId: job.id,
      consent: 'yes',
      email: 'ada.lindqvist@example.com',
    }),
  })
  await page.goto(
    `${app.url}/verify?token=${(await app.mailTo('ada.lindqvist@example.com')).token}`,
  )
  await page.getByRole('button', { name: 'Continue Application' }).click()
  await expect(page).toHaveURL(/\/application\?email=ada\.lindqvist%40example\.com&roleId=/)
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lindqvist')
  await page.getByLabel('Years of Experience').fill('7')
  await page.getByLabel('Cover Letter').fill('Seven years of tea.')
  await page.getByLabel('CV', { exact: true }).setInputFiles(good)
  await expect(page.getByText(good.name).first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  const { rows } = await app.deps.db.pool.query(
    `select experience_years, cover_letter, cv_url is not null as has_cv from applicants where email = $1`,
    ['ada.lindqvist@example.com'],
  )
  expect(rows).toEqual([{ experience_years: 7, cover_letter: 'Seven years of tea.', has_cv: true }])
  await page.close()
})

// Last, because it moves the server's clock for everybody.
// shows: 2-35
test('a link that has ended: one press for a new one, without scripts, and on to the application', async () => {
  const job = await app.job(other, { title: 'Night Porter' })
  const email = 'late@example.com'
  await app
    .visitor()
    .call('/functions/send-verification-email', { body: { email, roleId: job.id } })
  const linkIn = async () =>
    /https?:\S+\/verify\?\S+/.exec((await app.mailTo(email)).text)?.[0] ?? ''
  const first = await linkIn()
  const day = VERIFICATION_HOURS * 3600 + 1
  app.clock.move(day)
  await passUses(app.deps.db, day)

  const page = await newPage({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.goto(first)
  await page.getByRole('button', { name: 'Verify my email' }).tap()
  await expect(page.getByRole('alert')).toHaveText(
    'The verification link is invalid or has expired.',
  )
  await expect(page.getByText('Müller & Töchter', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).tap()
  await expect(page.getByRole('heading', { name: 'New link sent' })).toBeVisible()
  const second = await linkIn()
  expect(second).not.toBe(first)
  await page.goto(second)
  await page.getByRole('button', { name: 'Verify my email' }).tap()
  await page.getByRole('button', { name: 'Continue Application' }).tap()
  await page.getByLabel('First Name').fill('Maya')
  await page.getByLabel('Last Name').fill('Okafor')
  await page.getByRole('button', { name: 'Submit Application' }).tap()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

  // And one whose job was closed in the meantime: the way on is the shop's other jobs.
  await other.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: false } })
  await page.goto(first)
  await page.getByRole('button', { name: 'Verify my email' }).tap()
  await expect(page.getByText('This position is no longer open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to Jobs' }).tap()
  await expect(page.getByRole('heading', { name: 'Jobs at Müller & Töchter' })).toBeVisible()
  await page.close()
})
