// Every view on a screen of 320 px, in its longest languages, in the pseudo-language and in Arabic: nothing is wider than
// the screen, no text is cut off, and right-to-left pages are mirrored.
import type { Page } from '@playwright/test'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pathsWith } from '#domain/screens.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { openApp } from '../app.ts'
import { beSignedIn, newPage } from '../browser/browser.ts'
import { pdf } from '../input/files.ts'
import { watchSettling } from '../browser/settled.ts'
import { layoutFaults, mirrorFaults } from '../browser/layout.ts'
import { speakPlain, speakPseudo, textsOfHtml } from '../screens/pseudo.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')
const job = await app.job(owner, { salary_range: '£12.50 per hour', benefits: 'Pension\nTea' })

beforeAll(async () => {
  await app.job(owner, { title: 'Customer Care Adviser, Dutch and German', location: null })
})
afterEach(speakPlain)
/** Looks at some thirty views, each in four languages. */
vi.setConfig({ testTimeout: 180_000 })

const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true } as const

/** All faults of a page in one look, so that one run shows every view. */
const found: string[] = []
async function look(page: Page, name: string, ask = layoutFaults): Promise<void> {
  // The first name what is wrong, the others follow from it.
  for (const fault of (await page.evaluate(ask)).slice(0, 6)) found.push(`${name}: ${fault}`)
}

const inLanguage = (address: string, language: Language) =>
  `${address}${address.includes('?') ? '&' : '?'}lang=${language}`

/** The language with the longest word on a page, and the one with the most letters. */
async function longestOf(address: string): Promise<Set<Language>> {
  const measured = await Promise.all(
    // Japanese and Arabic are short, and Japanese breaks anywhere.
    languages
      .filter((language) => language !== 'ja' && language !== 'ar')
      .map(async (language) => {
        const answer = await fetch(app.url + inLanguage(address, language))
        const text = textsOfHtml((await answer.text()).replace(/<option.*/g, '')).join(' ')
        const word = Math.max(0, ...text.split(/[\s-]+/).map(({ length }) => length))
        return { language, word, all: text.length }
      }),
  )
  const top = (by: 'word' | 'all') =>
    measured.toSorted((one, other) => other[by] - one[by])[0]!.language
  return new Set([top('word'), top('all')])
}

// shows: interface-96
test('the public pages', async () => {
  const email = 'a.very.long.address.of.somebody@mail.subdomain.example.com'
  const grant = await app.grant(email, job)
  const token = await app.grant('jon@example.com', job)
  const cvFile = new File([pdf], 'cv.pdf')
  await app
    .visitor()
    .form('/api/applications', { token, firstName: 'Jon', lastName: 'Bell', cvFile })
  const own = /\/me\/[\w-]+/.exec((await app.mailTo('jon@example.com', /application/i)).text)?.[0]
  const roleId = `roleId=${job.id}`
  const shop = `/careers/${owner.organization.slug}`
  const addresses = [
    '/embed',
    '/embed?style=widget',
    '/embed?style=button',
    '/embed?org=nobody',
    `/embed?step=consent&${roleId}`,
    `/embed?step=email&consent=yes&${roleId}`,
    `/embed?step=apply&${roleId}&token=${grant}`,
    `/embed?step=done&${roleId}`,
    shop,
    `${shop}/${job.slug}`,
    `${shop}/${job.slug}?step=consent`,
    `${shop}/${job.slug}?step=apply&token=${grant}`,
    `${shop}/unknown`,
    '/verify?token=unknown',
    `/verify?${roleId}`,
    '/verify-embed',
    `/application?email=${email}&${roleId}&roleTitle=x&token=${grant}`,
    '/application',
    `${own}`,
    `${own}/correct`,
    `${own}/cv`,
    `${own}/erase`,
    '/me/unknown',
  ]
  const page = await newPage({ ...narrow, javaScriptEnabled: false })
  const goto = async (address: string) => {
    const answer = await page.goto(app.url + address, { waitUntil: 'domcontentloaded' })
    expect({ address, status: answer!.status() < 500 }).toEqual({ address, status: true })
  }
  for (const address of addresses) {
    for (const language of [...(await longestOf(address)), 'ar'] as const) {
      await goto(inLanguage(address, language))
      await look(page, inLanguage(address, language))
    }
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  }
  speakPseudo()
  for (const address of addresses) {
    await goto(address)
    await look(page, `${address} pseudo`)
    await look(page, `${address} mirrored`, mirrorFaults)
  }
  await page.close()
  expect(found.splice(0)).toEqual([])
})

/** The dashboard's scripts have no copy in the pseudo-language: each word that it shows is made longer in the page, by a third as there. */
function lengthenShown(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent ?? ''
    if (!/[a-z]{2}/i.test(words) || text.parentElement?.closest('script,style')) continue
    if (words.includes('~')) continue
    text.textContent = words.replace(/\w{2,}/g, (word) => word + '~'.repeat(word.length / 3))
  }
}

// shows: interface-96
test('the screens of the dashboard', async () => {
  const applicant = await app.grant('maya@example.com', job)
  await app.visitor().form('/api/applications', {
    token: applicant,
    firstName: 'María Fernanda',
    lastName: 'Castellanos de la Rosa',
  })
  const { body } = await owner.call<{ applicants: { id: string }[] }>('/api/applicants?tab=all')
  const addresses = [
    ...pathsWith('section'),
    ...pathsWith('isLegal'),
    '/admin/applicants?tab=all',
    `/admin/applicants?tab=all&applicant=${body.applicants[0]!.id}`,
    '/admin/applicants?view=board',
    `/admin/jobs?job=${job.id}`,
  ]
  const page = await newPage({ ...narrow, reducedMotion: 'reduce' })
  const settled = watchSettling(page)
  for (const language of ['de', 'ar', 'en-GB'] as const) {
    await owner.call('/api/accounts/language', { method: 'PUT', body: { language } })
    // That of the session, and that of the language: the document comes in it at once.
    await beSignedIn(page, owner)
    await page.goto(`${app.url}/admin`)
    for (const address of addresses) {
      // Without a new start of the program.
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)
      await settled()
      if (language !== 'en-GB') {
        await look(page, `${address} ${language}`)
        continue
      }
      await look(page, `${address} mirrored`, mirrorFaults)
      await page.evaluate(lengthenShown)
      await look(page, `${address} longer`)
    }
  }
  await page.close()
  expect(found.splice(0)).toEqual([])
})
