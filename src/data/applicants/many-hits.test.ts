// Searches with more hits than are ranked: none is missing and none appears twice, with every filter and order.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  applicantStatuses,
  SEARCH_REACH,
  type ApplicantFilter,
  type ApplicantSort,
} from '#domain/applicants/applicants.ts'
import { enginesAbove, openDatabase } from '#test/databases/engines.ts'
import { formValues, insertApplication, insertShop } from '#test/rows.ts'
import { countApplicants, countHits } from './applicant-counts.ts'
import { listApplicantIds, listApplicants } from './applicant-list.ts'

/** More than a search that looks at the newest reads (4 times the reach), so that both ways to the hits are gone. */
const MANY = 4200
const FORKLIFT = SEARCH_REACH + 60

describe.each(enginesAbove)('on %s', async (engine) => {
  type Person = { id: string; status: string; name: string; letter: string; nr: number }
  let people: Person[]
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  beforeAll(async () => {
    const other = await insertShop(db.queries, 'Other Shop')
    // Seven apply at the same moment. Everybody writes 'bicycle'; the oldest quarter 'forklift', and some are called so; a tenth 'night', and eleven are called so.
    const fill = `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, cover_letter, status, created_at)
      select $1, 'p' || n || '@example.com', $2, $2, 'Helper', 'P' || lpad((n * 7919 % 100000)::text, 5, '0'),
        case when n % 40 = 0 then 'Forklift' when n % 400 = 7 then 'Nightson' else 'Lind' end,
        'I ride a bicycle' || case when n % 10 = 7 then ' at night' else '' end || case when n > $3::int then ' and drive a forklift' else '' end,
        (array['applied', 'reviewing', 'interviewed', 'hired', 'rejected'])[1 + n % 5],
        now() - n / 7 * interval '1 minute'
      from generate_series(1, $4::int) as n`
    await db.pool.query(fill, [shop.organization.id, shop.job.id, MANY - FORKLIFT, MANY])
    await db.pool.query(fill, [other.organization.id, other.job.id, 0, 30])
    const { rows } = await db.pool.query<Person>(
      `select id, status, sort_name as name, last_name || ' ' || cover_letter as letter, row_number() over (order by created_at desc, id desc)::int as nr
       from applicants where organization_id = $1 order by created_at desc, id desc`,
      [shop.organization.id],
    )
    people = rows
  })

  async function read(filter: ApplicantFilter, sort: ApplicantSort): Promise<string[]> {
    const { id } = shop.organization
    const seen: string[] = []
    let next: string | null | undefined
    do {
      const cursor = next ?? undefined
      const page = await db.readForOrganization(id, (tx) =>
        listApplicants(tx, id, filter, { sort, cursor, size: 500 }),
      )
      seen.push(...page.rows.map((row) => row.id))
      next = page.next_cursor
    } while (next)
    return seen
  }
  const isCalled = ({ letter }: Person) => letter.startsWith('Forklift')
  const drives = ({ letter }: Person) => /forklift/i.test(letter)
  const ids = (found: readonly Person[]) => found.map(({ id }) => id)

  // shows: 7-106
  test('names come first, then the newest, page by page', async () => {
    const expected = [
      ...people.filter(isCalled),
      ...people.filter((person) => drives(person) && !isCalled(person)),
    ]
    expect(expected.length).toBeGreaterThan(SEARCH_REACH)
    expect(await read({ tab: 'all', q: 'forklift' }, 'match')).toEqual(ids(expected))
    const hired = expected.filter(({ status }) => status === 'hired')
    expect(await read({ tab: 'hired', q: 'forklift' }, 'match')).toEqual(ids(hired))
  })

  // shows: 7-106
  test('of hundreds too: names first, then the newest', async () => {
    const works = people.filter(({ letter }) => /night/i.test(letter))
    const isNamed = ({ letter }: Person) => letter.startsWith('Nightson')
    const expected = [...works.filter(isNamed), ...works.filter((one) => !isNamed(one))]
    expect(works.length).toBeGreaterThan(400)
    expect(works.length).toBeLessThan(SEARCH_REACH)
    expect(await read({ tab: 'all', q: 'night' }, 'match')).toEqual(ids(expected))
    const hired = expected.filter(({ status }) => status === 'hired')
    expect(await read({ tab: 'hired', q: 'night' }, 'match')).toEqual(ids(hired))
  })

  test.each<[q: string, fits: (person: Person) => boolean]>([
    ['bicycle', () => true],
    ['bi', () => true],
    ['bicycle -forklift', (person) => !drives(person)],
    ['-forklift', (person) => !drives(person)],
    ['-"drive a forklift"', ({ letter }) => !letter.includes('drive')],
    ['"a bicycle" -lind -nightson', isCalled],
    ['-bicycle', () => false],
  ])('%s finds everybody who fits, and no one else', async (q, fits) => {
    const expected = people.filter(fits)
    expect(await read({ tab: 'all', q }, '-applied')).toEqual(ids(expected))
    expect(await read({ tab: 'all', q }, 'applied')).toEqual(ids(expected).toReversed())
    const hired = expected.filter(({ status }) => status === 'hired')
    expect(await read({ tab: 'hired', q }, '-applied')).toEqual(ids(hired))
    expect(await read({ tab: 'hired', q }, 'applied')).toEqual(ids(hired).toReversed())
    const byName = expected.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(await read({ tab: 'all', q }, 'name')).toEqual(ids(byName))
    expect(new Set(await read({ tab: 'all', q }, 'match'))).toEqual(new Set(ids(expected)))
  })

  // shows: 7-106
  test('counts say at least so many, and exactly where an act needs it', async () => {
    const { id } = shop.organization
    const [some, all] = await db.readForOrganization(id, (tx) =>
      Promise.all([countHits(tx, id, { q: 'bicycle' }), countApplicants(tx, id, { q: 'bicycle' })]),
    )
    expect(some).toMatchObject({ all: SEARCH_REACH, at_least: true })
    for (const status of applicantStatuses) expect(some[status]).toBeLessThanOrEqual(all[status])
    expect(all).toMatchObject({ all: MANY, applied: MANY / 5 })
    const few = await db.readForOrganization(id, (tx) =>
      countHits(tx, id, { q: '"a bicycle" -lind -nightson' }),
    )
    expect(few).toMatchObject({ all: people.filter(isCalled).length })
    expect(few).not.toHaveProperty('at_least')
  })

  test('an act on all of them meets each once', async () => {
    const { id } = shop.organization
    const selection = { filter: { tab: 'all', q: 'forklift' } } as const
    const met: string[] = []
    let after: string | undefined
    do {
      const start = after
      const batch = await db.forOrganization(id, (tx) =>
        listApplicantIds(tx, id, selection, { after: start, limit: 500 }),
      )
      met.push(...batch.map((row) => row.id))
      after = batch.length === 500 ? batch.at(-1)?.id : undefined
    } while (after)
    expect(met.toSorted()).toEqual(ids(people.filter(drives)).toSorted())
  })

  // shows: 7-106
  test('a change is seen at once', async () => {
    const [first, second, third, fourth, ...rest] = people.filter(drives)
    const change = (set: string, person: Person | undefined) =>
      db.pool.query(`update applicants set ${set} where id = $1`, [person?.id])
    await change('withdrawn_at = now()', first)
    await change('restricted_at = now()', second)
    await change(`last_name = 'Lind', cover_letter = 'I walk'`, third)
    await change(`created_at = now() - interval '10 years'`, fourth)
    const { id: added } = await insertApplication(db.queries, shop, 'new@example.com', {
      form: { ...formValues, coverLetter: 'I drive a forklift' },
    })
    const expected = [added, ...ids(rest), fourth?.id]
    expect(await read({ tab: 'all', q: 'forklift' }, '-applied')).toEqual(expected)
    expect(await read({ tab: 'all', q: 'forklift' }, 'applied')).toEqual(expected.toReversed())
    const { rows } = await db.pool.query(
      `select from applicant_searches join applicants on id = applicant_id where applicants.created_at <> applicant_searches.created_at`,
    )
    expect(rows).toEqual([])
  })
})
