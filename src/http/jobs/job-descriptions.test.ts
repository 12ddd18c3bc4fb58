// Generated job descriptions over HTTP: the function (docs/specification.md §7.3), the streamed answer, and rate
// limits.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { DescriptionEvent } from '#domain/jobs/job-descriptions.ts'
import { createTestApp, openApp, type Member, type Visitor } from '#test/app.ts'
import { startFakeAi, written } from '#test/servers/fake-ai.ts'

let owner: Member

const ai = await startFakeAi()
afterAll(() => ai.close())
const app = await openApp({
  env: { AI_BASE_URL: ai.url, AI_API_KEY: 'sk-test', AI_MODEL: 'small' },
})
beforeEach(async () => {
  ai.questions.length = 0
  ai.answers.length = 0
  // Each has an hour's share of their own.
  owner = await app.owner('Tiny Tea Shop')
})

const body = {
  jobTitle: ' Tea Taster ',
  location: 'Leeds',
  employmentType: 'part-time',
  experienceLevel: 'senior',
  keySkills: ['Patience', ' ', 'A fine tongue'],
  additionalContext: 'Forty samples a day.',
}
type FunctionAnswer = Record<string, unknown> & { success: boolean; error?: string }
const generate = (who: Visitor, asked: object = body) =>
  who.call<FunctionAnswer>('/functions/generate-job-description', { body: asked })

async function stream(who: Visitor, asked: object = body, init: RequestInit = {}) {
  const response = await who.fetch('/api/jobs/description', {
    method: 'POST',
    body: JSON.stringify(asked),
    headers: { 'content-type': 'application/json' },
    ...init,
  })
  const lines = (await response.text()).trim().split('\n')
  return { response, events: lines.map((line) => JSON.parse(line) as DescriptionEvent) }
}

describe('works', () => {
  // shows: 1-8, 7-121
  test('the function answers as the specification says', async () => {
    const { status, body: answer } = await generate(owner)
    expect([status, answer]).toEqual([200, { success: true, ...written, writer: 'ai' }])
  })

  // shows: 7-122
  test('the growing answer: start, parts, and the whole in the end', async () => {
    ai.answers.push({ text: JSON.stringify(written), pace: 30 })
    const { response, events } = await stream(owner)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const writer = { kind: 'ai', model: 'small' }
    expect(events[0]).toEqual({ type: 'start', writer })
    expect(events.filter(({ type }) => type === 'partial').length).toBeGreaterThan(1)
    expect(events.at(-1)).toEqual({ type: 'done', description: written, writer })
    expect((await owner.call('/api/jobs/description')).body).toEqual({ writer })
  })

  // shows: 7-123, privacy-11
  test('the writer learns the job and the employer, and nothing of people', async () => {
    const job = await app.job(owner)
    const token = await app.grant('maya.canary@example.com', job)
    await app.visitor().form('/api/applications', { token, firstName: 'Maya', lastName: 'Okafor' })
    await generate(owner)
    const sent = JSON.stringify(ai.questions)
    for (const person of [owner.email, owner.userId, 'Silva', 'canary', 'Okafor', job.id]) {
      expect(sent).not.toContain(person)
    }
    expect(JSON.parse(ai.questions[0]!.body.messages[1]!.content)).toEqual({
      jobTitle: 'Tea Taster',
      companyName: 'Tiny Tea Shop',
      location: 'Leeds',
      employmentType: 'Part-time',
      experienceLevel: 'Senior-level',
      keySkills: ['Patience', 'A fine tongue'],
      additionalContext: 'Forty samples a day.',
    })
  })

  // shows: interface-17
  test('without a server the built-in template writes, and says so', async () => {
    const plain = await createTestApp()
    try {
      const someone = await plain.owner('Quiet Shop')
      const { body: answer } = await generate(someone, { jobTitle: 'Tea Taster' })
      expect(answer).toMatchObject({ success: true, writer: 'template' })
      expect(answer['fullDescription']).toContain('Quiet Shop')
      const { events } = await stream(someone)
      expect(events.map(({ type }) => type)).toEqual(['start', 'done'])
    } finally {
      await plain.close()
    }
  })

  // shows: 7-122
  test('hanging up stops the writing', async () => {
    ai.answers.push({ text: JSON.stringify(written).repeat(20), pace: 20 })
    const hangUp = new AbortController()
    const response = await owner.fetch('/api/jobs/description', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal: hangUp.signal,
    })
    await response.body!.getReader().read()
    hangUp.abort()
    await expect.poll(() => ai.questions[0]?.isAbandoned).toBe(true)
  })
})

