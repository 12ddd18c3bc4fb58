// The members of an organization: how they join, owners' decisions, and access.
import { describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type {
  InvitationView,
  MembersView,
  OrganizationMember,
} from '#domain/organizations/organizations.ts'
import { INVITATION_DAYS } from '#domain/organizations/organizations.ts'
import type { Accepted } from '#features/accounts/accept-invitation.ts'
import { sweepInvitations } from '#features/retention/sweep-invitations.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'

const app = await openApp()

const at = '/api/organizations'
type Refusal = { error: { code: string; message: string } }
let shops = 0
const newShop = () => app.owner(`Shop ${(shops += 1)}`)

const session = async (who: Visitor) => (await who.call<SessionView>('/api/session')).body
const people = async (who: Visitor) => (await who.call<MembersView>(`${at}/members`)).body
const approve = (who: Visitor, id: string) =>
  who.call<OrganizationMember & Refusal>(`${at}/members/${id}/approve`, { method: 'POST' })
const setRole = (who: Visitor, id: string, role: unknown) =>
  who.call<OrganizationMember & Refusal>(`${at}/members/${id}/role`, {
    method: 'PATCH',
    body: { role },
  })
const remove = (who: Visitor, id: string) =>
  who.call<Refusal>(`${at}/members/${id}`, { method: 'DELETE' })
const invite = (who: Visitor, email: unknown) =>
  who.call<{ email: string; expires_at: string } & Refusal>(`${at}/invitations`, {
    body: { email },
  })
const accept = (who: Visitor, token: unknown) =>
  who.call<Accepted & Refusal>(`${at}/invitations/accept`, {
    body: { token },
  })
const join = (who: Visitor, name: unknown) => who.call<Refusal>(`${at}/join`, { body: { name } })

async function invitedTo(owner: Member): Promise<Member & { token: string }> {
  const person = await app.person()
  await invite(owner, person.email)
  const { text } = await app.mailTo(person.email, /invites you/)
  return Object.assign(person, { token: tokenIn(text) })
}
const tokenIn = (text: string) => /\?invitation=([\w-]+)/.exec(text)?.[1] ?? ''

/** The person who invited them has closed their account since: nobody's word approves them. */
async function waitingFor(owner: Member): Promise<Member & { token: string }> {
  const person = await invitedTo(owner)
  await app.deps.db.pool.query(
    'update organization_invitations set invited_by = null where email = $1',
    [person.email],
  )
  await accept(person, person.token)
  return person
}

async function trail(owner: Member): Promise<string[]> {
  const { rows } = await app.deps.db.pool.query<{ action: string }>(
    'select action from audit_events where organization_id = $1 order by id',
    [owner.organization.id],
  )
  return rows.map(({ action }) => action)
}

describe('works', () => {
  // shows: 7-34, choice-7, privacy-20, terms-2
  test('from the invitation to an approved member', async () => {
    const owner = await newShop()
    const person = await app.person('Kit.Moss@Staff.Example')
    const answer = await invite(owner, '  KIT.moss@staff.example ')
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      email: 'kit.moss@staff.example',
      expires_at: expect.stringMatching(/Z$/),
    })
    const mail = await app.mailTo('kit.moss@staff.example', /invites you/)
    expect(mail.subject).toBe(`Ana Silva invites you to ${owner.organization.name}`)
    expect(mail.text).toContain(`${app.url}/organizations?invitation=`)

    // Before anything is accepted, the invited person is nobody here.
    expect(await session(person)).toMatchObject({ organization: null })
    expect((await people(owner)).pending).toEqual([])

    const accepted = await accept(person, tokenIn(mail.text))
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({
      organization: { name: owner.organization.name },
      is_approved: true,
    })
    // Inside at once: the invitation is the owner's approval, and a proof of the address.
    expect(await session(person)).toMatchObject({
      user: { email_confirmed: true },
      profile: {
        role: 'staff',
        is_approved: true,
        approved_by: owner.userId,
        approved_at: expect.any(String),
      },
      organization: { id: owner.organization.id },
    })
    expect((await person.call('/api/applicants')).status).toBe(200)
    const { pending, members } = await people(owner)
    expect(members.map(({ id }) => id)).toEqual([person.userId, owner.userId])
    expect(pending).toEqual([])
    expect(await trail(owner)).toEqual([
      'organization.created',
      'member.invited',
      'member.accepted_invitation',
    ])
  })

  test('the invitation of an owner who is none any more leads to the door, where another one decides', async () => {
    const owner = await newShop()
    const former = await app.staff(owner)
    await setRole(owner, former.userId, 'organization_owner')
    const person = await invitedTo(former)
    await setRole(owner, former.userId, 'staff')
    const accepted = await accept(person, person.token)
    expect([accepted.status, accepted.body.is_approved]).toEqual([200, false])
    expect((await person.call('/api/applicants')).status).toBe(403)
    expect((await people(owner)).pending).toMatchObject([
      { id: person.userId, email_verified: true, is_approved: false },
    ])
    expect((await approve(owner, person.userId)).status).toBe(200)
    expect(await session(person)).toMatchObject({
      profile: { is_approved: true, approved_by: owner.userId },
    })
    expect((await approve(owner, person.userId)).status).toBe(200)
  })

  // shows: choice-9
  test('whoever holds the link is told who invites whom to what, and why it has ended', async () => {
    const owner = await newShop()
    const email = `${crypto.randomUUID()}@staff.example`
    await invite(owner, email)
    const token = tokenIn((await app.mailTo(email, /invites you/)).text)
    const read = async () =>
      (await app.visitor().call<InvitationView>(`${at}/invitations/read`, { body: { token } })).body
    expect(await read()).toMatchObject({
      state: 'open',
      organization: { id: owner.organization.id, name: owner.organization.name, logo: null },
      inviter: 'Ana Silva',
      email,
      role: 'staff',
      has_account: false,
    })
    const person = await app.person(email)
    expect(await read()).toMatchObject({ has_account: true })
    app.clock.move(INVITATION_DAYS * 86_400 + 60)
    expect(await read()).toMatchObject({ state: 'expired', has_account: false })
    await sweepInvitations(app.deps)
    expect(await read()).toMatchObject({ state: 'expired' })
    app.clock.move(-INVITATION_DAYS * 86_400 - 60)
    await accept(person, token)
    expect(await read()).toMatchObject({ state: 'used', has_account: false })
    for (const wrong of [`${token}x`, '', 7]) {
      const answer = await app
        .visitor()
        .call<Refusal>(`${at}/invitations/read`, { body: { token: wrong } })
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        'This invitation link does not work. A newer invitation may have replaced it, or part of the link is missing.',
      ])
    }
  })

  // shows: 7-33
  test('from the exact name to an approved member', async () => {
    const owner = await newShop()
    const person = await app.person()
    const asked = await join(person, `  ${owner.organization.name} `)
    expect([asked.status, asked.body]).toEqual([
      202,
      { organization_name: owner.organization.name },
    ])
    const { pending } = await people(owner)
    expect(pending).toMatchObject([{ id: person.userId, email_verified: false }])
    expect((await approve(owner, person.userId)).status).toBe(200)
    const now = await session(person)
    expect(now).toMatchObject({ profile: { role: 'staff', is_approved: true } })
    expect(now).not.toHaveProperty('join_request')
    expect((await people(owner)).members.map(({ id }) => id)).toEqual([person.userId, owner.userId])
  })

  // shows: 7-39
  test('a request is taken back, and replaced by another', async () => {
    const [one, two] = [await newShop(), await newShop()]
    const person = await app.person()
    await join(person, one.organization.name)
    await join(person, two.organization.name)
    expect((await people(one)).pending).toEqual([])
    expect((await people(two)).pending).toHaveLength(1)
    const withdraw = () => person.call(`${at}/join`, { method: 'DELETE' })
    expect((await withdraw()).status).toBe(204)
    expect((await withdraw()).status).toBe(204)
    expect((await people(two)).pending).toEqual([])
    expect((await approve(two, person.userId)).status).toBe(404)

    await join(person, two.organization.name)
    await person.call(at, { body: { name: 'A shop of my own' } })
    expect((await people(two)).pending).toEqual([])
    expect((await approve(two, person.userId)).status).toBe(404)
  })

  // shows: 7-35
  test('a role changes there and back, and takes effect with the next call', async () => {
    const owner = await newShop()
    const member = await app.staff(owner)
    expect((await people(member)).pending).toBeNull()
    const promoted = await setRole(owner, member.userId, 'organization_owner')
    expect([promoted.status, promoted.body.role]).toEqual([200, 'organization_owner'])
    expect((await people(member)).pending).toEqual([])
    expect((await setRole(member, owner.userId, 'staff')).status).toBe(200)
    const late = await setRole(owner, member.userId, 'staff')
    expect([late.status, late.body.error.code]).toEqual([403, 'organization.ownerRequired'])
    expect((await trail(owner)).slice(1)).toEqual(['member.role_changed', 'member.role_changed'])
  })

  // shows: 7-36
  test('a removed member is out at once, with everything cleared', async () => {
    const owner = await newShop()
    const member = await waitingFor(owner)
    await approve(owner, member.userId)
    await setRole(owner, member.userId, 'organization_owner')
    expect((await remove(owner, member.userId)).status).toBe(204)
    for (const path of ['/api/applicants', '/api/jobs', `${at}/members`, '/api/live']) {
      expect((await member.call(path)).status, path).toBe(403)
    }
    expect(await session(member)).toMatchObject({
      profile: {
        organization_id: null,
        role: 'staff',
        is_approved: false,
        approved_by: null,
        approved_at: null,
      },
      organization: null,
    })
    // The old link is used up; a new invitation opens the door again.
    expect((await accept(member, member.token)).body.error.code).toBe('organization.invitationUsed')
    await invite(owner, member.email)
    const { text } = await app.mailTo(member.email, /invites you/)
    expect((await accept(member, tokenIn(text))).status).toBe(200)
  })

  // shows: 7-36
  test('someone who waits is turned away, and may ask elsewhere', async () => {
    const owner = await newShop()
    const invited = await waitingFor(owner)
    const asking = await app.person()
    await join(asking, owner.organization.name)
    for (const person of [invited, asking]) {
      expect((await remove(owner, person.userId)).status).toBe(204)
      expect(await session(person)).toMatchObject({ organization: null })
      expect(await session(person)).not.toHaveProperty('join_request')
      expect((await person.call(at, { body: { name: `Own ${person.userId}` } })).status).toBe(201)
    }
    expect((await trail(owner)).filter((action) => action === 'member.declined')).toHaveLength(2)
  })

  test('the newest invitation counts, and accepting it twice is a success', async () => {
    const owner = await newShop()
    const person = await invitedTo(owner)
    const first = person.token
    await invite(owner, person.email)
    const second = tokenIn((await app.mailTo(person.email, /invites you/)).text)
    expect(second).not.toBe(first)
    expect((await accept(person, first)).status).toBe(400)
    const answers = await Promise.all([1, 2, 3].map(() => accept(person, second)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await accept(person, second)).status).toBe(200)
    expect((await people(owner)).members).toHaveLength(2)
  })
})

