// CV files in the database: each is claimed once, under the proof it was sent with.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop, type Shop } from '#test/rows.ts'
import {
  countCvsOfVerification,
  deleteUnclaimedCvs,
  findCvByKey,
  findCvOfApplicant,
  findUnclaimedCv,
  insertCv,
  listOwnedKeys,
  updateCvOwner,
} from './cvs.ts'
import type { Database } from './database.ts'
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

  async function upload() {
    const storage_key = `cvs/${randomUUID()}.pdf`
    const { id } = await insertCv(db.queries, shop.organization.id, {
      storage_key,
      original_name: 'CV.pdf',
      kind: 'pdf',
      byte_size: 1234,
      verification_id: verificationId,
    })
    return { id, storage_key }
  }

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
    expect(await countCvsOfVerification(db.queries, shop.organization.id, verificationId)).toBe(1)
  })

  test('of many applications at once one claims it', async () => {
    const { id, storage_key } = await upload()
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        insertApplication(db.queries, shop, `claims-${index}@example.com`),
      ),
    )
    const claims = await Promise.all(
      people.map((person) => updateCvOwner(db.queries, shop.organization.id, id, person.id)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    const winner = people[claims.indexOf(true)]!
    expect(await findCvOfApplicant(db.queries, shop.organization.id, winner.id)).toMatchObject({
      storage_key,
    })
    expect(await findCvOfApplicant(db.queries, other.organization.id, winner.id)).toBeUndefined()
    expect(
      await findUnclaimedCv(db.queries, shop.organization.id, verificationId, id),
    ).toBeUndefined()
  })

  test('only unclaimed files are forgotten, and only after their time', async () => {
    const [waiting, claimed] = [await upload(), await upload()]
    const person = await insertApplication(db.queries, shop, 'owner@example.com')
    await updateCvOwner(db.queries, shop.organization.id, claimed.id, person.id)
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
