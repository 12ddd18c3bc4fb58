// Full-text search: hits, their order, and the place of the match, on both engines.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SearchHit } from '#domain/applicants/applicants.ts'
import type { ApplicationInput } from '#domain/applicants/application-input.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { oddStrings } from '#test/input/odd-strings.ts'
import { formValues, insertApplication, insertShop, type Shop } from '#test/rows.ts'
import { listHits, updateOldSearches } from './applicant-search.ts'
import { countApplicants } from './applicant-counts.ts'
import { listApplicants } from './applicant-list.ts'
import { insertCv, replaceCvOfApplicant } from '../cvs/cvs.ts'
import { updateCvTextDone } from '../cvs/cv-texts.ts'

const rules = readFileSync(new URL('../../../test/input/search-rules.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Rule '))
  .map((line) => {
    const [rule = '', written = '', found = '', others = ''] = line.slice(2, -2).split(' | ')
    return {
      rule,
      written: written.replaceAll('↵', '\n'),
      found: found.split(' · '),
      others: others.split(' · '),
    }
  })

// shows: 7-105
describe.each(engines)('search on %s', async (engine) => {
  let shop: Shop
  let shops = 0
  const db = await openDatabase(engine)
  /** Many searches, which one engine does as the other: each takes three times as long in WebAssembly. */
  const onServer = engine === 'embedded' ? 'slow' : []
  beforeEach(async () => {
    shop = await insertShop(db.queries, `Shop ${++shops}`)
  })

  let people = 0
  async function applicant(
    values: Partial<ApplicationInput> & { email?: string; cv?: string; title?: string } = {},
    of = shop,
  ): Promise<string> {
    const { email = `p${++people}@example.com`, cv, title, ...form } = values
    const { id } = await insertApplication(db.queries, of, email, {
      form: { ...formValues, firstName: 'Ana', lastName: 'Lind', ...form },
      job: title ? { ...of.job, title } : of.job,
    })
    if (cv === undefined) return id
    await insertCv(db.queries, of.organization.id, {
      storage_key: `cvs/${id}.pdf`,
      original_name: 'cv.pdf',
      kind: 'pdf',
      byte_size: 1,
      applicant_id: id,
    })
    const { rows } = await db.pool.query<{ cv_id: string }>(
      'select cv_id from cv_texts where applicant_id = $1',
      [id],
    )
    await updateCvTextDone(db.queries, rows[0]?.cv_id ?? '', { text: cv, isCut: false })
    return id
  }

  const page = (q: string, more: { cursor?: string; size?: number } = {}, of = shop) =>
    db.forOrganization(of.organization.id, (tx) =>
      listApplicants(
        tx,
        of.organization.id,
        { tab: 'all', q },
        { sort: 'match', cursor: more.cursor, size: more.size ?? 50 },
      ),
    )
  const search = async (q: string, of = shop) => (await page(q, {}, of)).rows.map(({ id }) => id)
  const hitOf = async (id: string, q: string): Promise<SearchHit | undefined> => {
    const { id: organizationId } = shop.organization
    const hits = await db.forOrganization(organizationId, (tx) =>
      listHits(tx, organizationId, [id], q),
    )
    return hits[id]
  }
  const shown = (hit: SearchHit | undefined) =>
    hit?.parts.map(({ text, is_found: isFound }) => (isFound ? `[${text}]` : text)).join('')

  test.each<[string, Parameters<typeof applicant>[0], string[]]>([
    [
      'a name',
      { firstName: 'Zoë', lastName: 'Müller' },
      ['Zoë', 'zoe', 'MULLER', 'mül', 'zoe müll'],
    ],
    ['a part of a name', { lastName: 'Okafor' }, ['afo', 'kafor']],
    [
      'an address',
      { email: 'jo.smith+jobs@mail.example.org' },
      ['jo.smith', 'smith', 'mail.example', 'smith+jobs@mail'],
    ],
    [
      'an answer',
      { coverLetter: 'I drive a “forklift” – daily.' },
      ['forklift', 'fork', 'daily fork'],
    ],
    ['more answers', { additionalInfo: 'e-bike mechanic' }, ['e-bike', 'bike', 'mech']],
    ['a title', { title: 'Warehouse Lead' }, ['warehouse']],
    [
      'a link',
      { websiteUrl: 'https://okafor-bikes.example/work' },
      ['okafor-bikes.example', 'bikes'],
    ],
    ['a CV', { cv: 'Barista at Quay Toys' }, ['barista', 'quay toys', '"quay toys"']],
    [
      'several places at once',
      { firstName: 'Maya', coverLetter: 'night shifts', cv: 'forklift' },
      ['maya forklift', 'forklift night maya'],
    ],
    [
      'a name written in one',
      { firstName: '太郎', lastName: '山田' },
      ['山田太郎', '太郎山田', '山田 太郎', '山田'],
    ],
    ['one of two letters', { firstName: '伟', lastName: '王' }, ['王伟', '王 伟']],
    ['one in Hangul', { firstName: '민준', lastName: '김' }, ['김민준', '민준']],
    ['one in kana', { firstName: 'ゆき', lastName: 'たなか' }, ['たなかゆき']],
    [
      'words that a page takes apart',
      { cv: 'R E F E R E E\nand refur-\nbishment, fast-growing' },
      ['referee', 'refurbishment', 'fastgrowing', 'fast-growing', 'growing'],
    ],
    ['other alphabets', { firstName: 'иван', cv: '自転車 整備' }, ['иван', '自転車']],
  ])('finds %s', async (_what, values, texts) => {
    const other = await applicant({ email: 'nobody@nowhere.example' })
    const id = await applicant(values)
    for (const text of texts) expect(await search(text), text).toEqual([id])
    expect(await search('nobody')).toEqual([other])
  })

  // The rules, each with examples.
  test.each(rules)('$rule', async ({ written, found, others }) => {
    const id = await applicant({ cv: written })
    const missed = await Promise.all(found.map((text) => search(text)))
    expect(found.filter((_, index) => missed[index]?.[0] !== id)).toEqual([])
    // And each says where.
    const hits = await Promise.all(found.map((text) => hitOf(id, text)))
    const isMarked = hits.map((hit) => hit?.parts.some((part) => part.is_found))
    expect(found.filter((_, index) => !isMarked[index])).toEqual([])
    const met = await Promise.all(others.map((text) => search(text)))
    expect(others.filter((_, index) => met[index]?.length !== 0)).toEqual([])
  })

  test('an address as it is shown, whichever way it is typed', async () => {
    const maya = await applicant({ email: 'maya@xn--mnchen-laden-dlb.de' })
    for (const typed of ['maya@münchen-laden.de', 'Maya＠MÜNCHEN-laden.de', 'maya@xn--mnchen']) {
      expect([typed, await search(typed)]).toEqual([typed, [maya]])
    }
  })

  test('all words, a phrase, either of two, and without a word', async () => {
    const both = await applicant({ coverLetter: 'forklift licence and till' })
    const one = await applicant({ coverLetter: 'licence for a forklift' })
    expect(await search('forklift licence')).toHaveLength(2)
    expect(await search('"forklift licence"')).toEqual([both])
    expect(await search('licence -till')).toEqual([one])
    expect(await search('till or unicorn')).toEqual([both])
    expect(await search('forklift unicorn')).toEqual([])
  })

  test('follows notes and corrections, and forgets with the applicant', async () => {
    const id = await applicant()
    const add = (body: string) =>
      db.pool.query(
        'insert into applicant_notes (organization_id, applicant_id, body) values ($1, $2, $3)',
        [shop.organization.id, id, body],
      )
    await add('Very punctual')
    expect(await search('punctual')).toEqual([id])
    await db.pool.query(`update applicant_notes set body = 'Rather late'`)
    expect([await search('punctual'), await search('late')]).toEqual([[], [id]])
    await db.pool.query('delete from applicant_notes')
    expect(await search('late')).toEqual([])
    await db.pool.query(`update applicants set last_name = 'Newname' where id = $1`, [id])
    expect(await search('newname')).toEqual([id])
    await db.pool.query('delete from applicants where id = $1', [id])
    const { rows } = await db.pool.query('select from applicant_searches where applicant_id = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })

  test('forgets a CV that was replaced at once, also where the new file has no text', async () => {
    const { id: organizationId } = shop.organization
    const id = await applicant({ cv: 'I was treated for asthma.', coverLetter: 'I like tea.' })
    expect(await search('asthma')).toEqual([id])
    await db.forOrganization(organizationId, (tx) =>
      replaceCvOfApplicant(tx, organizationId, id, {
        storage_key: `cvs/${id}-newer.pdf`,
        key_sealed: null,
        original_name: 'newer.pdf',
        kind: 'pdf',
        byte_size: 1,
      }),
    )
    expect([await search('asthma'), await search('tea')]).toEqual([[], [id]])
  })

  test('who is called so comes first, then answers, then CVs; the newest of equals first', async () => {
    const cv = await applicant({ cv: 'I worked for Mr Baker.' })
    const answer = await applicant({ coverLetter: 'I was a baker.' })
    const older = await applicant({ lastName: 'Baker' })
    const newer = await applicant({ lastName: 'Baker' })
    await db.pool.query(
      `update applicants set created_at = now() + interval '1 minute' where id = $1`,
      [newer],
    )
    expect(await search('baker')).toEqual([newer, older, answer, cv])
  })

  test('pages by key, without a gap or a double, also among equals', async () => {
    const all = new Set<string>()
    for (let index = 0; index < 23; index++) {
      all.add(await applicant({ coverLetter: index % 3 ? 'forklift' : 'forklift forklift' }))
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const found = await page('forklift', { size: 5, ...(cursor && { cursor }) })
      seen.push(...found.rows.map(({ id }) => id))
      cursor = found.next_cursor
    } while (cursor)
    expect(seen).toHaveLength(23)
    expect(new Set(seen)).toEqual(all)
    expect(seen).toEqual(await search('forklift'))
  })

  test('the counts of the tabs follow', async () => {
    const { id: organizationId } = shop.organization
    const id = await applicant({ coverLetter: 'forklift' })
    await applicant({ coverLetter: 'forklift' })
    await applicant()
    await db.pool.query(`update applicants set status = 'reviewing' where id = $1`, [id])
    const counts = await db.forOrganization(organizationId, (tx) =>
      countApplicants(tx, organizationId, { q: 'forklift' }),
    )
    expect(counts).toMatchObject({ applied: 1, reviewing: 1, hired: 0, all: 2 })
  })

  test('says where, with the words marked, and never as markup', async () => {
    const cv = await applicant({
      cv: `${'word '.repeat(300)}drives a <b>Forklift</b> & lifts${' word'.repeat(300)}`,
    })
    expect(await hitOf(cv, 'forklift')).toMatchObject({ source: 'cv' })
    expect(shown(await hitOf(cv, 'fork lifts'))).toMatch(/\[Forklift\].*\[lifts\]/)
    expect(shown(await hitOf(cv, 'forklift'))!.length).toBeLessThan(200)

    const answer = await applicant({ coverLetter: 'A forklift', cv: 'forklift forklift' })
    expect(shown(await hitOf(answer, 'forklift'))).toBe('A [forklift]')
    expect((await hitOf(answer, 'forklift'))?.source).toBe('cover_letter')
    // The name says it itself.
    expect(await hitOf(answer, 'lind')).toBeUndefined()
    // A word with an accent is looked for in the whole text.
    const far = 'word '.repeat(300)
    const accented = await applicant({ cv: `${far}ran a Café ${far}` })
    expect(shown(await hitOf(accented, 'cafe'))).toContain('ran a [Café] word')
  })

  test('shows and finds nothing of another organization', async () => {
    const other = await insertShop(db.queries, `Other ${shops}`)
    const foreign = await applicant({ coverLetter: 'forklift', cv: 'barista' }, other)
    expect(await search('forklift')).toEqual([])
    expect(await search('barista or ana')).toEqual([])
    expect(await hitOf(foreign, 'forklift')).toBeUndefined()
    expect(await search('forklift', other)).toEqual([foreign])
    // Outside of an organization's transaction there is nobody to find.
    const { rows } = await db.pool.query(`select find_hits('forklift', 10, false)`)
    expect(rows).toEqual([])
  })

  test(
    'a file of very many different words does not break the document',
    { tags: onServer },
    async () => {
      let text = ''
      for (let at = 0; text.length < 190_000; at++) {
        text += `${String.fromCodePoint(0x4e00 + (at % 20_000), 0x4e00 + ((at * 7) % 19_997), 0x4e00 + (at % 17))}\n`
      }
      const id = await applicant({ firstName: 'Maya', cv: `forklift ${text}` })
      expect(await search('maya forklift')).toEqual([id])
    },
  )

  test('what older rules made is made anew, and found before as far as it was', async () => {
    const id = await applicant({ firstName: 'Søren', cv: '在庫管理' })
    const other = await applicant({ firstName: 'Maya' })
    await db.pool.query(
      `update applicant_searches set rules = 0, person = 'søren', document = '''søren'':1A'
       where applicant_id = $1`,
      [id],
    )
    expect([await search('管理'), await search('maya')]).toEqual([[], [other]])
    expect(await updateOldSearches(db.queries, 1000)).toBe(1)
    expect([await search('管理'), await search('soeren')]).toEqual([[id], [id]])
    expect(await updateOldSearches(db.queries, 1000)).toBe(0)
  })

  test('a run of dashes is none, and a sign that folds to an operator is a sign', async () => {
    const id = await applicant({ coverLetter: 'night shift', lastName: 'Oʻzbek' })
    expect(await search('shift -- night')).toEqual([id])
    expect(await search(`${'-'.repeat(150)}night`)).toEqual([id])
    expect(await search('oʻzb')).toEqual([id])
    expect(await search('night -shift')).toEqual([])
  })

  // shows: V1.2.4
  test('whatever is typed, nothing breaks', { tags: onServer }, async () => {
    await applicant({ coverLetter: 'forklift' })
    const { id: organizationId } = shop.organization
    const signs = fc.constantFrom(
      ...`'"\\-!&|()<>:*% _@./ab\u00ad\uE000é“ `.split(''),
      'or',
      '<->',
      ':*',
      '\0',
    )
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(signs, { maxLength: 30 }).map((parts) => parts.join('')),
    )
    const look = async (text: string) => {
      const q = text.toWellFormed()
      if (q === '') return
      const { rows } = await page(q)
      const ids = rows.map(({ id }) => id)
      await db.forOrganization(organizationId, (tx) => listHits(tx, organizationId, ids, q))
    }
    for (const text of oddStrings) await look(text.slice(0, 200))
    await fc.assert(fc.asyncProperty(typed, look), { numRuns: 60 })
  })
})
