// Members of an organization in the database: visibility, joining and leaving, and that an owner always remains.
import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/accounts/access.ts'
import { refuseDecision } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { countFor } from '#test/input/some-values.ts'
import { insertPerson, insertShop } from '#test/rows.ts'
import { findProfile, updateProfileToOwner, updateProfileToPending } from '../accounts/profiles.ts'
import { deleteJoinRequest, upsertInvitation, upsertJoinRequest } from './invitations.ts'
import {
  deleteMember,
  findMember,
  listMembers,
  listOwnersLocked,
  listPendingMembers,
  updateMemberApproved,
  updateMemberRole,
} from './members.ts'

const RACES = countFor(60, 20)

describe.each(engines)('on %s', async (engine) => {
  let number = 0

  const db = await openDatabase(engine)
  const ours = (await insertShop(db.queries, 'Ours')).organization.id
  const theirs = (await insertShop(db.queries, 'Theirs')).organization.id

  const person = () => insertPerson(db.queries, `p${(number += 1)}@staff.example`, null)
  async function owner(organizationId: OrganizationId) {
    const id = await person()
    await updateProfileToOwner(db.queries, organizationId, id)
    return id
  }
  async function asking(organizationId: OrganizationId | null) {
    const id = await person()
    const request = { organization_id: organizationId, organization_name: 'As asked' }
    await upsertJoinRequest(db.queries, { user_id: id, ...request })
    return id
  }
  async function invited(organizationId: OrganizationId) {
    const id = await person()
    await updateProfileToPending(db.queries, organizationId, id)
    return id
  }
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

  // shows: 7-33
  test('those who wait are seen by the organization they asked, and by no other', async () => {
    const [one, two, none] = [await asking(ours), await invited(ours), await asking(null)]
    const other = await asking(theirs)
    const seen = await db.forOrganization(ours, (tx) => listPendingMembers(tx, ours))
    expect(ids(seen).toSorted()).toEqual([one, two].toSorted())
    const asked = await db.forOrganization(ours, (tx) => listPendingMembers(tx, theirs))
    expect(asked).toEqual([])
    for (const id of [none, other]) {
      expect(await db.forOrganization(ours, (tx) => findMember(tx, ours, id))).toBeUndefined()
      expect(await db.forOrganization(ours, (tx) => findMember(tx, theirs, id))).toBeUndefined()
    }
  })

  // shows: 7-34
  test('an owner admits who asked and who was invited, and nobody else', async () => {
    const boss = await owner(ours)
    const admit = (id: string) =>
      db.forOrganization(ours, (tx) => updateMemberApproved(tx, ours, id, boss))
    for (const id of [await asking(ours), await invited(ours)]) {
      expect(await admit(id)).toBe(true)
      expect(await findProfile(db.queries, id)).toMatchObject({
        organization_id: ours,
        role: 'staff',
        is_approved: true,
        approved_by: boss,
        approved_at: expect.any(String),
      })
      expect(await admit(id)).toBe(false)
      expect(await deleteJoinRequest(db.queries, id)).toBeUndefined()
    }
    const taken = await asking(ours)
    await updateProfileToOwner(db.queries, theirs, taken)
    for (const id of [taken, await person(), await asking(null), await invited(theirs)]) {
      const before = await findProfile(db.queries, id)
      expect(await admit(id)).toBe(false)
      expect(await findProfile(db.queries, id)).toEqual(before)
    }
    const members = await db.forOrganization(ours, (tx) => listMembers(tx, ours))
    const moments = members.map(({ joined_at }) => joined_at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(ids(members)).toContain(boss)
  })

  // shows: 7-36
  test('removing clears the membership, of our own people only', async () => {
    const [member, stranger, waits] = [await owner(ours), await owner(theirs), await asking(ours)]
    const deleteOne = (id: string) => db.forOrganization(ours, (tx) => deleteMember(tx, id))
    expect(await deleteOne(member)).toBe(true)
    expect(await findProfile(db.queries, member)).toMatchObject({
      organization_id: null,
      role: 'staff',
      is_approved: false,
      approved_by: null,
      approved_at: null,
    })
    expect(await deleteOne(waits)).toBe(true)
    expect(await deleteJoinRequest(db.queries, waits)).toBeUndefined()
    for (const id of [member, waits, stranger]) expect(await deleteOne(id)).toBe(false)
    expect(await findProfile(db.queries, stranger)).toMatchObject({ organization_id: theirs })
  })

  test('outside an organization nobody is admitted or removed', async () => {
    const [member, waits] = [await owner(ours), await asking(ours)]
    await db.transaction(async (tx) => {
      expect(await updateMemberApproved(tx, theirs, waits, member)).toBe(false)
      expect(await deleteMember(tx, member)).toBe(false)
    })
    expect(await findProfile(db.queries, member)).toMatchObject({ organization_id: ours })
  })

  test('a second invitation takes the place of the first', async () => {
    const boss = await owner(ours)
    const invite = (byte: number, organizationId = ours) =>
      db.forOrganization(organizationId, (tx) =>
        upsertInvitation(tx, organizationId, {
          email: 'kit@example.com',
          token_hash: Buffer.alloc(32, byte),
          invited_by: boss,
          expires_at: new Date(Date.now() + 60_000),
        }),
      )
    const [first, second, other] = [await invite(1), await invite(2), await invite(3, theirs)]
    expect(second.id).toBe(first.id)
    expect(other.id).not.toBe(first.id)
    const { rows } = await db.pool.query(
      'select token_hash from organization_invitations where organization_id = $1',
      [ours],
    )
    expect(rows).toEqual([{ token_hash: Buffer.alloc(32, 2) }])
  })

  // shows: V2.3.4
  test(`of two owners who remove or demote each other ${RACES} times, one always stays`, async () => {
    const decide = (
      organizationId: OrganizationId,
      actor: string,
      member: string,
      role: Role | null,
    ) =>
      db.forOrganization(organizationId, async (tx) => {
        refuseDecision(await listOwnersLocked(tx, organizationId), actor, member)
        if (role) await updateMemberRole(tx, organizationId, member, role)
        else await deleteMember(tx, member)
      })
    for (let race = 0; race < RACES; race += 1) {
      const { organization } = await insertShop(db.queries, `Race ${race}`)
      const [one, two] = [await owner(organization.id), await owner(organization.id)]
      const how = race % 2 === 0 ? 'staff' : null
      const results = await Promise.allSettled([
        decide(organization.id, one, two, how),
        decide(organization.id, two, one, how),
      ])
      const refused = results.filter(({ status }) => status === 'rejected')
      expect(refused, `race ${race}`).toMatchObject([
        { reason: { code: 'organization.ownerRequired' } },
      ])
      const left = await db.transaction((tx) => listOwnersLocked(tx, organization.id))
      expect(left, `race ${race}`).toHaveLength(1)
    }
  })
})
