// Exporting applicants as a table or a zip: success, refusals, and access.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import { exportUses } from '#domain/limits.ts'
import { unzip } from '#test/unzip.ts'
import { openApp, type Member } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { formValues, insertApplication } from '#test/rows.ts'
import { fillUses } from '#test/uses.ts'
import { cellsOf, formulasIn, rowsOf, withoutMarks } from '#test/spreadsheet.ts'

const app = await openApp()
const owner = await app.owner()
const stranger = await app.owner('Other Shop')
const job = await app.job(owner, { title: '=HYPERLINK("http://evil.example")' })

beforeAll(async () => {
  await apply({ firstName: '=1+1', lastName: '@SUM(A1)', coverLetter: 'One, "two"\nthree; ünï 茶' })
  await apply({ cvFile: new File([pdf], '../../etc/passwd.pdf') })
  await apply({ cvFile: new File([pdf], 'cv.pdf') })
  await apply({
    firstName: '..\\con/../x',
    lastName: '\u202Efdp:*?',
    cvFile: new File([pdf], 'x.pdf'),
  })
  await app.cvsChecked()
})

let people = 0
async function apply(values: Record<string, string | Blob>): Promise<void> {
  const token = await app.grant(`applicant-${++people}@example.com`, job)
  const form = { token, firstName: 'Maya', lastName: 'Okafor', phone: '+44 7700 900418', ...values }
  const sent = await app.visitor().form('/api/applications', form)
  expect(sent.status).toBe(201)
}

/** Many rows at once, without the triggers that make them searched for and counted: what is read here is the rows alone. */
async function insertMany(statement: string, organization: string): Promise<void> {
  const client = await app.deps.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement, [organization])
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function csv(who: Member, query = '', init?: RequestInit) {
  const response = await who.fetch(`/api/applicants/export.csv${query}`, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, rows: rowsOf(bytes) }
}
const named = (ids: readonly string[]): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ids }),
})
const everybody = async (who: Member) =>
  (await who.call<ApplicantPage>('/api/applicants?tab=all')).body.applicants

