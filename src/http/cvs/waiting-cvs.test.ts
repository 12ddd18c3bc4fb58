// What one network may leave waiting at one organization: files that no application has claimed.
import { beforeEach, expect, test } from 'vitest'
import { CV_MAX_BYTES } from '#domain/cvs/cvs.ts'
import { WAITING_CV_BYTES } from '#domain/limits.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { sweepUnclaimedCvs } from '#features/retention/sweep-files.ts'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'

const app = await openApp({ env: { TRUSTED_PROXIES: '1' } })
const owner = await app.owner()
const job = await app.job(owner)
beforeEach(() => app.deps.db.pool.query('delete from usage_times'))

/** A whole PDF of this many bytes: what follows its end is ignored. */
const sized = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')])
const largest = sized(CV_MAX_BYTES)
const WAITING =
  'Too many files from your network are waiting for their application. Send your application without a CV, or try again in an hour.'

let people = 0
const proof = (at = job) => app.grant(`waits-${++people}@example.com`, at)
const proofs = async (count: number, at = job) => {
  const tokens: string[] = []
  for (let each = 0; each < count; each++) tokens.push(await proof(at))
  return tokens
}

async function form(address: string, fields: Record<string, string | File>, network: string) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { 'x-forwarded-for': network }
  return app.visitor().fetch(address, { method: 'POST', body, headers })
}
async function upload(token: string, content: Buffer<ArrayBuffer>, network: string) {
  const cvFile = new File([content], 'cv.pdf')
  const answer = await form('/api/applications/cv', { token, cvFile }, network)
  const body = (await answer.json()) as { id?: string; error?: { code: string; message: string } }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body }
}
const waiting = async () => {
  const { rows } = await app.deps.db.pool.query<{ bytes: number }>(
    'select coalesce(sum(byte_size), 0)::float8 as bytes from cv_files where applicant_id is null',
  )
  return rows[0]?.bytes
}
/** As if the sender of this file had left as many of the largest size waiting. */
const leave = (cvId: string | undefined, count: number) =>
  app.deps.db.pool.query(
    `insert into cv_files (organization_id, storage_key, original_name, kind, byte_size, sent_from)
     select organization_id, 'cvs/' || gen_random_uuid() || '.pdf', 'CV.pdf', 'pdf', $2, sent_from
     from cv_files, generate_series(1, $3) where id = $1`,
    [cvId, CV_MAX_BYTES, count],
  )

test('one network cannot leave more than its share', async () => {
  const [first, late] = [await proof(), await proof()]
  const sent = await upload(first, pdf, '203.0.113.7')
  expect(sent.status).toBe(201)
  await leave(sent.id, WAITING_CV_BYTES / CV_MAX_BYTES - 1)
  const refused = await upload(late, largest, '203.0.113.7')
  expect([refused.status, refused.error?.message, Number(refused.retryAfter)]).toEqual([
    429,
    WAITING,
    RETENTION.unclaimedCvMinutes * 60,
  ])

  // Another network, and another organization, are not refused for it.
  const elsewhere = await app.job(await app.owner('Other Shop'))
  expect((await upload(await proof(), pdf, '203.0.113.8')).status).toBe(201)
  expect((await upload(await proof(elsewhere), pdf, '203.0.113.7')).status).toBe(201)

  // Who has a file waiting may choose another one in its place.
  expect((await upload(first, largest, '203.0.113.7')).status).toBe(201)

  // The form keeps what was typed and says what to do; without a file it is accepted.
  const typed = { token: late, firstName: 'Maya', lastName: 'Okafor' }
  const cvFile = new File([pdf], 'cv.pdf')
  const page = await form('/application', { ...typed, cvFile }, '203.0.113.7')
  const html = await page.text()
  expect([page.status, html.includes(WAITING), html.includes('value="Maya"')]).toEqual([
    429,
    true,
    true,
  ])
  const withoutCv = { ...typed, cvRefused: '', withoutCv: 'yes' }
  expect((await form('/application', withoutCv, '203.0.113.7')).status).toBe(200)

  // In an hour all of it is gone.
  app.clock.move(RETENTION.unclaimedCvMinutes * 60 + 60)
  await sweepUnclaimedCvs(app.deps)
  app.clock.reset()
  expect(await waiting()).toBe(0)
  expect((await upload(await proof(), pdf, '203.0.113.7')).status).toBe(201)
}, 120_000)

test('thirty people at a fair apply with two megabytes each, and one of them chooses another file', async () => {
  const network = '198.51.100.1'
  const tokens = await proofs(30)
  const sent: Awaited<ReturnType<typeof upload>>[] = []
  for (const token of tokens) sent.push(await upload(token, sized(2_000_000), network))
  expect(sent.map(({ status }) => status)).toEqual(tokens.map(() => 201))
  const again = await upload(tokens[0] ?? '', sized(4_000_000), network)
  sent[0] = again
  for (const [place, token] of tokens.entries()) {
    const fields = { token, cvId: sent[place]?.id ?? '', firstName: 'Maya', lastName: 'Okafor' }
    expect((await form('/application', fields, network)).status).toBe(200)
  }
  // What was claimed counts no more, and no row says from where it came.
  const { rows } = await app.deps.db.pool.query(
    'select count(*)::int as count from cv_files where applicant_id is not null and sent_from is not null',
  )
  expect(rows).toEqual([{ count: 0 }])
  expect((await upload(await proof(), largest, network)).status).toBe(201)
}, 120_000)
