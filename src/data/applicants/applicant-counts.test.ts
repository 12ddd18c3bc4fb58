// The maintained counts: exact after any changes in any order, however often they are summed up meanwhile.
import { describe, expect, test } from 'vitest'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { cutoff } from '#test/cutoff.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertJobPost, insertShop, type Shop } from '#test/rows.ts'
import { countApplicants, updateApplicantCounts } from './applicant-counts.ts'
import { updateApplicantsContacted, updateApplicantStatuses } from './applicants.ts'
import {
  countFunnel,
  countSources,
  countWaiting,
  listWeeks,
  updateApplicantDays,
  updateApplicantWeeks,
} from '../overview/overview.ts'
import { deleteJob } from '../jobs/jobs.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  const other = await insertShop(db.queries, 'Other Shop')

  /** What is kept and differs from what is there, over all organizations. */
  async function disagreements(): Promise<unknown[]> {
    const { rows } = await db.pool.query(`
      with kept as (
        select organization_id, role_id, is_existing_customer, contacted, status, sum(difference)::int as n
        from applicant_counts group by 1, 2, 3, 4, 5 having sum(difference) <> 0
      ), counted as (
        select organization_id, role_id, is_existing_customer, contacted, status, count(*)::int as n
        from applicants
        where restricted_at is null and objected_at is null and withdrawn_at is null
        group by 1, 2, 3, 4, 5
      )
      (select 'kept', * from kept except select 'kept', * from counted)
      union all
      (select 'counted', * from counted except select 'counted', * from kept)`)
    const days = await db.pool.query(`
      with kept as (
        select organization_id, day, source, reached, is_rejected, sum(difference)::int as n
        from applicant_days group by 1, 2, 3, 4, 5 having sum(difference) <> 0
      ), counted as (
        select organization_id, day_of(created_at), source, reached, status = 'rejected', count(*)::int as n
        from applicants where restricted_at is null and objected_at is null
        group by 1, 2, 3, 4, 5
      )
      (select 'kept', * from kept except select 'kept', * from counted)
      union all
      (select 'counted', * from counted except select 'counted', * from kept)`)
    return [...rows, ...days.rows]
  }

  /** The funnel and the sources, as the applicants say it. */
  async function reportsOf(
    { organization: { id } }: Shop,
    since: Date | null,
    position: string | undefined,
  ) {
    const among = `applicants where organization_id = $1 and created_at >= $2 and ($3::uuid is null or role_id = $3)
      and restricted_at is null and objected_at is null`
    const values = [id, since ?? new Date(0), position ?? null]
    const funnel = await db.pool.query<Record<string, number>>(
      `select count(*)::int as applied, count(*) filter (where reached >= 1)::int as reviewing,
        count(*) filter (where reached >= 2)::int as interviewed, count(*) filter (where reached >= 3)::int as hired,
        count(*) filter (where status = 'rejected')::int as rejected from ${among}`,
      values,
    )
    const sources = await db.pool.query(
      `select source, count(*)::int as count from ${among} group by source order by count desc, source`,
      values,
    )
    return { funnel: funnel.rows[0] ?? {}, sources: sources.rows }
  }

  /** What an organization's weeks are as its applicants say it, in whole units of what is kept. */
  async function weeksOf({ organization: { id } }: Shop): Promise<unknown[]> {
    const { rows } = await db.pool.query(
      `select week_of(created_at)::text as starts_on, count(*)::int as applications,
        percentile_cont(0.5) within group (order by wait_of(created_at, first_reply_at)) as median_seconds
      from applicants where organization_id = $1 and restricted_at is null and objected_at is null
      group by grouping sets ((1), ())
      order by 1`,
      [id],
    )
    return rows
  }
  const keptWeeks = async ({ organization: { id } }: Shop) =>
    (await listWeeks(db.queries, id, '2000-01-03')).toSorted((a, b) =>
      (a.starts_on ?? 'last') < (b.starts_on ?? 'last') ? -1 : 1,
    )

  const within = (work: (organizationId: OrganizationId) => Promise<unknown>) =>
    work(shop.organization.id)

  test('stay exact while many arrive, are moved, marked and deleted at once, and are put together', async () => {
    const second = { ...shop, job: await insertJobPost(db.queries, shop.organization.id, {}) }
    const rows = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        insertApplication(db.queries, n % 3 === 0 ? second : shop, `counted-${n}@example.com`),
      ),
    )
    await insertApplication(db.queries, other, 'counted@example.com')
    const ids = rows.map(({ id }) => id)
    const fold = () =>
      Promise.all([
        updateApplicantCounts(db.queries),
        updateApplicantWeeks(db.queries, undefined),
        updateApplicantDays(db.queries),
      ])
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => {
        const some = ids.slice(n % 50, (n % 50) + 1 + (n % 7)).toSorted()
        if (n % 10 === 0) return fold()
        return within((organizationId) =>
          db.forOrganization(organizationId, async (tx) => {
            // In the order of ids, as the use cases do.
            await tx
              .selectFrom('applicants')
              .select('id')
              .where('id', 'in', some)
              .orderBy('id')
              .forUpdate()
              .execute()
            if (n % 3 === 0) await updateApplicantsContacted(tx, organizationId, some, n % 2 === 0)
            else if (n % 17 === 0)
              await tx.deleteFrom('applicants').where('id', '=', some[0]!).execute()
            else {
              const to = applicantStatuses[n % applicantStatuses.length]!
              await updateApplicantStatuses(tx, organizationId, some, to)
            }
          }),
        )
      }),
    )
    expect(await disagreements()).toEqual([])
    // Of several weeks, and with waits from none to days.
    await db.pool.query(
      `update applicants set created_at = now() - n * interval '7 hours', source = (array[null, 'poster', 'newsletter'])[1 + n % 3], first_reply_at = case when n % 4 > 0 then now() - n * interval '331 minutes' end,
         status = case when n % 4 > 0 then status else 'applied' end, contacted = contacted and n % 4 > 0
       from (select id, row_number() over (order by id) as n from applicants where organization_id = $1) as numbered
       where numbered.id = applicants.id`,
      [shop.organization.id],
    )
    const weeks = await weeksOf(shop)
    expect(weeks.length).toBeGreaterThan(2)
    expect(await keptWeeks(shop)).toEqual(weeks)
    await Promise.all([fold(), fold()])
    expect(await disagreements()).toEqual([])
    expect(await keptWeeks(shop)).toEqual(weeks)

    // From the middle of a day on, from its beginning, and all.
    const middle = new Date(Date.now() - 200 * 3_600_000)
    const beginning = new Date(`${middle.toISOString().slice(0, 10)}T00:00:00Z`)
    for (const since of [middle, beginning, null]) {
      for (const position of [undefined, second.job.id]) {
        const { funnel, sources } = await reportsOf(shop, since, position)
        expect(funnel['applied']).toBeGreaterThan(0)
        const report = { since, position }
        const shown = await countFunnel(db.queries, shop.organization.id, report)
        expect(shown).toEqual(funnel)
        expect(await countSources(db.queries, shop.organization.id, report)).toEqual(sources)
      }
    }

    for (const before of [middle, new Date()]) {
      const waiting = await db.pool.query(
        `select from applicants where organization_id = $1 and created_at < $2 and status = 'applied' and not contacted`,
        [shop.organization.id, before],
      )
      expect(waiting.rowCount).toBeGreaterThan(0)
      const shown = await countWaiting(db.queries, shop.organization.id, before)
      expect(shown).toBe(waiting.rowCount)
    }

    const { all } = await countApplicants(db.queries, shop.organization.id, {})
    const split = await Promise.all(
      (['contacted', 'not-contacted'] as const).flatMap((contact) =>
        [shop.job.id, second.job.id].map((position) =>
          countApplicants(db.queries, shop.organization.id, { contact, position }),
        ),
      ),
    )
    expect(split.reduce((sum, counts) => sum + counts.all, 0)).toBe(all)
    expect(all).toBeGreaterThan(40)
  })

  test('do not know of an act that was taken back', async () => {
    const failing = db.forOrganization(shop.organization.id, async (tx) => {
      await insertApplication(tx, shop, 'nobody@example.com')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(await disagreements()).toEqual([])
  })

  test('are few rows once they are put together', async () => {
    const before = await countApplicants(db.queries, shop.organization.id, {})
    const { rows: many } = await db.pool.query<{ id: string }>(
      'select id from applicants where organization_id = $1 limit 1',
      [shop.organization.id],
    )
    for (let n = 0; n < 20; n++) {
      const ids = many.map(({ id }) => id)
      await updateApplicantsContacted(db.queries, shop.organization.id, ids, n % 2 === 0)
    }
    const size = async () =>
      (await db.pool.query('select from applicant_counts')).rowCount ?? Number.NaN
    const grown = await size()
    await updateApplicantCounts(db.queries)
    expect(await size()).toBeLessThan(grown)
    expect(await countApplicants(db.queries, shop.organization.id, {})).toEqual(before)
    // Weeks that nobody is shown any more are forgotten.
    await updateApplicantWeeks(db.queries, cutoff(Date.UTC(2999, 0, 1)))
    expect(await keptWeeks(shop)).toEqual([])
  })

  test('stay when a job goes, and go with the organization', async () => {
    await db.forOrganization(other.organization.id, (tx) =>
      deleteJob(tx, other.organization.id, other.job.id),
    )
    expect(await countApplicants(db.queries, other.organization.id, {})).toMatchObject({ all: 1 })
    await db.pool.query('delete from organizations where id = $1', [other.organization.id])
    expect(await disagreements()).toEqual([])
    const left = await db.pool.query('select from applicant_counts where organization_id = $1', [
      other.organization.id,
    ])
    expect(left.rowCount).toBe(0)
  })
})