describe('open invitations', () => {
  const invitationsOf = async (who: Visitor) =>
    (await who.call<MembersView>(`${at}/members`)).body.invitations
  const withdraw = (who: Visitor, id: string) =>
    who.call<Refusal>(`${at}/invitations/${id}`, { method: 'DELETE' })

  test('are listed for owners until they are accepted', async () => {
    const owner = await newShop()
    const person = await invitedTo(owner)
    expect(await invitationsOf(owner)).toMatchObject([{ email: person.email }])
    expect(await invitationsOf(await app.staff(owner))).toBeNull()
    await accept(person, person.token)
    expect(await invitationsOf(owner)).toEqual([])
  })

  // shows: choice-8
  test('are withdrawn: the link ends, and says so', async () => {
    const owner = await newShop()
    const person = await invitedTo(owner)
    const [open] = (await invitationsOf(owner)) ?? []
    expect((await withdraw(owner, open?.id ?? '')).status).toBe(204)
    expect(await invitationsOf(owner)).toEqual([])
    expect((await accept(person, person.token)).body.error.code).toBe(
      'organization.invitationWithdrawn',
    )
    expect(await trail(owner)).toContain('member.invitation_withdrawn')
    const again = await withdraw(owner, open?.id ?? '')
    expect([again.status, again.body.error.code]).toEqual([404, 'organization.invitationMissing'])
  })

  test('keep out staff, and another organization as if there were none', async () => {
    const owner = await newShop()
    await invitedTo(owner)
    const [open] = (await invitationsOf(owner)) ?? []
    const id = open?.id ?? ''
    expect((await withdraw(await app.staff(owner), id)).status).toBe(403)
    const stranger = await newShop()
    const foreign = await withdraw(stranger, id)
    const missing = await withdraw(stranger, '00000000-0000-4000-8000-000000000000')
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body.error.code).toBe(missing.body.error.code)
    expect(await invitationsOf(owner)).toHaveLength(1)
  })
})

