// Applicants in the database: one for each job and address, pages by key, and races.
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import {
  applicantSorts,
  canMove,
  type ApplicantFilter,
  type ApplicantSort,
} from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import {
  formValues,
  insertApplication,
  insertPerson,
  insertJobPost,
  insertShop,
  type Shop,
} from '#test/rows.ts'
import { APPLICANT_DUPLICATE } from './insert-application.ts'
import { countApplicants } from './applicant-counts.ts'
import {
  findApplicant,
  listApplicantsForUpdate,
  updateApplicantsContacted,
  updateApplicantStatuses,
} from './applicants.ts'
import { listApplicantIds, listApplicants } from './applicant-list.ts'
import { isDuplicate } from '../database.ts'
import { deleteJob } from '../jobs/jobs.ts'
import {
  insertStatusChange,
  insertStatusChanges,
  listLastStatusChanges,
  listStatusChanges,
} from './status-changes.ts'

const everything: ApplicantFilter = { tab: 'all' }

describe.each(engines)('on %s', async (engine) => {
  let shop: Shop
  let other: Shop
  const db = await openDatabase(engine)
  beforeAll(async () => {
    shop = await insertShop(db.queries)
    other = await insertShop(db.queries, 'Other Shop')
  })

  // shows: 7-47
  test('an address applies once for a job, however it is written, and however often at once', async () => {
    const addresses = ['maya@example.com', 'MAYA@example.com', 'Maya@Example.COM']
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        insertApplication(db.queries, shop, addresses[index % 3]!),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(isDuplicate(result.reason, APPLICANT_DUPLICATE)).toBe(true)
      }
    }
    await insertApplication(db.queries, other, 'maya@example.com')
  })

  describe('the list', () => {
    let paging: Shop
    beforeAll(async () => {
      paging = await insertShop(db.queries, 'Paging Shop')
      // Three of each minute, so that the time alone does not order them.
      await db.pool.query(
        `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name,
           last_name, status, contacted, is_existing_customer, created_at)
         select $1, 'p' || n || '@example.com', $2, $2, 'Job', 'P' || n, 'Q_x%',
           (array['applied', 'applied', 'reviewing', 'hired'])[1 + n % 4], n % 2 = 0, n % 5 = 0,
           timestamptz '2026-11-01' - make_interval(mins => n / 3)
         from generate_series(1, 100) n`,
        [paging.organization.id, paging.job.id],
      )
    })

    const list = (
      filter: ApplicantFilter,
      cursor: string | undefined,
      size: number,
      sort: ApplicantSort = '-applied',
    ) => listApplicants(db.queries, paging.organization.id, filter, { sort, cursor, size })

    test('shows every row once in pages by key, whatever arrives meanwhile', async () => {
      const { rows: whole } = await list(everything, undefined, 1000)
      expect(whole).toHaveLength(100)
      const newestFirst = whole.toSorted(
        (one, next) =>
          next.created_at.localeCompare(one.created_at) || next.id.localeCompare(one.id),
      )
      expect(whole).toEqual(newestFirst)

      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; ; page++) {
        const { rows, next_cursor } = await list(everything, cursor, 7)
        seen.push(...rows.map(({ id }) => id))
        if (!next_cursor) break
        cursor = next_cursor
        if (page === 3) await insertApplication(db.queries, paging, 'late@example.com')
      }
      expect(seen).toEqual(whole.map(({ id }) => id))
      await db.queries.deleteFrom('applicants').where('email', '=', 'late@example.com').execute()
    })

    // 'match' needs a text: applicant-search.test.ts pages through it.
    // shows: 2-92
    test.each(applicantSorts.filter((sort) => sort !== 'match'))(
      'pages by key in the order %s',
      async (sort) => {
        for (const tab of ['all', 'applied'] as const) {
          const { rows: whole } = await list({ tab }, undefined, 1000, sort)
          const seen: string[] = []
          let cursor: string | null | undefined
          do {
            const page = await list({ tab }, cursor ?? undefined, 9, sort)
            seen.push(...page.rows.map(({ id }) => id))
            cursor = page.next_cursor
          } while (cursor)
          expect(seen).toEqual(whole.map(({ id }) => id))
          expect(new Set(seen).size).toBe(tab === 'all' ? 100 : 50)
        }
      },
    )

    test('puts names in the order one looks them up in, and statuses in the order of the work', async () => {
      const shop = await insertShop(db.queries, 'Sorting Shop')
      const names = [
        'Zoë Adams',
        'ángel Ruiz',
        'Ángel Ruiz',
        'Björk G',
        'Bjork F',
        'Eve O',
        'Émile N',
      ]
      const statuses = [
        'hired',
        'rejected',
        'applied',
        'interviewed',
        'reviewing',
        'applied',
      ] as const
      for (const [index, name] of names.entries()) {
        const [firstName = '', lastName = ''] = name.split(' ')
        await insertApplication(db.queries, shop, `n${index}@example.com`, {
          form: { ...formValues, firstName, lastName },
          createdAt: new Date(Date.UTC(2026, 0, index + 1)),
          status: statuses[index] ?? 'hired',
        })
      }
      const sorted = async (sort: ApplicantSort) => {
        const page = { sort, cursor: undefined, size: 50 }
        return (await listApplicants(db.queries, shop.organization.id, everything, page)).rows
      }
      const byName = (await sorted('name')).map((row) => `${row.first_name} ${row.last_name}`)
      expect(byName.map((name) => name.toLowerCase())).toEqual([
        'ángel ruiz',
        'ángel ruiz',
        'bjork f',
        'björk g',
        'émile n',
        'eve o',
        'zoë adams',
      ])
      expect((await sorted('-name')).map((row) => `${row.first_name} ${row.last_name}`)).toEqual(
        byName.toReversed(),
      )
      expect((await sorted('status')).map(({ status }) => status)).toEqual([
        'applied',
        'applied',
        'reviewing',
        'interviewed',
        'hired',
        'hired',
        'rejected',
      ])
    })

    test.each([
      ['of another order', '-applied', ['-name', 'a', '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01']],
      ['with other things than texts', '-applied', ['-applied', 1, 2]],
      ['with too much', 'name', ['name', 'a', '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01', 'b']],
      ['with a moment that is none', '-applied', ['-applied', '9'.repeat(30), '0'.repeat(36)]],
      ['with a NUL', 'name', ['name', 'a\0', '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01']],
      ['that is no list', 'name', { 0: 'name' }],
    ] as const)('begins at the beginning with a cursor %s', async (_, sort, values) => {
      const cursor = Buffer.from(JSON.stringify(values)).toString('base64url')
      const first = await list(everything, undefined, 5, sort)
      expect(await list(everything, cursor, 5, sort)).toEqual(first)
    })

    test('finds the ids of a filter in steps, and nobody who came later', async () => {
      const { id } = paging.organization
      const filter: ApplicantFilter = { tab: 'applied', contact: 'contacted' }
      const until = '2026-10-31T23:45:00Z'
      const find = (selection: ApplicantSelection, limit: number, after?: string) =>
        listApplicantIds(db.queries, id, selection, { after, limit })
      const whole = await find({ filter, until }, 1000)
      const first = await find({ filter, until }, 10)
      const rest = await find({ filter, until }, 1000, first.at(-1)?.id)
      expect([...first, ...rest]).toEqual(whole)
      const everybody = await find({ filter }, 1000)
      expect(everybody.length).toBeGreaterThan(whole.length)
    })

    // shows: 2-90
    test.each<[what: string, filter: Partial<ApplicantFilter>, count: number]>([
      ['a tab', { tab: 'hired' }, 25],
      ['customers', { customer: 'customer' }, 20],
      ['new ones', { customer: 'new', tab: 'reviewing' }, 20],
      ['contacted', { contact: 'contacted' }, 50],
      ['not contacted', { contact: 'not-contacted', tab: 'hired' }, 25],
      ['part of a name', { q: 'p99 q' }, 1],
      ['part of an address', { q: 'P42@EXAMPLE' }, 1],
      ['signs that mean something to the database', { q: 'q_x%' }, 100],
      ['signs that nobody has', { q: '%%' }, 0],
      ['one sign for any', { q: 'p_2' }, 0],
      ['a backslash', { q: '\\' }, 0],
    ])('narrows to %s', async (_, filter, count) => {
      const { id } = paging.organization
      // Where there is a text, the database looks in the organization of the transaction only.
      const [{ rows }, counts] = await db.forOrganization(id, async (tx) => [
        await listApplicants(
          tx,
          id,
          { ...everything, ...filter },
          { sort: 'applied', cursor: undefined, size: 1000 },
        ),
        await countApplicants(tx, id, filter),
      ])
      expect(rows).toHaveLength(count)
      expect(counts[filter.tab ?? 'all']).toBe(count)
    })

    // shows: 2-90
    test('counts by status, within the filters and the organization', async () => {
      const count = (organizationId: OrganizationId, filter: Omit<ApplicantFilter, 'tab'> = {}) =>
        countApplicants(db.queries, organizationId, filter)
      expect(await count(paging.organization.id)).toEqual({
        all: 100,
        applied: 50,
        reviewing: 25,
        interviewed: 0,
        hired: 25,
        rejected: 0,
      })
      expect(await count(paging.organization.id, { position: other.job.id })).toMatchObject({
        all: 0,
      })
      expect(await count(other.organization.id)).toMatchObject({ all: 1, applied: 1 })
    })
  })

  test('of many moves at once one is made, and none in another organization', async () => {
    const { id } = await insertApplication(db.queries, shop, 'racing@example.com')
    const move = (organizationId: OrganizationId) =>
      db.forOrganization(organizationId, async (tx) => {
        const [found] = await listApplicantsForUpdate(tx, organizationId, [id])
        if (!found || !canMove(found.status, 'reviewing')) return undefined
        return updateApplicantStatuses(tx, organizationId, [id], 'reviewing')
      })
    expect(await move(other.organization.id)).toBeUndefined()
    const moves = await Promise.all(Array.from({ length: 20 }, () => move(shop.organization.id)))
    expect(moves.filter(Boolean)).toHaveLength(1)
    expect(moves.find(Boolean)?.[0]?.status).toBe('reviewing')

    // The condition stands in the statement itself too, not only in the row policy.
    const foreign = other.organization.id
    expect(await findApplicant(db.queries, foreign, id)).toBeUndefined()
    await db.transaction(async (tx) => {
      expect(await updateApplicantsContacted(tx, foreign, [id], true)).toEqual([])
      expect(await listApplicantsForUpdate(tx, foreign, [id])).toEqual([])
      expect(await updateApplicantStatuses(tx, foreign, [id], 'hired')).toEqual([])
    })
    expect(await findApplicant(db.queries, shop.organization.id, id)).toMatchObject({
      status: 'reviewing',
      contacted: false,
    })
  })

  test('the last change is told apart from others of the same moment', async () => {
    const { organization } = shop
    const { id } = await insertApplication(db.queries, shop, 'last@example.com')
    const change = { applicantId: id, changedBy: null, changedAt: new Date('2026-01-01') }
    const path = ['applied', 'reviewing', 'interviewed', 'hired', 'rejected', 'applied'] as const
    let made: string | undefined
    for (const [index, to] of path.entries()) {
      const from = path[index - 1] ?? null
      const changes = await insertStatusChanges(db.queries, organization.id, [
        { ...change, from, to },
      ])
      made = changes.get(id)
      expect(await listLastStatusChanges(db.queries, organization.id, [id])).toEqual([
        { id: made, applicant_id: id },
      ])
    }
    const history = await listStatusChanges(db.queries, organization.id, id)
    expect(history.map(({ to_status }) => to_status)).toEqual(path.toReversed())
    expect(await listLastStatusChanges(db.queries, other.organization.id, [id])).toEqual([])
  })

  // shows: 7-50
  test('the history is told newest first, with names, and ends with the applicant', async () => {
    const { organization } = shop
    const { id } = await insertApplication(db.queries, shop, 'history@example.com')
    const person = await insertPerson(db.queries, 'ana@staff.example', organization.id)
    const change = { applicantId: id, changedBy: null, from: null, to: 'applied' } as const
    await insertStatusChange(db.queries, organization.id, {
      ...change,
      changedAt: new Date('2026-01-01'),
    })
    await insertStatusChange(db.queries, organization.id, {
      ...change,
      from: 'applied',
      to: 'rejected',
      changedBy: person,
    })
    const history = () => listStatusChanges(db.queries, organization.id, id)
    expect(await history()).toMatchObject([
      { to_status: 'rejected', changed_by_name: 'Ana Silva' },
      { to_status: 'applied', changed_by_name: null, changed_at: '2026-01-01T00:00:00.000Z' },
    ])
    expect(await listStatusChanges(db.queries, other.organization.id, id)).toEqual([])
    await db.queries.deleteFrom('applicants').where('id', '=', id).execute()
    expect(await history()).toEqual([])
  })

  test('a deleted job leaves its applicants, with the title they applied for', async () => {
    const { organization } = shop
    const job = await insertJobPost(db.queries, organization.id)
    const { id } = await insertApplication(db.queries, { organization, job }, 'kept@example.com')
    expect(await deleteJob(db.queries, organization.id, job.id)).toBe(true)
    expect(await findApplicant(db.queries, organization.id, id)).toMatchObject({
      job_post_id: null,
      role_id: job.id,
      role_title: job.title,
    })
  })
})
