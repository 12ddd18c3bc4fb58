// CV files in the database: each is claimed once, under the proof it was sent with.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { formValues, insertShop, type Shop } from '#test/rows.ts'
import { insertApplication } from './applicants.ts'
import {
  CV_PLACE_TAKEN,
  deleteUnclaimedCvs,
  findCvByKey,
  findCvOfApplicant,
  findUnclaimedCv,
  insertUnclaimedCv,
  listOwnedKeys,
} from './cvs.ts'
import { isDuplicate, type Database } from './database.ts'
import { insertVerification } from './verification.ts'

describe.each(engines)('on %s', (engine) => {
  let db: Database
  let shop: Shop
  let other: Shop
  let verificationId: string
  beforeAll(async () => {
    db = await openTestDatabase(engine)
    shop = await insertShop(db.queries)
    other = await insertShop(db.queries, 'Other Shop')
    verificationId = await verification()
  })
  afterAll(() => db.close())

  async function verification(): Promise<string> {
    const { id } = await insertVerification(db.queries, {
      organization_id: shop.organization.id,
      job_post_id: shop.job.id,
      email: 'maya@example.com',
      token_hash: randomBytes(32),
      code_hash: randomBytes(32),
      consent_version: '1',
      expires_at: new Date(Date.now() + 60_000),
    })
    return id
  }

  const file = (storage_key = `cvs/${randomUUID()}.pdf`) =>
    ({ storage_key, original_name: 'CV.pdf', kind: 'pdf', byte_size: 1234 }) as const

  async function upload(proof = verificationId) {
    const values = file()
    const row = await insertUnclaimedCv(db.queries, shop.organization.id, proof, values)
    return { id: row!.id, storage_key: values.storage_key }
  }

  const apply = (email: string, cvId: string, proof = verificationId) =>
    db.transaction((tx) =>
      insertApplication(tx, shop.organization.id, {
        email,
        jobId: shop.job.id,
        verificationId: proof,
        cvId,
        form: formValues,
        isExistingCustomer: false,
        now: new Date(),
      }),
    )

  test('a file waits under its own proof only', async () => {
    const { id, storage_key } = await upload()
    const find = (organizationId: string, proof: string) =>
      findUnclaimedCv(db.queries, organizationId, proof, id)
    expect(await find(shop.organization.id, verificationId)).toEqual({
      id,
      name: 'CV.pdf',
      size: 1234,
      storage_key,
    })
    expect(await find(other.organization.id, verificationId)).toBeUndefined()
    expect(await find(shop.organization.id, await verification())).toBeUndefined()
  })

  test('a proof has three places, also for files that come at once', async () => {
    const proof = await verification()
    const arrive = () =>
      insertUnclaimedCv(db.queries, shop.organization.id, proof, file()).catch((error: unknown) => {
        expect(isDuplicate(error, CV_PLACE_TAKEN)).toBe(true)
        return 'place taken' as const
      })
    const first = await Promise.all(Array.from({ length: 8 }, arrive))
    const taken = first.filter((row) => row !== undefined && row !== 'place taken').length
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(3)
    for (let place = taken; place < 3; place++) expect(await arrive()).toBeTypeOf('object')
    expect(await arrive()).toBeUndefined()
  })

  test('of many applications at once one claims it', async () => {
    const proof = await verification()
    const { id, storage_key } = await upload(proof)
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => apply(`claims-${index}@example.com`, id, proof)),
    )
    const winners = results.filter(({ applicant }) => applicant)
    expect(winners).toHaveLength(1)
    const winner = winners[0]!.applicant!
    expect(winner.has_cv).toBe(true)
    expect(await findCvOfApplicant(db.queries, shop.organization.id, winner.id)).toMatchObject({
      storage_key,
    })
    expect(await findCvOfApplicant(db.queries, other.organization.id, winner.id)).toBeUndefined()
    expect(await findUnclaimedCv(db.queries, shop.organization.id, proof, id)).toBeUndefined()
    const losers = results.filter(({ applicant }) => !applicant)
    expect(losers).toEqual(
      Array.from({ length: 9 }, () => ({ applicant: undefined, refused: 'file gone' })),
    )
  })

  test('only unclaimed files are forgotten, and only after their time', async () => {
    const proof = await verification()
    const [waiting, claimed] = [await upload(proof), await upload(proof)]
    const { applicant } = await apply('owner@example.com', claimed.id, proof)
    const person = { id: applicant!.id }
    const keys = [waiting.storage_key, claimed.storage_key, 'cvs/nobody.pdf']

    expect(await deleteUnclaimedCvs(db.queries, new Date(Date.now() - 60_000))).toEqual([])
    expect(await listOwnedKeys(db.queries, keys)).toEqual(new Set(keys.slice(0, 2)))
    const forgotten = await deleteUnclaimedCvs(db.queries, new Date(Date.now() + 60_000))
    expect(forgotten).toContain(waiting.storage_key)
    expect(forgotten).not.toContain(claimed.storage_key)
    expect(await listOwnedKeys(db.queries, keys)).toEqual(new Set([claimed.storage_key]))
    expect(await listOwnedKeys(db.queries, [])).toEqual(new Set())
    expect(await findCvByKey(db.queries, waiting.storage_key)).toBeUndefined()

    // The proof may end before its applicant does; the file then lives by the applicant.
    await db.queries.deleteFrom('email_verifications').execute()
    expect(await findCvByKey(db.queries, claimed.storage_key)).toMatchObject({ kind: 'pdf' })
    await db.queries.deleteFrom('applicants').where('id', '=', person.id).execute()
    expect(await findCvByKey(db.queries, claimed.storage_key)).toBeUndefined()
  })
})
