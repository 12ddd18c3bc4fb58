// CV files in the database: each is claimed once, under the verification it was uploaded with.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cutoff } from '#test/cutoff.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import {
  formValues,
  insertApplication as insertRow,
  insertProof,
  insertShop,
  type Shop,
} from '#test/rows.ts'
import { insertApplication } from '../applicants/insert-application.ts'
import { findCvSpace, updateCvSpace } from './cv-space.ts'
import {
  CV_PLACE_TAKEN,
  deleteUnclaimedCvs,
  findCvByKey,
  findCvOfApplicant,
  deleteUnclaimedCv,
  findUnclaimedCv,
  insertCv,
  insertUnclaimedCv,
  listOwnedKeys,
} from './cvs.ts'
import { isDuplicate, type Tx } from '../database.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

describe.each(engines)('on %s', async (engine) => {
  let other: Shop
  let verificationId: string
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  beforeAll(async () => {
    other = await insertShop(db.queries, 'Other Shop')
    verificationId = await verification()
  })

  const verification = () => insertProof(db.queries, shop)

  const file = (storage_key = `cvs/${randomUUID()}.pdf`) =>
    ({
      storage_key,
      key_sealed: null,
      original_name: 'CV.pdf',
      kind: 'pdf',
      byte_size: 1234,
    }) as const

  async function upload(proof = verificationId) {
    const values = file()
    const row = await db.transaction((tx) =>
      insertUnclaimedCv(tx, shop.organization.id, proof, values),
    )
    if (typeof row === 'string') throw new Error(row)
    return { id: row.cv.id, storage_key: values.storage_key, replaced: row.replaced }
  }

  const insert = (tx: Tx, email: string, cvId: string, proof = verificationId) =>
    insertApplication(tx, shop.organization.id, {
      email,
      jobId: shop.job.id,
      verificationId: proof,
      cvId,
      form: formValues,
      isExistingCustomer: false,
      now: new Date(),
    })
  const apply = (email: string, cvId: string, proof = verificationId) =>
    db.forOrganization(shop.organization.id, (tx) => insert(tx, email, cvId, proof))

  test('an application whose transaction has not begun takes no job, and leaves nothing', async () => {
    const proof = await verification()
    const { id } = await upload(proof)
    const alone = db.inOneStatement((tx) => insert(tx, 'not-begun@example.com', id, proof))
    expect(await alone).toEqual({ applicant: undefined, refused: 'job closed' })
    expect((await apply('not-begun@example.com', id, proof)).applicant).toBeDefined()
  })

  test('a file waits under its own proof only', async () => {
    const { id, storage_key } = await upload()
    const deleteCv = (organizationId: OrganizationId, proof: string) =>
      deleteUnclaimedCv(db.queries, organizationId, proof, id)
    const find = (organizationId: OrganizationId, proof: string) =>
      findUnclaimedCv(db.queries, organizationId, proof)
    expect(await find(shop.organization.id, verificationId)).toEqual({
      id,
      name: 'CV.pdf',
      size: 1234,
    })
    for (const act of [find, deleteCv]) {
      expect(await act(other.organization.id, verificationId)).toBeUndefined()
      expect(await act(shop.organization.id, await verification())).toBeUndefined()
    }
    expect(await deleteCv(shop.organization.id, verificationId)).toBe(storage_key)
    expect(await find(shop.organization.id, verificationId)).toBeUndefined()
  })

  test('a proof has one place: a newer file takes it, also of files that come at once', async () => {
    const proof = await verification()
    const arrive = () =>
      upload(proof).catch((error: unknown) => {
        expect(isDuplicate(error, CV_PLACE_TAKEN)).toBe(true)
        return undefined
      })
    const came = (await Promise.all(Array.from({ length: 8 }, arrive))).filter(Boolean)
    expect(came.length).toBeGreaterThan(0)
    const last = await upload(proof)
    const replaced = new Set([...came, last].map((row) => row!.replaced))
    const waiting = await db.queries
      .selectFrom('cv_files')
      .select('storage_key')
      .where('verification_id', '=', proof)
      .execute()
    expect(waiting).toEqual([{ storage_key: last.storage_key }])
    // Each of the others was given back once, to be removed.
    expect(replaced).toEqual(new Set([null, ...came.map((row) => row!.storage_key)]))
  })

  test('a proof whose file is an applicant’s takes no other', async () => {
    const proof = await verification()
    const { id } = await upload(proof)
    await apply('has-sent@example.com', id, proof)
    const other = db.transaction((tx) => insertUnclaimedCv(tx, shop.organization.id, proof, file()))
    expect(await other).toBe('claimed')
  })

  test('of many uploads of one sender at once only so many may wait', async () => {
    const { organization } = shop
    const sender = { hash: Buffer.alloc(32, 7), mostBytes: 80_000_000 }
    const send = (proof: string, from = sender) =>
      db.inOneStatement((tx) =>
        insertUnclaimedCv(tx, organization.id, proof, { ...file(), byte_size: 10_000_000 }, from),
      )
    const proofs: string[] = []
    for (let count = 0; count < 12; count++) proofs.push(await verification())
    const sent = await Promise.all(proofs.map((proof) => send(proof)))
    expect(sent.filter((row) => row === 'no room')).toHaveLength(4)
    // Another one in place of one's own needs no more room, and another sender has room.
    const taken = proofs[sent.findIndex((row) => row !== 'no room')] ?? ''
    expect(await send(taken)).toMatchObject({ replaced: expect.stringContaining('cvs/') })
    const refused = proofs[sent.indexOf('no room')] ?? ''
    expect(await send(refused)).toBe('no room')
    expect(await send(refused, { ...sender, hash: Buffer.alloc(32, 8) })).toMatchObject({
      replaced: null,
    })
    await db.queries.deleteFrom('cv_files').where('sent_from', 'is not', null).execute()
  })

  test('bytes are counted as files come and go, for each organization and for all', async () => {
    const mine = await insertShop(db.queries, 'Counted Shop')
    const space = () => findCvSpace(db.queries, mine.organization.id)
    const before = await space()
    expect(before.organization).toBe(0)
    const add = async (byte_size: number) => {
      const applicant = await insertRow(db.queries, mine, `${randomUUID()}@example.com`)
      await insertCv(db.queries, mine.organization.id, {
        ...file(),
        byte_size,
        applicant_id: applicant.id,
      })
      return applicant.id
    }
    const ids = []
    for (let size = 1; size <= 12; size++) ids.push(await add(size * 100_000))
    await updateCvSpace(db.queries)
    const after = { organization: 7_800_000, all: before.all + 7_800_000 }
    expect(await space()).toEqual(after)
    const rows = db.queries.selectFrom('cv_space').select('difference')
    expect(await rows.where('organization_id', '=', mine.organization.id).execute()).toHaveLength(1)
    await db.queries.deleteFrom('applicants').where('id', 'in', ids.slice(4)).execute()
    expect(await space()).toEqual({ organization: 1_000_000, all: before.all + 1_000_000 })
    await db.queries.deleteFrom('organizations').where('id', '=', mine.organization.id).execute()
    expect(await space()).toEqual(before)
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
    expect(await findUnclaimedCv(db.queries, shop.organization.id, proof)).toBeUndefined()
    const losers = results.filter(({ applicant }) => !applicant)
    expect(losers).toEqual(
      Array.from({ length: 9 }, () => ({ applicant: undefined, refused: 'file gone' })),
    )
  })

  test('only unclaimed files are forgotten, and only after their time', async () => {
    const proof = await verification()
    const [waiting, claimed] = [await upload(await verification()), await upload(proof)]
    const { applicant } = await apply('owner@example.com', claimed.id, proof)
    const person = { id: applicant!.id }
    const keys = [waiting.storage_key, claimed.storage_key, 'cvs/nobody.pdf']

    expect(await deleteUnclaimedCvs(db.queries, cutoff(Date.now() - 60_000))).toEqual([])
    expect(await listOwnedKeys(db.queries, keys)).toEqual(new Set(keys.slice(0, 2)))
    const forgotten = await deleteUnclaimedCvs(db.queries, cutoff(Date.now() + 60_000))
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