// shows: 7-54
describe('a table', () => {
  test('holds everything that was sent, whatever signs are in it, and opens in a spreadsheet', async () => {
    const { response, bytes, rows } = await csv(owner, '?tab=all')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="applicants.csv"',
    )
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rows).toHaveLength(4)
    expect(rows.map((row) => row.CV)).toEqual(['x.pdf', 'cv.pdf', 'passwd.pdf', ''])
    expect(rows[3]).toMatchObject({
      Email: 'applicant-1@example.com',
      Status: 'Applied',
      Customer: 'New',
      Contacted: 'No',
      'Why are you interested?': 'One, "two"\nthree; ünï 茶',
    })
  })

  test('has no cell that a spreadsheet would run', async () => {
    const { rows } = await csv(owner, '?tab=all')
    expect(rows[3]).toMatchObject({
      'First Name': "'=1+1",
      'Last Name': "'@SUM(A1)",
      Phone: "'+44 7700 900418",
      Position: `'=HYPERLINK("http://evil.example")`,
    })
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  // shows: V1.3.3
  test('keeps every row and cell as it was typed, and no line of a cell becomes a formula', async () => {
    const shop = await app.owner('Odd Shop')
    const own = await app.job(shop)
    const signs = fc.constantFrom(...'=+-@＝"\'; ,\t\n\ra1\u2028'.split(''), 'sep=;', '\r\n')
    const odd = [
      `line one\n=cmd|' /C calc'!A0`,
      'two\n\nlines, "quoted"\n- a list\n  +more',
      'sep=;\n1;=1+1\t@SUM(1)',
      '＝1+1\n＠SUM(1)\n＋1\n－1',
      ` "'=HYPERLINK("http://evil.example")`,
      '-1+1\u2028=1\u000b=2',
      ...fc.sample(fc.string({ unit: signs, minLength: 4 }), { seed: 9, numRuns: 60 }),
    ]
    for (const [at, text] of odd.entries()) {
      await insertApplication(
        app.deps.db.queries,
        { organization: shop.organization, job: { ...own, title: text } },
        `odd-${at}@example.com`,
        { form: { ...formValues, firstName: text, coverLetter: text, additionalInfo: text } },
      )
    }
    const { bytes, rows } = await csv(shop, '?tab=all')
    expect(rows).toHaveLength(odd.length)
    expect(new Set(cellsOf(bytes).map((row) => row.length))).toEqual(new Set([18]))
    for (const row of rows) {
      const text = odd[Number(/\d+/.exec(row['Email'] ?? '')?.[0])]
      for (const head of ['First Name', 'Position', 'Why are you interested?'] as const) {
        expect(withoutMarks(row[head] ?? '')).toBe(text)
        expect(row[head]).not.toMatch(/(?:^|[\n\r\v\u2028;\t])[\s"]*[=+\-@＝＋－＠]/)
      }
    }
    expect(await formulasIn(bytes)).toEqual([])
    // A spreadsheet has to start, twice.
  }, 120_000)

  test('holds who was chosen, or whom the filter finds', async () => {
    const [first, , third] = await everybody(owner)
    const chosen = await csv(owner, '', named([first!.id, third!.id]))
    expect(chosen.rows.map(({ Email }) => Email)).toEqual([first!.email, third!.email])
    expect((await csv(owner, '?tab=hired')).rows).toEqual([])
    expect((await csv(owner, '?tab=all&customer=new')).rows).toHaveLength(4)
  })

  test('of many comes in order and whole, and the trail says who took how many', async () => {
    const shop = await app.owner('Large Shop')
    await app.deps.db.pool.query(
      `insert into applicants (organization_id, email, role_id, role_title, first_name, last_name, created_at)
       select $1, 'p' || n || '@example.com', gen_random_uuid(), 'Job', 'P' || n, 'Q', now() - make_interval(mins => n / 3)
       from generate_series(1, 1700) n`,
      [shop.organization.id],
    )
    const { rows } = await csv(shop, '?tab=all')
    expect(new Set(rows.map(({ Email }) => Email)).size).toBe(1700)
    const times = rows.map(({ Applied }) => Applied!)
    expect(times).toEqual(times.toSorted().toReversed())
    const { rows: trail } = await app.deps.db.pool.query(
      `select actor_id, details from audit_events where organization_id = $1 and action = 'applicants.exported'`,
      [shop.organization.id],
    )
    expect(trail).toEqual([{ actor_id: shop.userId, details: { format: 'csv', count: 1700 } }])
  })

  test('a reader who leaves in the middle ends the reading', async () => {
    const shop = await app.owner('Left Shop')
    await insertMany(
      `insert into applicants (organization_id, email, role_id, role_title, first_name, last_name, cover_letter)
       select $1, 'p' || n || '@example.com', gen_random_uuid(), 'Job', 'P', 'Q', repeat('x', 4000)
       from generate_series(1, 4000) n`,
      shop.organization.id,
    )
    const leaving = new AbortController()
    const response = await shop.fetch('/api/applicants/export.csv?tab=all', {
      signal: leaving.signal,
    })
    const reader = response.body!.getReader()
    await reader.read()
    leaving.abort()
    await expect(reader.read()).rejects.toThrow()
    expect((await shop.call('/api/applicants/counts')).status).toBe(200)
  })
})

// shows: 7-55
describe('a zip of CVs', () => {
  const zip = async (who: Member, query = '', init?: RequestInit) => {
    const response = await who.fetch(`/api/applicants/export.zip${query}`, init)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('holds each file once, under a name that is safe on every system', async () => {
    const { response, bytes } = await zip(owner, '?tab=all')
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = await unzip(bytes)
    expect([...files.keys()].toSorted()).toEqual([
      'CV Maya Okafor (2).pdf',
      'CV Maya Okafor.pdf',
      'CV con .. x fdp.pdf',
    ])
    for (const content of files.values()) expect(content.equals(Buffer.from(pdf))).toBe(true)
  })

  test('of people without any is refused in a sentence', async () => {
    const last = (await everybody(owner)).at(-1)
    const { response, bytes } = await zip(owner, '', named([last!.id]))
    expect(response.status).toBe(409)
    expect(JSON.parse(bytes.toString()).error.message).toBe('None of these applicants has a CV.')
  })

  test('that would be too large is refused before it begins, with what it would have been', async () => {
    const shop = await app.owner('Heavy Shop')
    await app.deps.db.pool.query(
      `with people as (
         insert into applicants (organization_id, email, role_id, role_title, first_name, last_name)
         select $1, 'p' || n || '@example.com', gen_random_uuid(), 'Job', 'P', 'Q' from generate_series(1, 30) n
         returning id
       )
       insert into cv_files (organization_id, applicant_id, storage_key, original_name, kind, byte_size)
       select $1, id, 'cvs/' || id, 'cv.pdf', 'pdf', 10000000 from people`,
      [shop.organization.id],
    )
    const { response, bytes } = await zip(shop, '?tab=all')
    expect(response.status).toBe(409)
    expect(JSON.parse(bytes.toString()).error.message).toBe(
      'You can download up to 500 CVs and 250.0 MB at once. These are 30 with 300.0 MB, so select fewer.',
    )
  })

  test('is told on each of them and once together', async () => {
    const { rows } = await app.deps.db.pool.query(
      `select resource_type, count(*)::int from audit_events
       where organization_id = $1 and details->>'format' = 'zip' group by 1 order by 1`,
      [owner.organization.id],
    )
    expect(rows).toEqual([
      { resource_type: 'applicant', count: 3 },
      { resource_type: 'applicants', count: 1 },
    ])
  })
})

test('another organization’s people are not in it, even when their ids are sent', async () => {
  const ids = (await everybody(owner)).map(({ id }) => id)
  expect((await csv(stranger, '', named(ids))).rows).toEqual([])
  expect((await csv(stranger, '?tab=all')).rows).toEqual([])
  const refused = await stranger.fetch('/api/applicants/export.zip', named(ids))
  expect(refused.status).toBe(409)
})

test('everything that reads all of an organization has a limit, and another one is not kept waiting by it', async () => {
  const busy = await app.owner('Busy Shop')
  await fillUses(app.deps.db, exportUses(busy.organization.id))
  for (const path of [
    '/api/applicants/export.csv',
    '/api/applicants/export.zip',
    '/api/audit/export.csv',
    '/api/audit/check',
  ]) {
    const answer = await busy.fetch(path)
    expect([path, answer.status]).toEqual([path, 429])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([path, (await stranger.fetch(path)).status]).not.toEqual([path, 429])
  }
})
