// Ads in further languages: staff write them, and each reader gets the text in their own language first.
import { beforeAll, expect, test } from 'vitest'
import type { JobText } from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { openApp, type Member } from '#test/app.ts'
import { textOf } from '#test/html.ts'

let job: JobPost
let plain: JobPost

const app = await openApp()
const owner = await app.owner('Teeladen')

beforeAll(async () => {
  await owner.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en-GB' } })
  job = await app.job(owner, { title: 'Tea Taster' })
  plain = await app.job(owner, { title: 'Night Porter' })
})

const german = {
  title: 'Tee-Verkoster (m/w/d)',
  description: 'Sie verkosten Tee.',
  requirements: 'Feine Zunge\nFrühaufsteher',
  benefits: '',
}
const at = (language: string, { id }: { id: string } = job) => `/api/jobs/${id}/texts/${language}`
const put = (who: Member, address: string, body: unknown) =>
  who.call<{ error: { code: string; fields?: Record<string, string> } }>(address, {
    method: 'PUT',
    body,
  })
const textsOf = async (who: Member) =>
  (await who.call<{ texts: JobText[] }>(`/api/jobs/${job.id}/texts`)).body.texts
const open = async (address: string) => {
  const response = await app.visitor().fetch(address)
  const html = await response.text()
  return { html, text: textOf(html) }
}
const list = (language: string) => `/careers/${owner.organization.slug}?lang=${language}`
const ad = (language: string) => `/careers/${owner.organization.slug}/${job.slug}?lang=${language}`
const widget = (language: string) => `/embed?org=${owner.organization.slug}&lang=${language}`

// shows: interface-95
test('an ad is read in the language of the page where it is written, else in its own, which is named', async () => {
  const before = await open(widget('de'))
  expect(before.text).toContain('Tea Taster')
  const staff = await app.staff(owner)
  expect((await put(staff, at('de'), german)).status).toBe(200)
  expect(await textsOf(owner)).toMatchObject([{ language: 'de', ...german }])

  for (const address of [list('de'), widget('de')]) {
    const { html, text } = await open(address)
    expect(text, address).toContain(german.title)
    expect(text, address).not.toContain('Tea Taster')
    // The newest is written in English alone: it comes after those that the reader understands.
    expect(text.indexOf(german.title)).toBeLessThan(text.indexOf('Night Porter'))
    expect(html).toMatch(/ lang="en-GB"[^]{0,400}>Night Porter</)
  }
  const page = await open(ad('de'))
  expect(page.html).toContain(`<h1>${german.title}</h1>`)
  expect(page.text).toContain('Feine Zunge')
  expect(page.html).toMatch(/og:title" content="Tee-Verkoster/)
  const step = await open(`${ad('de')}&step=consent`)
  expect(step.text).toContain(german.title)

  // In the first language nothing is marked; a third one gets the original text with their language.
  const english = await open(ad('en-US'))
  expect(english.html).toContain('<h1>Tea Taster</h1>')
  const arabic = await open(ad('ar'))
  expect(arabic.html).toContain('<h1 lang="en-GB">Tea Taster</h1>')
  // Searched for in the words that are shown.
  for (const address of [list('de'), widget('de')]) {
    const found = await open(`${address}&q=verkosten`)
    expect(found.text, address).toContain(german.title)
    expect(found.text, address).not.toContain('Night Porter')
  }

  // So do feeds, in the language of their address, else in the shop's, whatever the program accepts.
  const feed = async (query: string) => {
    const headers = { 'accept-language': 'de' }
    const path = `/careers/${owner.organization.slug}/jobs.json${query}`
    return (await app.visitor().fetch(path, { headers })).text()
  }
  expect(await feed('?lang=de')).toContain(german.title)
  expect(await feed('?lang=de')).toContain(`${job.slug}?lang=de`)
  expect(await feed('')).toContain('Tea Taster')
  expect((await open(list('de'))).html).toContain('/jobs.json?lang=de"')
  await put(staff, at('de'), { ...german, is_machine_made: true })
  expect(await feed('?lang=de')).not.toContain(german.title)

  // Mails to an applicant name the job as its page does in their language.
  const email = 'lena@example.com'
  const sent = await app
    .visitor()
    .form(`/embed?org=${owner.organization.slug}&lang=de&step=email&roleId=${job.id}&consent=yes`, {
      email,
      consent: 'yes',
      roleId: job.id,
    })
  expect(sent.status).toBe(303)
  expect((await app.mailTo(email)).text).toContain(german.title)
  const token = await app.grant(email, job)
  await app.deps.db.pool.query("update email_verifications set language = 'de'")
  const form = await open(`${ad('de')}&step=apply&token=${token}`)
  expect(form.text).toContain('Tee-Verkoster')
  expect(form.text).not.toContain('Tea Taster')
  const named = { token, firstName: 'Lena', lastName: 'Vogt' }
  await app.visitor().form('/api/applications?lang=de', named)
  const confirmation = await app.mailTo(email)
  expect(confirmation.text).toContain(german.title)
  expect(confirmation.text).not.toContain('Tea Taster')
  const { rows: applied } = await app.deps.db.pool.query<{ id: string }>(
    'select id from applicants where email = $1',
    [email],
  )
  const applicant = `/api/applicants/${applied[0]?.id}`
  await owner.call(`${applicant}/status`, { method: 'PATCH', body: { status: 'reviewing' } })
  const preview = await owner.call<{ html: string }>(`${applicant}/mails/preview`)
  expect(preview.body.html).toContain(german.title)

  // Staff keep the first title.
  expect((await owner.call<JobPost>(`/api/jobs/${job.id}`)).body.title).toBe('Tea Taster')

  expect((await owner.call(at('de'), { method: 'DELETE' })).status).toBe(204)
  expect(await textsOf(owner)).toEqual([])
  expect((await open(widget('de'))).text).toContain('Tea Taster')
})

