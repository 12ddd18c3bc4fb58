// The text of a CV: extracted after the form was submitted, and readable only by the staff of that organization.
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { CvText } from '#domain/cvs/cvs.ts'
import { openApp } from '#test/app.ts'
import { docxWith, pdfWith, word97 } from '#test/input/cv-files.ts'
import { pdf } from '#test/input/files.ts'
import { docxOf, paragraph } from '#test/input/word-files.ts'

const app = await openApp({ work: 'queued' })
const owner = await app.owner()
const stranger = await app.owner('Other Shop')
const job = await app.job(owner)

let people = 0
async function applicant(cv?: File): Promise<string> {
  const sent = await app.visitor().form('/api/applications', {
    token: await app.grant(`applicant-${++people}@example.com`, job),
    firstName: 'Maya',
    lastName: 'Okafor',
    ...(cv && { cvFile: cv }),
  })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { id: string }).id
}

const ask = (id: string, who = owner) =>
  who.call<CvText>(`/api/applicants/${id}/cv-text`, { method: 'POST' })

async function textOf(id: string): Promise<CvText> {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await ask(id)
    if (body.state !== 'waiting') return body
    await setTimeout(25)
  }
  throw new Error('the text never came')
}

// shows: 7-104
describe('works', () => {
  test.each<[string, () => Promise<Buffer<ArrayBuffer>>, string]>([
    ['cv.pdf', () => pdfWith(['Forklift licence']), 'Forklift licence'],
    ['cv.docx', () => docxWith('Forklift\nlicence'), 'Forklift\nlicence'],
    ['cv.doc', async () => word97, 'This is a simple file created with Word 97-SR2.'],
  ])('%s', async (name, make, text) => {
    const id = await applicant(new File([await make()], name))
    expect(await textOf(id)).toEqual({ state: 'done', text, is_cut: false, missing: [] })
  })

  test('what is not in the text is said beside it', async () => {
    const chunk = `${paragraph('Forklift')}<w:altChunk r:id="nowhere"/>`
    const id = await applicant(new File([docxOf(chunk)], 'cv.docx'))
    expect(await textOf(id)).toMatchObject({ text: 'Forklift', missing: ['parts'] })
  })

  test('a file without a text says so', async () => {
    const id = await applicant(new File([pdf], 'cv.pdf'))
    expect(await textOf(id)).toEqual({ state: 'unreadable', reason: 'no-text' })
  })

  test('reading it is written down, as opening the file is', async () => {
    const id = await applicant(new File([await pdfWith(['Forklift'])], 'cv.pdf'))
    await textOf(id)
    const { rows } = await app.deps.db.pool.query(
      `select actor_id, action, details from audit_events where resource_id = $1 and action = 'cv.opened'`,
      [id],
    )
    expect(rows).toEqual([{ actor_id: owner.userId, action: 'cv.opened', details: { as: 'text' } }])
  })

  test('the link leads to this server, wherever the store is, so that the preview may read it', async () => {
    const id = await applicant(new File([pdf], 'cv.pdf'))
    await app.cvsChecked()
    const { status, body } = await owner.call<{ url: string }>(`/api/applicants/${id}/cv-link`, {
      method: 'POST',
    })
    expect(status).toBe(200)
    expect(new URL(body.url).origin).toBe(app.url)
  })
})

test('refuses where there is no CV', async () => {
  const { status, body } = await ask(await applicant())
  expect(status).toBe(404)
  expect(body).toMatchObject({ error: { code: 'dashboard.cvMissing' } })
})

// shows: 7-104
test('keeps out another organization, as if the applicant did not exist', async () => {
  const id = await applicant(new File([await pdfWith(['Forklift'])], 'cv.pdf'))
  await textOf(id)
  const foreign = await ask(id, stranger)
  const missing = await ask('00000000-0000-4000-8000-000000000000', stranger)
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.body).toMatchObject({ error: { code: 'applicant.missing' } })
  expect(missing.body).toMatchObject({ error: { code: 'applicant.missing' } })
})
