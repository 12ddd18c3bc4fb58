// People who write in Japanese and in Arabic: from a CV that Chromium printed to the staff who look for them.
import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { inLocale, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { findAsianFont } from '../../scripts/find-programs.ts'
import { openApp } from '../app.ts'
import { expect, newPage, openAs } from '../browser/browser.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

type Person = {
  language: Language
  firstName: string
  lastName: string
  phone: string
  email: string
  /** The page that is printed. */
  cv: string
  /** What staff type, each of which finds this person alone. */
  searches: string[]
  /** What the list shows marked for the first of them. */
  marked: string
}

const people: Person[] = [
  {
    language: 'ja',
    firstName: '太郎',
    lastName: '山田',
    phone: '090-1234-5678',
    email: 'taro@example.com',
    cv: '<h1>履歴書　山田　太郎</h1><p>株式会社北浜商店で会計と在庫管理を担当しました。</p><p>電話：０９０－１２３４－５６７８</p>',
    searches: ['在庫管理', '山田太郎', '太郎 山田', '+81 90 1234 5678', '5678', '会計'],
    marked: '在庫管理',
  },
  {
    language: 'ar',
    firstName: 'أحمد',
    lastName: 'الحسن',
    phone: '+971 50 123 4321',
    email: 'ahmad@example.com',
    cv: '<h1>أحمد الحسن</h1><p>خبرة خمس سنوات في إدارة المخزون والمبيعات وخدمة العملاء.</p><p>٠٥٠ ١٢٣ ٤٣٢١</p>',
    searches: ['مبيعات', 'احمد الحسن', 'حسن', '0501234321', '٠٥٠١٢٣٤٣٢١', '4321', 'اداره المخزون'],
    marked: 'مبيعات',
  },
]

/** As a browser prints it, with the fonts of this machine. */
async function printed({ language, cv }: Person): Promise<Buffer> {
  const page = await newPage()
  const font = language === 'ja' ? await findAsianFont() : undefined
  const face = font
    ? `@font-face { font-family: 'Asian'; src: url(data:font/ttf;base64,${await readFile(font, 'base64')}) }`
    : ''
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  await page.setContent(
    `<html lang="${language}" dir="${direction}"><style>${face} body { font-family: 'Asian', sans-serif }</style>${cv}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const pdf = await page.pdf()
  await page.close()
  return pdf
}

// shows: 7-105
test('each applies with a printed CV, and staff find each by a word, the name and the number, however typed', async () => {
  const job = await app.job(owner, { title: 'Warehouse Assistant' })
  await app.visitor().form('/api/applications', {
    token: await app.grant('maya@example.com', job),
    firstName: 'Maya',
    lastName: 'Okafor',
    phone: '0113 496 0188',
  })
  for (const person of people) {
    const page = await newPage({ viewport: { width: 390, height: 844 } })
    const token = await app.grant(person.email, job)
    await page.goto(
      `${app.url}/embed?step=apply&roleId=${job.id}&token=${token}&lang=${person.language}`,
    )
    await page.locator('#firstName').fill(person.firstName)
    await page.locator('#lastName').fill(person.lastName)
    await page.locator('#phone').fill(person.phone)
    const file = { name: 'CV.pdf', mimeType: 'application/pdf', buffer: await printed(person) }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.locator('.file').filter({ hasText: 'CV.pdf' })).toBeVisible()
    const submit = inLocale(person.language, () => t('careers.form.submit'))
    await page.getByRole('button', { name: submit }).click()
    await expect
      .poll(
        async () =>
          (
            await app.deps.db.pool.query(
              `select from cv_texts join applicants on applicants.id = cv_texts.applicant_id where email = $1 and text <> ''`,
              [person.email],
            )
          ).rowCount,
      )
      .toBe(1)
    await page.close()
  }

  const page = await openAs(owner, '/admin/applicants')
  const shown = page.getByRole('button', { name: /^View profile of/ })
  for (const { searches, lastName, firstName, language, marked } of people) {
    const name = language === 'ja' ? `${lastName} ${firstName}` : `${firstName} ${lastName}`
    for (const [index, search] of searches.entries()) {
      await page.goto(`${app.url}/admin/applicants?q=${encodeURIComponent(search)}`)
      await expect(shown, search).toHaveCount(1)
      await expect(shown.first()).toHaveText(name)
      if (index === 0) await expect(page.locator('mark').first()).toHaveText(marked)
    }
  }
  await page.close()
})