test('an ad with a language of its own is read, listed and translated from that one', async () => {
  const own = await app.job(owner, { title: 'Rauchwarenkürschner', language: 'de' })
  const at = (path: string) => `/careers/${owner.organization.slug}${path}`
  const ownText = (language: string) => `/api/jobs/${own.id}/texts/${language}`
  const change = (language: unknown) =>
    owner.call<{ error: { fields?: Record<string, string> } }>(`/api/jobs/${own.id}`, {
      method: 'PATCH',
      body: { language },
    })
  expect((await owner.call<JobPost>(`/api/jobs/${own.id}`)).body.language).toBe('de')

  // To readers of English it is German, and behind what they understand; to readers of German it comes first.
  const h1 = async (language: string) =>
    /<h1[^>]*>/.exec((await open(at(`/${own.slug}?lang=${language}`))).html)?.[0]
  expect([await h1('en-GB'), await h1('de'), await h1('ja')]).toEqual([
    '<h1 lang="de">',
    '<h1>',
    '<h1 lang="de">',
  ])
  for (const address of [list('en-GB'), widget('en-GB')]) {
    const { html, text } = await open(address)
    expect(html, address).toMatch(/ lang="de"[^]{0,400}>Rauchwarenkürschner</)
    expect(text.indexOf('Night Porter')).toBeLessThan(text.indexOf(own.title))
  }
  for (const address of [list('de'), widget('de')]) {
    const { html, text } = await open(address)
    expect(html, address).toMatch(/ lang="en-GB"[^]{0,400}>Night Porter</)
    expect(text.indexOf(own.title)).toBeLessThan(text.indexOf('Night Porter'))
  }
  // Who asks for no language, as search engines do, gets the page of this ad in German, and the list in the shop's.
  const asked = async (path: string) =>
    /<html[^>]* lang="?([\w-]+)/.exec((await open(path)).html)?.[1]
  expect([await asked(at(`/${own.slug}`)), await asked(at(''))]).toEqual(['de', 'en-GB'])
  // Steps speak as the page does.
  expect(await asked(at(`/${own.slug}?step=consent`))).toBe('de')
  const feed = await app.visitor().fetch(at('/jobs.json'))
  const { items } = (await feed.json()) as { items: { title: string; language?: string }[] }
  const languageOf = (title: string) => items.find((item) => item.title === title)?.language
  expect([languageOf(own.title), languageOf('Night Porter')]).toEqual(['de', undefined])

  // No second text in the same language; one in the shop's is a translation now.
  expect((await put(owner, ownText('de'), german)).body.error.code).toBe('job.languageIsFirst')
  const translated = await owner.call<{ error: { code: string } }>(`${ownText('de')}/translation`, {
    method: 'POST',
  })
  expect(translated.body.error.code).toBe('job.languageIsFirst')
  expect((await put(owner, ownText('en-GB'), { ...german, title: 'Furrier' })).status).toBe(200)
  expect((await open(at(`/${own.slug}?lang=en-GB`))).text).toContain('Furrier')

  // Taken back, the original text is in the shop's language again, and no text beside them is shown: not even in a mail.
  expect((await change(null)).status).toBe(200)
  expect((await put(owner, ownText('en-US'), german)).body.error.code).toBe('job.languageIsFirst')
  const page = await open(at(`/${own.slug}?lang=en-GB`))
  expect(page.html).toContain('<h1>Rauchwarenkürschner</h1>')
  const token = await app.grant('ines@example.com', own)
  await app.deps.db.pool.query("update email_verifications set language = 'en-GB'")
  const form = await open(at(`/${own.slug}?step=apply&token=${token}`))
  expect(form.text).toContain('Rauchwarenkürschner')
  expect(form.text).not.toContain('Furrier')

  const refused = await change('tlh')
  expect([refused.status, refused.body.error.fields]).toEqual([
    400,
    { language: 'This language is not available.' },
  ])
  await owner.call(`/api/jobs/${own.id}`, { method: 'DELETE' })
})

