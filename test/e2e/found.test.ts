// A job from its creation to its closing: found by machines and people, applied for in German without scripts, read by
// staff, and removed everywhere at once; on two server processes.
import { parseFeed } from '@rowanmanning/feed-parser'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { Member, TestApp } from '../app.ts'
import { beSignedIn, expect, newPage, WIDE } from '../browser/browser.ts'
import { openTwoProcesses, type TwoProcesses } from '../servers/two-processes.ts'

let processes: TwoProcesses
/** Staff work at one process; visitors come to the other. */
let one: TestApp
let two: TestApp
let owner: Member
let staff: Page
let list: string
let ad: string

beforeAll(async () => {
  processes = await openTwoProcesses()
  ;({ one, two } = processes)
  owner = await one.owner('Teehaus Süd')
  list = `/careers/${owner.organization.slug}`
  ad = `${list}/tea-taster`
  staff = await newPage(WIDE)
  await beSignedIn(staff, owner)
})
afterAll(() => processes.close())

const read = async (app: TestApp, address: string) => {
  const answer = await app.visitor().fetch(address)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

/** Everywhere that names an open job. */
const places = () => [
  list,
  `${list}/jobs.rss`,
  `${list}/jobs.atom`,
  `${list}/jobs.json`,
  `${list}/jobs.xml`,
  '/sitemap.xml',
  `/embed?org=${owner.organization.slug}`,
]

async function writeJob(): Promise<void> {
  await staff.goto(`${one.url}/admin/jobs`)
  await staff.getByRole('button', { name: 'Create Job Post' }).click()
  const editor = staff.getByRole('dialog', { name: 'Create Job Post' })
  const field = (name: string) => editor.getByRole('textbox', { name, exact: true })
  await field('Job Title').fill('Tea Taster')
  await field('Description').fill('You taste forty teas a day.')
  await field('Location').fill('Leeds')
  await field('Salary Range').fill('£14 to £16 per hour')
  await editor.getByRole('button', { name: 'Use as details' }).click()
  await editor.getByText('Details for search engines and job boards').click()
  await editor.getByRole('combobox', { name: 'Country' }).fill('United Kingdom')
  await editor.getByRole('button', { name: 'Create Job Post' }).click()
  await expect(staff.getByText('Job post created!')).toBeVisible()
}

/** From the poster to the form, in German, by the code in the mail. */
async function openForm(visitor: Page, email: string): Promise<void> {
  await visitor.goto(`${two.url}${ad}?src=poster`)
  await visitor.getByRole('link', { name: 'Jetzt bewerben' }).click()
  await visitor.getByRole('checkbox', { name: /^Ich willige/ }).check()
  await visitor.getByRole('button', { name: 'Weiter' }).click()
  await visitor.getByLabel('E-Mail').fill(email)
  await visitor.getByRole('button', { name: 'Bestätigungs-E-Mail senden' }).click()
  await visitor.getByLabel('Bestätigungscode').waitFor()
  const { code } = await two.mailTo(email)
  await visitor.getByLabel('Bestätigungscode').fill(code)
  await visitor.getByRole('button', { name: 'Code bestätigen' }).click()
  await visitor.getByLabel('Vorname').fill('Käthe')
  await visitor.getByLabel('Nachname').fill('Öztürk')
  await visitor.getByLabel('Was interessiert Sie an der Stelle?').fill('Der Duft.\nUnd die Stille.')
}

// shows: interface-92
test('a job is found, applied for in German without scripts, and closed everywhere at once', async () => {
  await writeJob()

  await expect.poll(async () => (await read(two, ad)).status).toBe(200)
  const page = await read(two, ad)
  const posting = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text)?.[1]
  expect(JSON.parse(posting ?? '')).toMatchObject({
    '@type': 'JobPosting',
    title: 'Tea Taster',
    jobLocation: { address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
    baseSalary: { currency: 'GBP', value: { minValue: 14, maxValue: 16, unitText: 'HOUR' } },
  })
  for (const place of places())
    expect((await read(two, place)).text).toMatch(/Tea Taster|tea-taster/)
  const feed = parseFeed((await read(two, `${list}/jobs.atom`)).text)
  expect(feed.items.map(({ url }) => url)).toEqual([two.url + ad])
  const picture = /property="og:image" content="([^"]*)/.exec(page.text)?.[1] ?? ''
  expect(await read(two, picture)).toMatchObject({ status: 200, type: 'image/png' })
  const { jobs } = (await owner.call<{ jobs: { id: string }[] }>('/api/jobs')).body
  const poster = await owner.fetch(`/api/jobs/${jobs[0]?.id}/poster?size=a4`)
  expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'application/pdf'])

  const german = {
    javaScriptEnabled: false,
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
  }
  const visitor = await newPage(german)
  await openForm(visitor, 'kaethe@example.com')
  await visitor.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(visitor.getByRole('heading', { name: 'Bewerbung gesendet!' })).toBeVisible()
  const mail = await two.mailTo('kaethe@example.com', /Bewerbung/)
  expect(mail.subject).toBe('Ihre Bewerbung auf „Tea Taster“ ist da')
  const { applicants } = (await owner.call<ApplicantPage>('/api/applicants?tab=applied')).body
  expect(applicants).toMatchObject([{ first_name: 'Käthe', source: 'poster' }])
  const profile = await owner.call<ApplicantProfile>(`/api/applicants/${applicants[0]?.id}`)
  expect(profile.body.applicant.language).toBe('de')
  await staff.goto(`${one.url}/admin/applicants`)
  await staff.getByRole('button', { name: 'View profile of Käthe Öztürk' }).click()
  await expect(staff.getByRole('dialog', { name: 'Käthe Öztürk' })).toContainText('Poster')

  // Another form is open when staff close the job.
  await openForm(visitor, 'late@example.com')
  await staff.goto(`${one.url}/admin/jobs`)
  await staff.getByRole('button', { name: 'More actions for Tea Taster', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Deactivate' }).click()
  const isGone = async (app: TestApp) => {
    const [{ status }, shown, ...rest] = await Promise.all([
      read(app, ad),
      read(app, picture.replace(two.url, '')),
      ...places().map((place) => read(app, place)),
    ])
    const named = rest.filter(({ text }) => /Tea Taster|tea-taster/.test(text))
    return [status, shown?.status, named.length]
  }
  // Told by the act itself: what a process keeps without being told is shown for ten seconds.
  const atOnce = { timeout: 8_000 }
  await Promise.all(
    [one, two].map((app) => expect.poll(() => isGone(app), atOnce).toEqual([410, 404, 0])),
  )

  await visitor.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(
    visitor.getByRole('heading', { name: 'Diese Stelle ist nicht mehr offen' }),
  ).toBeVisible()
  await expect(visitor.getByText('Ihre Bewerbung wurde nicht gesendet.')).toBeVisible()
  await expect(visitor.getByLabel('Was interessiert Sie an der Stelle?')).toHaveValue(
    'Der Duft.\nUnd die Stille.',
  )
  await visitor.getByRole('button', { name: 'Andere Stellen ansehen' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Teehaus Süd')
})