describe('leaving', () => {
  const leave = (who: Visitor) => who.call<Refusal>(`${at}/leave`, { method: 'POST' })

  // shows: choice-12
  test('ends the waiting, and the way to another organization is free', async () => {
    const owner = await newShop()
    const person = await waitingFor(owner)
    expect((await leave(person)).status).toBe(204)
    expect((await people(owner)).pending).toEqual([])
    expect(await trail(owner)).toContain('member.left')
    const { status } = await person.call(at, { body: { name: 'My Own Shop' } })
    expect(status).toBe(201)
  })

  test('is refused to who is approved, also when that happened at the same moment', async () => {
    const owner = await newShop()
    expect((await leave(owner)).body.error.code).toBe('organization.leaveRefused')
    expect((await leave(await app.person())).status).toBe(403)
    for (let times = 0; times < 5; times++) {
      const person = await waitingFor(owner)
      const [left, approved] = await Promise.all([leave(person), approve(owner, person.userId)])
      const { members } = await people(owner)
      const isMember = members.some(({ id }) => id === person.userId)
      expect([left.status, approved.status]).toEqual(isMember ? [409, 200] : [204, 404])
    }
  })
})

describe('refuses', () => {
  // shows: 7-39, choice-13
  test('to tell which organizations exist', async () => {
    await app.owner('Two of a Kind')
    await app.owner('Two of a Kind')
    const real = await app.owner('One of a Kind')
    const views = await Promise.all(
      ['Two of a Kind', 'One of a Kind', 'None of a Kind', 'one of a kind'].map(async (name) => {
        const person = await app.person()
        const asked = await join(person, name)
        const view = await session(person)
        const others = await Promise.all(
          ['/api/applicants', '/api/jobs', '/api/live', `${at}/members`].map(async (path) => {
            const { status, body } = await person.call<Refusal>(path)
            return [status, body.error.code]
          }),
        )
        expect(asked.body).toEqual({ organization_name: name })
        expect(view.join_request).toEqual({ organization_name: name })
        return {
          status: asked.status,
          others,
          organization: view.organization,
          of: view.profile?.organization_id,
        }
      }),
    )
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1)
    expect((await people(real)).pending).toHaveLength(1)
    const { rows } = await app.deps.db.pool.query(
      `select organization_id from join_requests where organization_name <> 'One of a Kind'
       and organization_name like '% of a %'`,
    )
    expect(rows).toEqual([
      { organization_id: null },
      { organization_id: null },
      { organization_id: null },
    ])
  })

  test.each([
    ['', 'Please enter a valid email address.'],
    ['no address', 'Please enter a valid email address.'],
    ['a@b.example, c@d.example', 'Please enter a valid email address.'],
    ['a@b.example\r\nBcc: c@d.example', 'Please enter a valid email address.'],
    [`${'x'.repeat(250)}@b.example`, 'Email can have at most 254 characters.'],
  ])('to invite %j', async (email, message) => {
    const { status, body } = await invite(await newShop(), email)
    expect([status, body.error.message]).toEqual([400, message])
  })

  test('to invite who is there already', async () => {
    const owner = await newShop()
    for (const person of [owner, await app.staff(owner), await waitingFor(owner)]) {
      const { status, body } = await invite(owner, person.email)
      expect([status, body.error.code]).toEqual([409, 'organization.memberAlready'])
    }
    const elsewhere = await newShop()
    expect((await invite(owner, elsewhere.email)).status).toBe(201)
  })

  test('more invitations to one address than a person can want', async () => {
    const address = 'flooded@example.com'
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await invite(await newShop(), address)).status).toBe(201)
    }
    const { status, body, headers } = await invite(await newShop(), address)
    expect([status, body.error.code]).toEqual([429, 'organization.invitationLimit'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    const { rowCount } = await app.deps.db.pool.query(
      'select from mail_outbox where recipient = $1',
      [address],
    )
    expect(rowCount).toBe(3)
  })

  // shows: choice-7
  test('an invitation that is over, changed, or for somebody else', async () => {
    const owner = await newShop()
    const person = await invitedTo(owner)
    const stranger = await app.person()
    const other = await accept(stranger, person.token)
    expect([other.status, other.body.error.code]).toEqual([403, 'organization.invitationOther'])
    expect(await session(stranger)).toMatchObject({ organization: null })
    for (const token of ['', 'nonsense', `${person.token}x`, person.token.slice(1), 7, null]) {
      expect((await accept(person, token)).status, String(token)).toBe(400)
    }
    app.clock.move(INVITATION_DAYS * 86_400 + 60)
    const late = await accept(person, person.token)
    app.clock.move(-INVITATION_DAYS * 86_400 - 60)
    expect([late.status, late.body.error.code]).toEqual([400, 'organization.invitationExpired'])
    expect((await accept(person, person.token)).status).toBe(200)
  })

  test('a second organization to who has one', async () => {
    const owner = await newShop()
    const other = await newShop()
    await invite(owner, other.email)
    const token = tokenIn((await app.mailTo(other.email, /invites you/)).text)
    expect((await accept(other, token)).status).toBe(409)
    expect((await join(other, owner.organization.name)).status).toBe(409)
    expect((await join(await waitingFor(owner), other.organization.name)).status).toBe(409)
    expect((await people(owner)).pending).toHaveLength(1)
  })

  // shows: 6-4, choice-14
  test('an owner everything about the own row, be it the last or not', async () => {
    const owner = await newShop()
    const own = async () => [
      await remove(owner, owner.userId),
      await setRole(owner, owner.userId, 'staff'),
      await setRole(owner, owner.userId, 'organization_owner'),
      await approve(owner, owner.userId),
    ]
    for (const { status, body } of await own()) {
      expect([status, body.error.code]).toEqual([403, 'organization.lastOwner'])
    }
    const second = await app.staff(owner)
    await setRole(owner, second.userId, 'organization_owner')
    for (const { status, body } of await own()) {
      expect([status, body.error.code]).toEqual([403, 'organization.ownRow'])
    }
    expect(await session(owner)).toMatchObject({ profile: { role: 'organization_owner' } })
  })

  test('a role that is none, and a role before the approval', async () => {
    const owner = await newShop()
    const member = await app.staff(owner)
    for (const role of ['admin', '', null, undefined, 'STAFF']) {
      expect((await setRole(owner, member.userId, role)).status).toBe(400)
    }
    const pending = await waitingFor(owner)
    const { status, body } = await setRole(owner, pending.userId, 'organization_owner')
    expect([status, body.error.code]).toEqual([409, 'organization.memberPending'])
  })

  // shows: choice-14
  test('to lose both owners who remove each other at once', { timeout: 60_000 }, async () => {
    for (let race = 0; race < 20; race += 1) {
      const one = await newShop()
      const two = await app.staff(one)
      await setRole(one, two.userId, 'organization_owner')
      const answers = await Promise.all([
        race % 2 ? remove(one, two.userId) : setRole(one, two.userId, 'staff'),
        race % 3 ? remove(two, one.userId) : setRole(two, one.userId, 'staff'),
      ])
      const refused = answers.filter(({ status }) => status === 403)
      expect(refused, `race ${race}`).toHaveLength(1)
      const { rowCount } = await app.deps.db.pool.query(
        `select from profiles where organization_id = $1 and role = 'organization_owner' and is_approved`,
        [one.organization.id],
      )
      expect(rowCount, `race ${race}`).toBe(1)
    }
  })
})

