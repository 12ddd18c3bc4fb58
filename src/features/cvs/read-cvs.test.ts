// Every CV of an applicant gets a text or a reason why not, whatever process ends in between.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CV_READER, type CvKind } from '#domain/cvs/cvs.ts'
import { insertCv } from '#data/cvs/cvs.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { bombPdf, pdfWith } from '#test/input/cv-files.ts'
import { insertApplication, insertShop, type Shop } from '#test/rows.ts'
import { queueOldTexts } from './queue-old-texts.ts'
import { JUST_NOW, makeTasksDue, workAsOne, workDue } from '#test/work.ts'

/** An applicant whose CV lies in the store and whose text nobody was told to take out. */
async function sendCv(app: TestApp, shop: Shop, content: Buffer, kind: CvKind = 'pdf') {
  const storageKey = `cvs/${randomUUID()}.${kind}`
  await (await app.deps.files.stage([content], null)).take(storageKey)
  const { id } = await insertApplication(app.deps.db.queries, shop, `${randomUUID()}@example.com`, {
    cvUrl: storageKey,
  })
  await insertCv(app.deps.db.queries, shop.organization.id, {
    storage_key: storageKey,
    original_name: 'cv.pdf',
    kind,
    byte_size: content.length,
    applicant_id: id,
  })
  return { id, file: path.join(app.dataDir, 'files', storageKey) }
}

/** Too much for the reader. */
const bomb = bombPdf(400_000_000)

/** As if its check had not read it on the way. */
async function readNow({ deps }: TestApp): Promise<void> {
  await makeTasksDue(deps, 'read-cv')
  await workDue(deps, 'read-cv')
}

test('a person who is deleted while the CV is read again stays deleted', async () => {
  const app = await createTestApp({ engine: 'postgres', work: 'none' })
  try {
    const { pool } = app.deps.db
    const shop = await insertShop(app.deps.db.queries)
    const { id } = await sendCv(app, shop, await pdfWith(['Forklift licence']))
    await pool.query(`update cv_texts set text = 'old'`)
    const deleting = await pool.connect()
    await deleting.query('begin')
    await deleting.query('delete from applicants where id = $1', [id])
    const reading = readNow(app)
    // The reader has the file, and its text waits for the row that is being deleted.
    await vi.waitFor(
      async () => {
        const { rowCount } = await pool.query(
          `select from pg_locks join pg_stat_activity using (pid)
           where datname = current_database() and not granted and query like 'update "cv_texts"%'`,
        )
        expect(rowCount).toBe(1)
      },
      { timeout: 20_000 },
    )
    await deleting.query('commit')
    deleting.release()
    await reading
    const left = `select (select count(*) from cv_texts)::int + (select count(*) from applicant_searches)::int as rows`
    expect((await pool.query(left)).rows).toEqual([{ rows: 0 }])
  } finally {
    await app.close()
  }
})

