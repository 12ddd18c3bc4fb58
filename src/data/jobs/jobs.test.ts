// Job posts in the database: what the staff's list and the public list show, and an open job during a submit.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { engines, openDatabase } from '#test/databases/engines.ts'
import {
  formValues,
  insertApplication as insertPerson,
  insertJobPost,
  insertProof,
  insertShop,
  jobValues,
} from '#test/rows.ts'
import { insertApplication } from '../applicants/insert-application.ts'
import {
  deleteJob,
  findActiveJob,
  findJob,
  insertJob,
  listActiveJobs,
  listJobs,
  updateJob,
} from './jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  const other = await insertShop(db.queries, 'Other Shop')

  // shows: 7-43
  test('the staff see all of their jobs, newest first, with the number of applicants', async () => {
    const { organization } = shop
    const closed = await insertJobPost(db.queries, organization.id, {
      title: 'Closed',
      is_active: false,
      created_at: new Date('2025-01-01'),
    })
    await insertPerson(db.queries, shop, 'one@example.com')
    await insertPerson(db.queries, shop, 'two@example.com')
    await insertPerson(db.queries, other, 'one@example.com')
    expect((await listJobs(db.queries, organization.id)).rows).toEqual([
      { ...shop.job, applicants_count: 2 },
      { ...closed, applicants_count: 0 },
    ])
    expect(closed.created_at).toBe('2025-01-01T00:00:00.000Z')
  })

  // shows: 7-42
  test('visitors see open jobs only, of one shop or of all', async () => {
    const ids = async (organizationId: OrganizationId | null) =>
      (await listActiveJobs(db.queries, organizationId)).map(({ id }) => id)
    expect(await ids(shop.organization.id)).toEqual([shop.job.id])
    expect((await ids(null)).toSorted()).toEqual([shop.job.id, other.job.id].toSorted())
    expect(await findActiveJob(db.queries, shop.job.id)).toMatchObject({
      title: shop.job.title,
      organization_name: 'Tiny Tea Shop',
    })
    const [, closed] = (await listJobs(db.queries, shop.organization.id)).rows
    expect(await findActiveJob(db.queries, closed!.id)).toBeUndefined()
  })

  test('an open job cannot be closed while an application is under way', async () => {
    const order: string[] = []
    let closing: Promise<unknown> = Promise.resolve()
    const verificationId = await insertProof(db.queries, shop)
    await db.forOrganization(shop.organization.id, async (tx) => {
      const { applicant } = await insertApplication(tx, shop.organization.id, {
        email: 'under-way@example.com',
        jobId: shop.job.id,
        verificationId,
        cvId: null,
        form: formValues,
        isExistingCustomer: false,
        now: new Date(),
      })
      expect(applicant).toBeDefined()
      closing = updateJob(db.queries, shop.organization.id, shop.job.id, { is_active: false }).then(
        () => order.push('closed'),
      )
      await wait(50)
      order.push('submitted')
    })
    await closing
    expect(order).toEqual(['submitted', 'closed'])
    await updateJob(db.queries, shop.organization.id, shop.job.id, { is_active: true })
  })

  // shows: 7-41
  test('only its own organization finds, changes or deletes a job', async () => {
    const foreign = other.organization.id
    const before = await findJob(db.queries, shop.organization.id, shop.job.id)
    expect(await findJob(db.queries, foreign, shop.job.id)).toBeUndefined()
    expect(await updateJob(db.queries, foreign, shop.job.id, { title: 'Theirs' })).toBeUndefined()
    expect(await deleteJob(db.queries, foreign, shop.job.id)).toBe(false)
    expect(before).toBeDefined()
    expect(await findJob(db.queries, shop.organization.id, shop.job.id)).toEqual(before)
  })

  test('a job has a word in its address: of its first title, its own in the shop, and kept', async () => {
    const { id: shopId } = (await insertShop(db.queries, 'Slug Shop')).organization
    const make = (title: string, of = shopId) =>
      db.transaction((tx) => insertJob(tx, of, null, { ...jobValues, title }))
    const slugs = async (titles: string[]) => {
      const made: string[] = []
      for (const title of titles) made.push((await make(title)).slug)
      return made
    }
    const titles = ["Driver's Mate (m/w/d) – Łódź", 'ПРОДАВЕЦ 2', '店長', '  ✂️ 🍵 ', '--']
    expect(await slugs(titles)).toEqual([
      'drivers-mate-m-w-d-lodz',
      'продавец-2',
      '店長',
      'job',
      'job-2',
    ])
    expect((await make('a'.repeat(59) + ' ' + 'b'.repeat(60))).slug).toBe('a'.repeat(59))
    // At once, as two tabs would: each gets its own.
    const same = await Promise.all(Array.from({ length: 8 }, () => make('Barista')))
    const words = same.map(({ slug }) => slug)
    expect(new Set(words).size).toBe(8)
    expect(words).toEqual(expect.arrayContaining(['barista', 'barista-2', 'barista-5']))
    for (const word of words) expect(word).toMatch(/^barista(-[2-5]|-[\da-f]{6})?$/)
    expect((await make('Barista', other.organization.id)).slug).toBe('barista')
    const renamed = await updateJob(db.queries, shopId, same[0]!.id, { title: 'Head Barista' })
    expect(renamed?.slug).toBe(same[0]!.slug)
  })
})
