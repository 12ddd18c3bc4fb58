// Verifications of addresses in the database: which are valid, for how long, and which grants a new one ends.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cutoff } from '#test/cutoff.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertShop, type Shop } from '#test/rows.ts'
import {
  deleteExpiredVerifications,
  deleteOlderGrants,
  deleteUnsentVerification,
  findProof,
  findVerificationByToken,
  insertGrant,
  insertVerification,
  listVerificationsOf,
  updateVerified,
} from './verification.ts'

const hour = 3_600_000

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  const other = await insertShop(db.queries, 'Other Shop')

  type Request = { email?: string; of?: Shop; endsIn?: number; minutesAgo?: number }

  async function ask({
    email = 'maya@example.com',
    of = shop,
    endsIn = hour,
    minutesAgo,
  }: Request = {}) {
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

  // shows: 4-3, 7-40
  test('a token is a proof once it is verified, and so is what it was exchanged for', async () => {
    const { id, token } = await ask()
    const given = await grant(id)
    expect(await findVerificationByToken(db.queries, token, new Date())).toMatchObject({
      id,
      verified: false,
    })
    expect(await findProof(db.queries, token, new Date())).toBeUndefined()
    expect(await findProof(db.queries, given, new Date())).toBeUndefined()

    await updateVerified(db.queries, id)
    for (const proof of [token, given]) {
      expect(await findProof(db.queries, proof, new Date())).toMatchObject({
        id,
        verified: true,
        email: 'maya@example.com',
        organization_id: shop.organization.id,
        job_post_id: shop.job.id,
        job_title: shop.job.title,
      })
    }
    expect(await findProof(db.queries, randomBytes(32), new Date())).toBeUndefined()
    expect(await findProof(db.queries, Buffer.alloc(0), new Date())).toBeUndefined()
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

  // shows: 7-40
  test('nothing finds what has expired, and it can be removed with its grants', async () => {
    const live = await ask()
    const { id, token } = await ask({ endsIn: -1 })
    await updateVerified(db.queries, id)
    const given = await grant(id)
    for (const found of [
      findVerificationByToken(db.queries, token, new Date()),
      findProof(db.queries, token, new Date()),
      findProof(db.queries, given, new Date()),
    ]) {
      expect(await found).toBeUndefined()
    }
    expect(await deleteExpiredVerifications(db.queries, cutoff(Date.now()))).toBe(1)
    expect(await deleteExpiredVerifications(db.queries, cutoff(Date.now()))).toBe(0)
    const grants = await db.queries.selectFrom('application_grants').selectAll().execute()
    expect(grants.filter((row) => row.verification_id === id)).toEqual([])
    expect(await findVerificationByToken(db.queries, live.token, new Date())).toBeDefined()
  })

  test('a new proof ends the grants of older ones of the same address and job, and no other', async () => {
    const requests: Record<string, Request> = {
      older: { minutesAgo: 20 },
      same: { minutesAgo: 10 },
      newer: { minutesAgo: 5 },
      'other address': { minutesAgo: 20, email: 'bo@example.com' },
      'other job': { minutesAgo: 20, of: other },
    }
    const grants = new Map<string, Buffer>()
    const ids = new Map<string, string>()
    for (const [name, request] of Object.entries(requests)) {
      const { id } = await ask({ email: 'twice@example.com', ...request })
      await updateVerified(db.queries, id)
      ids.set(name, id)
      grants.set(name, await grant(id, request.of))
    }
    const all = await listVerificationsOf(db.queries, 'twice@example.com', shop.job.id, new Date())
    await deleteOlderGrants(
      db.queries,
      all.find(({ id }) => id === ids.get('same'))!,
    )
    const live: string[] = []
    for (const [name, token] of grants) {
      if (await findProof(db.queries, token, new Date())) live.push(name)
    }
    expect(live).toEqual(['same', 'newer', 'other address', 'other job'])
  })

  test('the codes of an address for a job are all that have not expired, the newest first', async () => {
    const email = 'codes@example.com'
    const older = await ask({ email, minutesAgo: 20 })
    const newer = await ask({ email, minutesAgo: 5 })
    for (const request of [{ endsIn: -1 }, { of: other }, { email: 'others@example.com' }]) {
      await ask({ email, ...request })
    }
    const found = await listVerificationsOf(db.queries, email, shop.job.id, new Date())
    expect(found.map(({ id }) => id)).toEqual([newer.id, older.id])
  })

  test('one whose mail was given up goes, unless its proof came all the same', async () => {
    const [unsent, used] = [await ask(), await ask()]
    await updateVerified(db.queries, used.id)
    for (const { id } of [unsent, used]) await deleteUnsentVerification(db.queries, id)
    expect(await findVerificationByToken(db.queries, unsent.token, new Date())).toBeUndefined()
    expect(await findVerificationByToken(db.queries, used.token, new Date())).toBeDefined()
  })
})