describe('keeps out', () => {
  // shows: 6-4
  test('everyone but approved owners from deciding', async () => {
    const owner = await newShop()
    const target = await waitingFor(owner)
    const former = await app.staff(owner)
    await remove(owner, former.userId)
    for (const [who, status] of [
      [app.visitor(), 401],
      [await app.person(), 403],
      [await waitingFor(owner), 403],
      [target, 403],
      [await app.staff(owner), 403],
      [former, 403],
    ] as const) {
      const before = await people(owner)
      for (const answer of [
        await approve(who, target.userId),
        await setRole(who, target.userId, 'staff'),
        await remove(who, target.userId),
        await invite(who, 'new@example.com'),
      ]) {
        expect(answer.status).toBe(status)
      }
      expect(await people(owner)).toEqual(before)
    }
  })

  // shows: 6-4
  test('everyone but members from the list, and staff from those who wait', async () => {
    const owner = await newShop()
    const pending = await waitingFor(owner)
    const staff = await app.staff(owner)
    for (const [who, status] of [
      [app.visitor(), 401],
      [await app.person(), 403],
      [pending, 403],
      [staff, 200],
      [owner, 200],
    ] as const) {
      const { status: answered, body } = await who.call(`${at}/members`)
      expect(answered).toBe(status)
      if (who !== owner) expect(JSON.stringify(body)).not.toContain(pending.email)
    }
  })

  test('visitors from asking and accepting', async () => {
    const owner = await newShop()
    expect((await join(app.visitor(), owner.organization.name)).status).toBe(401)
    expect((await app.visitor().call(`${at}/join`, { method: 'DELETE' })).status).toBe(401)
    const person = await invitedTo(owner)
    expect((await accept(app.visitor(), person.token)).status).toBe(401)
  })

  test('another organization, as if the person did not exist', async () => {
    const owner = await newShop()
    const stranger = await newShop()
    const asking = await app.person()
    await join(asking, owner.organization.name)
    const missing = '00000000-0000-4000-8000-000000000000'
    const targets = [
      owner.userId,
      (await app.staff(owner)).userId,
      (await waitingFor(owner)).userId,
      asking.userId,
      (await app.person()).userId,
    ]
    const before = await people(owner)
    for (const act of [approve, remove, (who: Visitor, id: string) => setRole(who, id, 'staff')]) {
      const { status, body } = await act(stranger, missing)
      expect([status, body.error.code]).toEqual([404, 'organization.memberMissing'])
      for (const target of targets) {
        const answer = await act(stranger, target)
        expect(answer.status).toBe(404)
        expect({ ...answer.body.error, request_id: '' }).toEqual({ ...body.error, request_id: '' })
      }
      expect((await act(stranger, 'no-id')).status).toBe(404)
    }
    expect(await people(owner)).toEqual(before)
    expect((await people(stranger)).members).toHaveLength(1)
  })
})