describe('a translation', () => {
  const german = { title: 'Tee-Verkoster', description: 'Sie verkosten Tee.' }
  const textOf = (job: { id: string }) => `/api/jobs/${job.id}/texts/de`
  const translate = (who: Visitor, job: { id: string }) =>
    who.call<typeof german & { error: { code: string; message: string } }>(
      `${textOf(job)}/translation`,
      { method: 'POST' },
    )
  const note = 'Von einer Maschine übersetzt.'

  // shows: interface-120
  test('is marked wherever it is read, with a way to the original, until a person has read it', async () => {
    await owner.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en-GB' } })
    const none = { requirements: '', benefits: '' }
    const job = await app.job(owner, { description: 'You taste tea.', ...none })
    ai.answers.push({ text: JSON.stringify({ ...german, ...none }) })
    const { body: words } = await translate(owner, job)
    expect(words).toEqual({ ...german, ...none })
    expect((await owner.call(`/api/jobs/${job.id}/texts`)).body).toEqual({ texts: [] })

    const save = (values: object) =>
      owner.call(textOf(job), { method: 'PUT', body: { ...words, ...values } })
    expect((await save({ is_machine_made: true, revision: 0 })).body).toMatchObject({
      is_machine_made: true,
      revision: 1,
    })
    const at = `/careers/${owner.organization.slug}/${job.slug}`
    const open = async (path: string) => (await app.visitor().fetch(path)).text()
    const page = await open(`${at}?lang=de`)
    const [, original = ''] = /<a href="([^"]*)">Original lesen/.exec(page) ?? []
    expect(page).toContain(note)
    expect(await open(original)).toContain('You taste tea.')
    expect(await open(`/embed?org=${owner.organization.slug}&lang=de`)).toContain(note)
    expect(await open(at)).not.toContain('Translated by a machine')

    expect((await save({ revision: 1 })).status).toBe(200)
    expect(await open(`${at}?lang=de`)).not.toContain(note)
    expect(await open(`/embed?org=${owner.organization.slug}&lang=de`)).not.toContain(note)
  })

  test('that fails says why and saves nothing, and belongs to the owners of this job alone', async () => {
    const job = await app.job(owner)
    const other = await app.owner('Another Shop')
    const staff = await app.staff(owner)
    for (const [who, status, code] of [
      [other, 404, 'job.missing'],
      [staff, 403, 'job.ownerRequired'],
      [app.visitor(), 401, 'auth.signInRequired'],
    ] as const) {
      const { status: answered, body: refused } = await translate(who, job)
      expect([answered, refused.error.code]).toEqual([status, code])
    }
    expect(ai.questions).toEqual([])
    ai.answers.push({ text: '{"title":"Tee' })
    const { status, body: refused } = await translate(owner, job)
    expect([status, refused.error.message]).toEqual([
      503,
      'The AI server did not send a usable translation. Your text is unchanged.',
    ])
    // One allowance for descriptions and translations.
    const plain = await createTestApp()
    try {
      const quiet = await plain.owner('Quiet Shop')
      const { body: impossible } = await translate(quiet, await plain.job(quiet))
      expect(impossible.error.code).toBe('writer.cannotTranslate')
    } finally {
      await plain.close()
    }
    for (let time = 1; time < 20; time++) await generate(owner)
    const limited = await translate(owner, job)
    expect([limited.status, limited.body.error.code]).toEqual([429, 'job.translateLimit'])
  })
})

describe('refuses', () => {
  const title = 'Please enter a job title before generating description'
  // shows: 5-14
  test.each([
    [{}, title],
    [{ jobTitle: '  ' }, title],
    [{ jobTitle: 'x'.repeat(10_000) }, 'Title can have at most 120 characters.'],
    [{ jobTitle: 'x', keySkills: Array(21).fill('x') }, 'Name at most 20 key skills.'],
    [{ jobTitle: 'x', keySkills: ['x'.repeat(81)] }, 'A key skill can have at most 80 characters.'],
    [
      { jobTitle: 'x', additionalContext: 'x'.repeat(2001) },
      'Additional context can have at most 2,000 characters.',
    ],
  ])('what cannot be written from: %#', async (asked, message) => {
    const refused = await generate(owner, asked)
    expect([refused.status, refused.body.success, refused.body.error]).toEqual([
      400,
      false,
      message,
    ])
    const streamed = await owner.call<{ error: { message: string } }>('/api/jobs/description', {
      body: asked,
    })
    expect([streamed.status, streamed.body.error.message]).toEqual([400, message])
    expect(ai.questions).toEqual([])
  })

  test('a writer that fails is told in words, by the function and at the end of the stream', async () => {
    ai.answers.push({ status: 429 }, { status: 429 })
    const { status, body: answer } = await generate(owner)
    const message =
      'The AI server is busy or its allowance is used up. Please try again in a few minutes.'
    expect([status, answer.error, answer['code']]).toEqual([503, message, 'writer.busy'])
    const { events } = await stream(owner)
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'writer.busy', message, request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    })
  })

  test('an answer that cannot be used', async () => {
    ai.answers.push({ text: '{"fullDescription":["nonsense of a model"]}' })
    const { events } = await stream(owner)
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'writer.nonsense' } })
    expect(JSON.stringify(events)).not.toContain('nonsense of a model')
  })

  // shows: 7-124
  test('the 21st in an hour, for all members and all ways together', async () => {
    const plain = await createTestApp()
    try {
      const [first, other] = [await plain.owner(), await plain.owner('Other Shop')]
      for (let time = 0; time < 19; time++) expect((await generate(first)).status).toBe(200)
      expect((await stream(first)).response.status).toBe(200)
      const { status, body: answer, headers } = await generate(first)
      expect([status, answer.error]).toEqual([
        429,
        'You can generate 20 descriptions an hour. Please try again later.',
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await first.call('/api/jobs/description', { body })).status).toBe(429)
      expect((await generate(other)).status).toBe(200)
    } finally {
      await plain.close()
    }
  })
})

// shows: 7-121
test('keeps out people who may not create job posts', async () => {
  const staff = await app.staff(owner)
  const pending = await app.staff(owner)
  await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
    pending.userId,
  ])
  const none = 'You must be part of an organization to create job posts'
  for (const [who, status, message] of [
    [app.visitor(), 401, 'Please sign in to continue.'],
    [await app.person(), 403, none],
    [pending, 403, none],
    [staff, 403, 'Only an organization owner can create job posts.'],
  ] as const) {
    const refused = await generate(who)
    expect([refused.status, refused.body.error]).toEqual([status, message])
    expect((await who.call('/api/jobs/description', { body })).status).toBe(status)
    expect((await who.call('/api/jobs/description')).status).toBe(status)
  }
  expect(ai.questions).toEqual([])
})
