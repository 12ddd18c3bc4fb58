// Proofs of addresses in the database: what counts as one, for how long, and which grants a new one ends.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertShop, type Shop } from '#test/rows.ts'
import type { Database } from './database.ts'
import {
  deleteExpiredVerifications,
  deleteOlderGrants,
  findProof,
  findVerification,
  findVerificationByToken,
  insertGrant,
  insertVerification,
  updateCodeTries,
  updateVerified,
} from './verification.ts'

const hour = 3_600_000

describe.each(engines)('on %s', (engine) => {
  let db: Database
  let shop: Shop
  let other: Shop
  beforeAll(async () => {
    db = await openTestDatabase(engine)
    shop = await insertShop(db.queries)
    other = await insertShop(db.queries, 'Other Shop')
  })
  afterAll(() => db.close())

  type Wish = { email?: string; of?: Shop; endsIn?: number; minutesAgo?: number }

  async function ask({
    email = 'maya@example.com',
    of = shop,
    endsIn = hour,
    minutesAgo,
  }: Wish = {}) {
    const token = randomBytes(32)
    const { id } = await insertVerification(db.queries, {
      organization_id: of.organization.id,
      job_post_id: of.job.id,
      email,
      token_hash: token,
      code_hash: randomBytes(32),
      consent_version: '1',
      expires_at: new Date(Date.now() + endsIn),
    })
    if (minutesAgo !== undefined) {
      await db.queries
        .updateTable('email_verifications')
        .set({ created_at: new Date(Date.now() - minutesAgo * 60_000) })
        .where('id', '=', id)
        .execute()
    }
    return { id, token }
  }

  async function grant(verificationId: string, of = shop): Promise<Buffer> {
    const token = randomBytes(32)
    await insertGrant(db.queries, {
      token_hash: token,
      verification_id: verificationId,
      organization_id: of.organization.id,
    })
    return token
  }

  test('a token is a proof once it is verified, and so is what it was exchanged for', async () => {
    const { id, token } = await ask()
    const given = await grant(id)
    expect(await findVerificationByToken(db.queries, token)).toMatchObject({ id, verified: false })
    expect(await findProof(db.queries, token)).toBeUndefined()
    expect(await findProof(db.queries, given)).toBeUndefined()

    await updateVerified(db.queries, id)
    for (const proof of [token, given]) {
      expect(await findProof(db.queries, proof)).toMatchObject({
        id,
        verified: true,
        email: 'maya@example.com',
        organization_id: shop.organization.id,
        job_post_id: shop.job.id,
        job_title: shop.job.title,
      })
    }
    expect(await findProof(db.queries, randomBytes(32))).toBeUndefined()
    expect(await findProof(db.queries, Buffer.alloc(0))).toBeUndefined()
  })

  test('the moment of the first verification is kept', async () => {
    const { id } = await ask()
    const verifiedAt = async () =>
      (
        await db.queries
          .selectFrom('email_verifications')
          .select('verified_at')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.verified_at
    await updateVerified(db.queries, id)
    const first = await verifiedAt()
    await updateVerified(db.queries, id)
    expect(await verifiedAt()).toBe(first)
  })

  test('nothing finds what has expired, and it can be removed with its grants', async () => {
    const live = await ask()
    const { id, token } = await ask({ endsIn: -1 })
    await updateVerified(db.queries, id)
    const given = await grant(id)
    for (const found of [
      findVerification(db.queries, id),
      findVerificationByToken(db.queries, token),
      findProof(db.queries, token),
      findProof(db.queries, given),
    ]) {
      expect(await found).toBeUndefined()
    }
    expect(await deleteExpiredVerifications(db.queries, new Date())).toBe(1)
    expect(await deleteExpiredVerifications(db.queries, new Date())).toBe(0)
    const grants = await db.queries.selectFrom('application_grants').selectAll().execute()
    expect(grants.filter((row) => row.verification_id === id)).toEqual([])
    expect(await findVerification(db.queries, live.id)).toBeDefined()
  })

  test('a new proof ends the grants of older ones of the same address and job, and no other', async () => {
    const wishes: Record<string, Wish> = {
      older: { minutesAgo: 20 },
      same: { minutesAgo: 10 },
      newer: { minutesAgo: 5 },
      'other address': { minutesAgo: 20, email: 'bo@example.com' },
      'other job': { minutesAgo: 20, of: other },
    }
    const grants = new Map<string, Buffer>()
    const ids = new Map<string, string>()
    for (const [name, wish] of Object.entries(wishes)) {
      const { id } = await ask({ email: 'twice@example.com', ...wish })
      await updateVerified(db.queries, id)
      ids.set(name, id)
      grants.set(name, await grant(id, wish.of))
    }
    const same = await findVerification(db.queries, ids.get('same')!)
    await deleteOlderGrants(db.queries, same!)
    const live: string[] = []
    for (const [name, token] of grants) {
      if (await findProof(db.queries, token)) live.push(name)
    }
    expect(live).toEqual(['same', 'newer', 'other address', 'other job'])
  })

  test('every try at a code counts, however many come at once', async () => {
    const { id } = await ask()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => updateCodeTries(db.queries, id)),
    )
    expect(tries.toSorted((one, next) => one - next)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await updateCodeTries(db.queries, unknown)).toBe(Infinity)
  })
})