let app: TestApp
let shop: Shop
beforeAll(async () => {
  app = await createTestApp({ work: 'none' })
  shop = await insertShop(app.deps.db.queries)
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.pool.query('delete from applicants'))
const read = () => readNow(app)

const sent = (content: Buffer, kind: CvKind = 'pdf') => sendCv(app, shop, content, kind)

const textOf = async (id: string) => {
  const { rows } = await app.deps.db.pool.query<{
    reason: string | null
    text: string | null
  }>('select reason, text from cv_texts where applicant_id = $1', [id])
  return rows[0]
}

test('one bad file holds nobody up', async () => {
  const first = await sent(await pdfWith(['Forklift licence']))
  const bad = await sent(Buffer.from('%PDF-1.4\nbroken'))
  const last = await sent(await pdfWith(['Barista']))
  await read()
  expect(await textOf(first.id)).toMatchObject({ text: 'Forklift licence' })
  expect(await textOf(bad.id)).toMatchObject({ reason: 'damaged' })
  expect(await textOf(last.id)).toMatchObject({ text: 'Barista' })
})

test('a file that every reader died of is given up', async () => {
  const { id } = await sent(await pdfWith(['Forklift licence']))
  await app.deps.db.pool.query(`update background_tasks set attempts = 6 where kind = 'read-cv'`)
  await read()
  expect(await textOf(id)).toMatchObject({ reason: 'too-heavy' })
})

test('a file that is gone is said to be', async () => {
  const { id, file } = await sent(await pdfWith(['Forklift licence']))
  await rm(file)
  await read()
  expect(await textOf(id)).toMatchObject({ reason: 'gone' })
})

test('whoever checks a file reads it, and leaves to its task what needs more time', async () => {
  const taskOf = async (id: string) => {
    const { rows } = await app.deps.db.pool.query(
      `select attempts, due_at > now() as waits from background_tasks where kind = 'read-cv'
       and key = (select id::text from cv_files where applicant_id = $1)`,
      [id],
    )
    return rows[0] as unknown
  }
  const [short, bad, long] = [
    await sent(await pdfWith(['Forklift licence'])),
    await sent(Buffer.from('%PDF-1.4\nbroken')),
    await sent(bomb),
  ]
  await workDue(app.deps, 'check-cv')
  expect(await textOf(short.id)).toEqual({ text: 'Forklift licence', reason: null })
  expect(await textOf(bad.id)).toEqual({ text: null, reason: 'damaged' })
  expect(await textOf(long.id)).toEqual({ text: null, reason: null })
  expect(await taskOf(short.id)).toBeUndefined()
  expect(await taskOf(bad.id)).toBeUndefined()
  expect(await taskOf(long.id)).toEqual({ attempts: 0, waits: false })
  const { rows } = await app.deps.db.pool.query(
    'select count(*)::int from cv_files where checked_at is null',
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('an organization whose files were too much has them read by their tasks alone', async () => {
  await app.deps.db.pool.query(
    'insert into heavy_cvs (organization_id, heavy_tries, heavy_since) values ($1, 6, now())',
    [shop.organization.id],
  )
  const { id } = await sent(await pdfWith(['Forklift licence']))
  await workDue(app.deps, 'check-cv')
  expect(await textOf(id)).toEqual({ text: null, reason: null })
  await workDue(app.deps, 'read-cv')
  expect(await textOf(id)).toEqual({ text: 'Forklift licence', reason: null })
  await app.deps.db.pool.query('delete from heavy_cvs')
})

test('what an older reader has read is read again: text, what is missing, and words for the search', async () => {
  const { pool } = app.deps.db
  const known = await sent(await pdfWith(['B a r i s t a', 'Forklift licence']))
  const lost = await sent(await pdfWith(['Till']))
  const heavy = await sent(bomb)
  await pool.query(
    `update cv_texts set text = 'ecnecil tfilkroF', missing = '{pictures}', joined_words = 'old'`,
  )
  await pool.query('delete from background_tasks')
  await rm(lost.file)
  await queueOldTexts(app.deps)
  await read()
  const { rows } = await pool.query<Record<string, unknown>>(
    'select applicant_id, text, missing, joined_words, reason, reader from cv_texts',
  )
  const as = (id: string) => rows.find((row) => row['applicant_id'] === id)
  expect(as(known.id)).toMatchObject({
    text: 'B a r i s t a\n\nForklift licence',
    missing: [],
    joined_words: 'Barista',
    reader: CV_READER,
  })
  const old = { text: 'ecnecil tfilkroF', reason: null, reader: CV_READER }
  expect(as(lost.id)).toMatchObject(old)
  expect(as(heavy.id)).toMatchObject(old)
  const { rows: found } = await pool.query(
    `select applicant_id from applicant_searches where document @@ to_tsquery('applicant_words', 'barista')`,
  )
  expect(found).toEqual([{ applicant_id: known.id }])
  // New CVs have no less time because of it.
  expect((await pool.query('select from heavy_cvs')).rowCount).toBe(0)
  expect((await pool.query(`select from background_tasks where kind = 'read-cv'`)).rowCount).toBe(0)
})

test('the text goes with the applicant', async () => {
  const { id } = await sent(await pdfWith(['Forklift licence']))
  await read()
  await app.deps.db.pool.query('delete from applicants where id = $1', [id])
  expect(await textOf(id)).toBeUndefined()
})

test(
  'what took too much gets one more try, when the machine may be less busy',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const app = await createTestApp({ work: 'none' })
    const shop = await insertShop(app.deps.db.queries)
    try {
      const { pool } = app.deps.db
      await sendCv(app, shop, bomb)
      await readNow(app)
      const { rows: waiting } = await pool.query(
        `select attempts, rank, due_at > now() + interval '500 seconds' as waits from background_tasks where kind = 'read-cv'`,
      )
      expect(waiting).toEqual([{ attempts: 1, rank: 1, waits: true }])
      await readNow(app)
      const { rows } = await pool.query('select reason from cv_texts')
      expect(rows).toEqual([{ reason: 'too-heavy' }])
      const turns = await pool.query('select heavy_tries from heavy_cvs')
      expect(turns.rows).toEqual([{ heavy_tries: 2 }])
    } finally {
      await app.close()
    }
  },
)

// shows: V15.1.3, V15.2.2
test(
  'nine heavy files of one organization keep the CV of another waiting for one of them, and get no second try',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const app = await createTestApp({ work: 'none' })
    try {
      const { pool, queries } = app.deps.db
      // Before anything is due: the order in which the reader takes files up.
      await pool.query(`
      create table reads (place serial, applicant_id uuid);
      create function note_read() returns trigger language plpgsql as
        $$ begin insert into reads (applicant_id) select applicant_id from cv_files where id = new.key::uuid; return null; end $$;
      create trigger note_read after update of attempts on background_tasks
        for each row when (new.kind = 'read-cv' and new.attempts > old.attempts) execute function note_read()`)
      const [flooded, quiet] = [await insertShop(queries), await insertShop(queries, 'Quiet Shop')]
      const heavy = new Set<string>()
      for (let count = 0; count < 9; count++) {
        heavy.add((await sendCv(app, flooded, bomb)).id)
      }
      await pool.query(
        'insert into heavy_cvs (organization_id, heavy_tries, heavy_since) values ($1, 6, now())',
        [flooded.organization.id],
      )
      const ordinary = await sendCv(app, quiet, await pdfWith(['Forklift licence']))
      await pool.query(
        `update background_tasks set due_at = due_at - interval '1 minute' where kind = 'read-cv'`,
      )
      const leaving = new AbortController()
      const reading = workAsOne({ ...app.deps, closing: leaving.signal }, 'read-cv')
      const text = async () =>
        (await pool.query('select text from cv_texts where applicant_id = $1', [ordinary.id]))
          .rows[0]
      await expect.poll(text, { timeout: 30_000 }).toEqual({ text: 'Forklift licence' })
      const { rows } = await pool.query<{ applicant_id: string }>(
        'select applicant_id from reads order by place limit 2',
      )
      expect(heavy).toContain(rows[0]?.applicant_id)
      expect(rows[1]?.applicant_id).toBe(ordinary.id)
      const first = await pool.query('select reason from cv_texts where applicant_id = $1', [
        rows[0]?.applicant_id,
      ])
      expect(first.rows).toEqual([{ reason: 'too-heavy' }])
      leaving.abort()
      await reading
    } finally {
      await app.close()
    }
  },
)

test('a store that does not answer is asked again, later and not for ever', async () => {
  // Nothing listens there.
  const app = await createTestApp({
    work: 'none',
    env: { STORAGE_URL: 's3://key:secret@cvs?endpoint=http://127.0.0.1:9' },
  })
  try {
    const { db } = app.deps
    const shop = await insertShop(db.queries)
    const { id } = await insertApplication(db.queries, shop, 'maya@example.com')
    await insertCv(db.queries, shop.organization.id, {
      storage_key: 'cvs/1.pdf',
      original_name: 'cv.pdf',
      kind: 'pdf',
      byte_size: 1,
      applicant_id: id,
    })
    const row = async () =>
      (
        await db.pool.query(
          `select reason, attempts, due_at > now() + interval '20 seconds' as waits
           from cv_texts left join background_tasks on kind = 'read-cv' and key = cv_id::text`,
        )
      ).rows[0] as unknown
    await readNow(app)
    expect(await row()).toEqual({ reason: null, attempts: 1, waits: true })
    await db.pool.query(
      `update background_tasks set attempts = 5, due_at = ${JUST_NOW} where kind = 'read-cv'`,
    )
    await workDue(app.deps, 'read-cv')
    expect(await row()).toEqual({ reason: 'gone', attempts: null, waits: null })
  } finally {
    await app.close()
  }
})