test('two who write one text at once do not overwrite each other', async () => {
  const staff = await app.staff(owner)
  const save = async (who: Member, title: string, revision?: number) => {
    const { status, body } = await put(who, at('pl'), { ...german, title, revision })
    return [status, body.error?.code]
  }
  const conflict = [409, 'job.textEditedMeanwhile']
  expect(await save(owner, 'Pierwszy', 0)).toEqual([200, undefined])
  expect(await save(staff, 'Drugi', 0)).toEqual(conflict)
  expect(await save(staff, 'Drugi', 1)).toEqual([200, undefined])
  expect(await save(owner, 'Trzeci', 1)).toEqual(conflict)
  expect((await textsOf(owner)).at(-1)).toMatchObject({ title: 'Drugi', revision: 2 })
  // A program that names no revision does not have to read first.
  expect(await save(owner, 'Czwarty')).toEqual([200, undefined])
  await owner.call(at('pl'), { method: 'DELETE' })
  expect(await save(staff, 'Piąty', 3)).toEqual(conflict)
  expect((await textsOf(owner)).map(({ language }) => language)).not.toContain('pl')
})

test('what cannot be kept is refused, beside its field or as missing, and is nobody else’s to write', async () => {
  const other = await app.owner('Another Shop')
  for (const [body, fields] of [
    [{ ...german, title: ' ' }, ['title']],
    [{ ...german, description: 'x'.repeat(4001) }, ['description']],
    [{ title: 'Only a title' }, ['description', 'requirements', 'benefits']],
  ] as const) {
    const { status, body: refused } = await put(owner, at('fr'), body)
    expect([status, Object.keys(refused.error.fields ?? {})]).toEqual([400, fields])
  }
  for (const language of ['sv', 'DE', 'en-XA', '%2e%2e'])
    expect((await put(owner, at(language), german)).status).toBe(404)
  expect((await put(other, at('de'), german)).body.error.code).toBe('job.missing')
  expect((await put(owner, at('de', { id: other.userId }), german)).status).toBe(404)
  expect((await other.call(at('de'), { method: 'DELETE' })).status).toBe(404)
  expect((await owner.call(at('ja'), { method: 'DELETE' })).status).toBe(404)
  // Mark-up and quotes of a shop stay text, in a language as in the original text.
  await put(owner, at('it', plain), { ...german, title: '</script><b>"{{x}}' })
  const page = await open(`/careers/${owner.organization.slug}/${plain.slug}?lang=it`)
  expect(page.html).not.toContain('<b>"{{x}}')
  expect(page.text).toContain('<b>"{{x}}')
  await owner.call(`/api/jobs/${plain.id}`, { method: 'DELETE' })
  const { rows } = await app.deps.db.pool.query('select * from job_texts where job_id = $1', [
    plain.id,
  ])
  expect(rows).toEqual([])
})
