// Bulk actions on applicants, and undoing them: success, refusals, and access.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { UNDO_SECONDS, type ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import {
  applicantSorts,
  applicantStatuses,
  canMove,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants/applicants.ts'
import { FILTERED_MAX, type BatchAnswer } from '#domain/applicants/applicant-batches.ts'
import { UNSENT_DAYS } from '#domain/unsent-changes.ts'
import { sweepSentChanges } from '#features/retention/sweep-sent-changes.ts'
import { openApp, type Member } from '#test/app.ts'
import { countFor } from '#test/input/some-values.ts'

const app = await openApp()
const stranger = await app.owner('Other Shop')

/** A shop of its own with people of the given statuses, in that order. */
async function shopWith(statuses: readonly ApplicantStatus[]) {
  const owner = await app.owner('Tiny Tea Shop')
  const job = await app.job(owner)
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, status, created_at)
     select $1, 'p' || n || '@example.com', $2, $2, 'Job', 'P' || lpad(n::text, 3, '0'), 'Q', status, now() - make_interval(mins => n::int)
     from unnest($3::text[]) with ordinality as people (status, n) returning id`,
    [owner.organization.id, job.id, statuses],
  )
  return { owner, job, ids: rows.map(({ id }) => id) }
}
const many = (status: ApplicantStatus, count: number) => Array.from({ length: count }, () => status)

type Refusal = { error: { code: string; message: string } }
const post = <Body = BatchAnswer>(who: Member, act: string, body: unknown) =>
  who.call<Body>(`/api/applicants/${act}`, { body })
const move = <Body = MovedApplicant>(who: Member, id: string, body: unknown) =>
  who.call<Body>(`/api/applicants/${id}/status`, { method: 'PATCH', body })
const profile = async (who: Member, id: string) =>
  (await who.call<ApplicantProfile>(`/api/applicants/${id}`)).body
const statusOf = async (who: Member, id: string) => (await profile(who, id)).applicant.status
const trail = async (who: Member) => {
  const { rows } = await app.deps.db.pool.query<{ action: string; count: number }>(
    `select action, count(*)::int from audit_events where organization_id = $1 and resource_type = 'applicant' group by action`,
    [who.organization.id],
  )
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
}

describe('the order of the list', () => {
  test.each(applicantSorts)('%s goes through everybody once, page by page', async (sort) => {
    const { owner, ids } = await shopWith(
      Array.from({ length: 120 }, (_, index) => applicantStatuses[index % 5] ?? 'applied'),
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: ApplicantPage } = await owner.call<ApplicantPage>(
        `/api/applicants?tab=all&sort=${sort}&cursor=${cursor}`,
      )
      seen.push(...body.applicants.map(({ first_name }) => first_name))
      cursor = body.next_cursor
    }
    expect(new Set(seen).size).toBe(ids.length)
    if (sort.endsWith('name') || sort === '-applied') {
      const ascending = seen.toSorted()
      expect(seen).toEqual(sort === '-name' ? ascending.toReversed() : ascending)
    }
  })

  test('is the newest first where the address asks for none', async () => {
    const { owner } = await shopWith(many('applied', 2))
    const { body } = await owner.call<ApplicantPage>('/api/applicants?sort=&cursor=W10')
    expect(body.applicants.map(({ first_name }) => first_name)).toEqual(['P001', 'P002'])
  })
})

describe('a move that somebody else was quicker with', () => {
  test('is refused, though it is allowed from where the applicant is now', async () => {
    const { owner, ids } = await shopWith(['interviewed'])
    const [id = ''] = ids
    expect((await move(owner, id, { status: 'hired', from: 'interviewed' })).status).toBe(200)
    const late = await move<Refusal>(owner, id, { status: 'rejected', from: 'interviewed' })
    expect(late.status).toBe(409)
    expect(late.body.error.message).toBe('This move is not possible: the applicant is Hired now.')
    expect(await statusOf(owner, id)).toBe('hired')
  })
})

// shows: 7-56
describe('taking a change back', () => {
  test('puts the applicant where the change found them, also where no move leads', async () => {
    const { owner, ids } = await shopWith(['hired'])
    const [id = ''] = ids
    const { body: moved } = await move(owner, id, { status: 'rejected' })
    expect((await move(owner, id, { status: 'hired' })).status).toBe(409)
    const { status, body } = await post(owner, 'undo', { change_id: moved.change_id })
    expect({ status, body }).toEqual({
      status: 200,
      body: { batch_id: null, changed: [id], refused: [] },
    })
    const { applicant, history } = await profile(owner, id)
    expect(applicant.status).toBe('hired')
    expect(history.map(({ from_status, to_status }) => `${from_status} ${to_status}`)).toEqual([
      'rejected hired',
      'hired rejected',
    ])
    expect(await trail(owner)).toEqual({ 'applicant.moved': 1, 'applicant.move_undone': 1 })
  })

  test('is refused once something happened since, a second time, and for the taking back itself', async () => {
    const { owner, ids } = await shopWith(['applied'])
    const [id = ''] = ids
    const first = (await move(owner, id, { status: 'reviewing' })).body.change_id
    const second = (await move(owner, id, { status: 'interviewed' })).body.change_id
    const undo = async (change_id: string) =>
      (await post(owner, 'undo', { change_id })).body.refused.map(({ message }) => message)
    expect(await undo(first)).toEqual([
      'This can no longer be undone: the applicant is Interviewed now.',
    ])
    expect(await undo(second)).toEqual([])
    const again = ['This can no longer be undone: the applicant is Reviewing now.']
    expect(await undo(second)).toEqual(again)
    // Back where it was, but not the last change any more.
    expect(await undo(first)).toEqual(again)
    const [undoing] = (await profile(owner, id)).history
    expect(await undo(undoing!.id)).toEqual(again)
    expect(await statusOf(owner, id)).toBe('reviewing')
  })

  test('is refused after ten minutes', async () => {
    const { owner, ids } = await shopWith(['applied'])
    const { change_id } = (await move(owner, ids[0]!, { status: 'rejected' })).body
    app.clock.move(UNDO_SECONDS + 5)
    const { body } = await post(owner, 'undo', { change_id })
    app.clock.move(-UNDO_SECONDS - 5)
    expect(body.refused[0]?.message).toBe(
      'This can no longer be undone: it was more than ten minutes ago.',
    )
  })

  test('of two at once one is made', async () => {
    const { owner, ids } = await shopWith(['applied'])
    const { change_id } = (await move(owner, ids[0]!, { status: 'rejected' })).body
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(owner, 'undo', { change_id })),
    )
    expect(answers.filter(({ body }) => body.changed.length === 1)).toHaveLength(1)
    expect((await profile(owner, ids[0]!)).history).toHaveLength(2)
  })

  test('of a change that does not exist, or is another organization’s, is the same 404', async () => {
    const { owner, ids } = await shopWith(['applied'])
    const { change_id } = (await move(owner, ids[0]!, { status: 'rejected' })).body
    const foreign = await post<Refusal>(stranger, 'undo', { change_id })
    const missing = await post<Refusal>(owner, 'undo', { change_id: crypto.randomUUID() })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body.error.message).toBe(missing.body.error.message)
    const { body } = await post(owner, 'move', { status: 'reviewing', ids })
    expect((await post(stranger, 'undo', { batch_id: body.batch_id })).status).toBe(404)
    expect((await post(owner, 'undo', {})).status).toBe(400)
  })
})

// shows: 7-53
describe('many at once', () => {
  test('are moved where that is allowed, told why not where it is not, and taken back together', async () => {
    const { owner, ids } = await shopWith(['applied', 'reviewing', 'hired', 'rejected', 'applied'])
    const gone = crypto.randomUUID()
    const { status, body } = await post(owner, 'move', {
      status: 'reviewing',
      ids: [...ids, ids[0], gone],
      // Somebody else has moved the last one since this screen was drawn.
      seen: { [ids[4]!]: 'interviewed' },
    })
    expect(status).toBe(200)
    expect(body.changed.toSorted()).toEqual([ids[0]!, ids[3]!].toSorted())
    const messages = Object.fromEntries(body.refused.map(({ id, message }) => [id, message]))
    expect(messages).toEqual({
      [ids[1]!]: 'This move is not possible: the applicant is Reviewing now.',
      [ids[2]!]: 'This move is not possible: the applicant is Hired now.',
      [ids[4]!]: 'This move is not possible: the applicant is Applied now.',
      [gone]: 'This applicant no longer exists.',
    })
    expect(await trail(owner)).toEqual({ 'applicant.moved': 2 })

    await move(owner, ids[3]!, { status: 'interviewed' })
    const { body: undone } = await post(owner, 'undo', { batch_id: body.batch_id })
    expect(undone.changed).toEqual([ids[0]])
    expect(undone.refused).toEqual([
      {
        id: ids[3],
        message: 'This can no longer be undone: the applicant is Interviewed now.',
      },
    ])
    expect(await Promise.all(ids.map((id) => statusOf(owner, id)))).toEqual([
      'applied',
      'reviewing',
      'hired',
      'interviewed',
      'applied',
    ])
  })

  test('are everybody a filter finds, without those who came after it was looked at', async () => {
    const { owner, job, ids } = await shopWith([...many('applied', 1100), ...many('hired', 3)])
    const { body: page } = await owner.call<ApplicantPage>('/api/applicants')
    await app.deps.db.pool.query(
      `insert into applicants
         (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, created_at)
       values ($1, 'late@example.com', $2, $2, 'Job', 'Late', 'Comer', $3::timestamptz + interval '1 ms')`,
      [owner.organization.id, job.id, page.read_at],
    )
    const eventNames: string[] = []
    const stop = app.deps.events.listen(({ name }) => eventNames.push(name))
    const { body } = await post(owner, 'move', {
      status: 'rejected',
      filter: { tab: 'applied', position: job.id },
      until: page.read_at,
    })
    stop()
    expect(body.changed.toSorted()).toEqual(ids.slice(0, 1100).toSorted())
    expect(body.refused).toEqual([])
    // One for each batch.
    expect(eventNames).toEqual(Array.from({ length: 3 }, () => 'applicants.changed'))
    const counts = async () => (await owner.call('/api/applicants/counts')).body
    expect(await counts()).toMatchObject({ applied: 1, rejected: 1100, hired: 3 })

    const { body: undone } = await post(owner, 'undo', { batch_id: body.batch_id })
    expect(undone.changed).toHaveLength(1100)
    expect(await counts()).toMatchObject({ applied: 1101, rejected: 0, hired: 3 })
  })

  test('are marked as contacted, which changes and tells only those who were not', async () => {
    const { owner, ids } = await shopWith(many('applied', 3))
    const mark = (contacted: boolean) => post(owner, 'contacted', { contacted, ids })
    await owner.call(`/api/applicants/${ids[0]}/contacted`, {
      method: 'PATCH',
      body: { contacted: true },
    })
    expect((await mark(true)).body.changed.toSorted()).toEqual(ids.slice(1).toSorted())
    expect((await mark(true)).body.changed).toEqual([])
    expect(await trail(owner)).toEqual({ 'applicant.contacted': 3 })
    const all = await post(owner, 'contacted', { contacted: false, filter: { tab: 'all' } })
    expect(all.body.changed).toHaveLength(3)
  })

  test.each([
    ['nobody', { ids: [] }],
    ['more than 500', { ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }],
    ['what is no id', { ids: ['1'] }],
    ['a filter with a word it does not know', { filter: { tab: 'everyone' } }],
    ['a filter with a condition it does not know', { filter: { tab: 'all', colour: 'red' } }],
    ['a filter without a tab', { filter: {} }],
    ['ids and a filter', { ids: [crypto.randomUUID()], filter: { tab: 'all' } }],
    ['nothing', {}],
  ])('are refused in a sentence when they are %s', async (_, whom) => {
    for (const act of [
      ['move', { status: 'rejected' }],
      ['contacted', { contacted: true }],
    ] as const) {
      const { status, body } = await post<Refusal>(stranger, act[0], { ...act[1], ...whom })
      expect(status).toBe(400)
      expect(body.error.message).toBe(
        'Name up to 500 applicants by their ids, or all of them by a filter.',
      )
    }
  })

  test('are refused when they are more than one act may take', async () => {
    const { owner } = await shopWith(many('applied', FILTERED_MAX + 1))
    const { status, body } = await post<Refusal>(owner, 'move', {
      status: 'rejected',
      filter: { tab: 'applied' },
    })
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'You can do this for up to 10,000 applicants at once. These are 10,001, so narrow the filter.',
    )
  })

  test('of another organization are answered like people who do not exist', async () => {
    const { owner, ids } = await shopWith(['applied', 'applied'])
    for (const [act, more] of [
      ['move', { status: 'rejected' }],
      ['contacted', { contacted: true }],
    ] as const) {
      const { body } = await post(stranger, act, { ids, ...more })
      expect(body).toEqual({
        batch_id: null,
        changed: [],
        refused: ids.map((id) => ({ id, message: 'This applicant no longer exists.' })),
      })
      await post(stranger, act, { filter: { tab: 'all' }, ...more })
    }
    const { applicant, history } = await profile(owner, ids[0]!)
    expect(applicant).toMatchObject({ status: 'applied', contacted: false })
    expect(history).toEqual([])
  })

  test('by two people at the same moment are each changed once, and nobody waits for ever', async () => {
    const { owner, ids } = await shopWith(many('applied', 200))
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids.toSorted()].map((order) =>
        post(owner, 'move', { status: 'reviewing', ids: order }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.flatMap(({ body }) => body.changed).toSorted()).toEqual(ids.toSorted())
  })
})

// shows: 4-11
test('random acts agree with the table of the specification', async () => {
  const { owner, ids } = await shopWith(many('applied', 8))
  const model = ids.map((): ApplicantStatus => 'applied')
  /** The change that can still be taken back, and where it leads. */
  const last = ids.map((): { change_id: string; to: ApplicantStatus } | undefined => undefined)
  let seed = 20_261_121
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let step = 0; step < countFor(300, 100); step++) {
    const who = random(ids.length)
    const change = last[who]
    if (change && random(4) === 0) {
      const { body } = await post(owner, 'undo', { change_id: change.change_id })
      expect(body.changed).toEqual([ids[who]])
      model[who] = change.to
      last[who] = undefined
      continue
    }
    const to = applicantStatuses[random(5)] ?? 'applied'
    const from = model[who] ?? 'applied'
    const { status, body } = await move(owner, ids[who]!, { status: to })
    expect(status).toBe(canMove(from, to) ? 200 : 409)
    if (status !== 200) continue
    model[who] = to
    last[who] = { change_id: body.change_id, to: from }
  }
  expect(await Promise.all(ids.map((id) => statusOf(owner, id)))).toEqual(model)
}, 60_000)

describe('a change that is sent again under its key', () => {
  const keyed = <Body>(
    who: Member,
    { path, method = 'POST', body, key = randomUUID() }: Sent,
  ): Promise<{ status: number; body: Body }> =>
    who.call<Body>(`/api/${path}`, { method, body, headers: { 'idempotency-key': key } })
  type Sent = { path: string; method?: string; body: unknown; key?: string }

  test('is answered as before and done once, whatever happened in between', async () => {
    const { owner, ids } = await shopWith(many('applied', 3))
    const [maya = '', jon = '', ada = ''] = ids
    const status = { path: `applicants/${maya}/status`, method: 'PATCH' }
    const move = { ...status, body: { status: 'reviewing', from: 'applied' }, key: randomUUID() }
    // The first two race, as after a timeout with the first still at work.
    const [first, second] = await Promise.all([
      keyed<MovedApplicant>(owner, move),
      keyed<MovedApplicant>(owner, move),
    ])
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    await keyed(owner, { ...status, body: { status: 'interviewed', from: 'reviewing' } })
    const third = await keyed<MovedApplicant>(owner, move)
    expect(third.body).toMatchObject({ change_id: first.body.change_id, status: 'interviewed' })

    const mark = { path: `applicants/${maya}/contacted`, method: 'PATCH' }
    const contacted = { ...mark, body: { contacted: true }, key: randomUUID() }
    await keyed(owner, contacted)
    await keyed(owner, { ...mark, body: { contacted: false } })
    expect((await keyed<MovedApplicant>(owner, contacted)).body.contacted).toBe(false)

    const stars = { path: `applicants/${maya}/starred`, method: 'PATCH' }
    const starred = { ...stars, body: { starred: true }, key: randomUUID() }
    await keyed(owner, starred)
    await keyed(owner, { ...stars, body: { starred: false } })
    expect((await keyed<MovedApplicant>(owner, starred)).body.starred).toBe(false)
    const tags = { path: `applicants/${maya}/tags`, method: 'PATCH' }
    const tagged = { ...tags, body: { add: ['weekends'], remove: [] }, key: randomUUID() }
    await keyed(owner, tagged)
    await keyed(owner, { ...tags, body: { add: [], remove: ['weekends'] } })
    expect((await keyed<MovedApplicant>(owner, tagged)).body.tags).toEqual([])

    const note = { path: `applicants/${maya}/notes`, body: { body: 'Call' }, key: randomUUID() }
    const { body: written } = await keyed<{ id: string }>(owner, note)
    expect((await keyed(owner, note)).body).toEqual(written)
    const edit = { path: `notes/${written.id}`, method: 'PATCH', body: { body: 'Called' } }
    const edited = { ...edit, key: randomUUID() }
    expect((await keyed(owner, edited)).body).toEqual((await keyed(owner, edited)).body)

    const bulk = {
      path: 'applicants/move',
      body: { ids: [jon, ada], status: 'rejected', seen: { [jon]: 'applied', [ada]: 'applied' } },
      key: randomUUID(),
    }
    const { body: batch } = await keyed<BatchAnswer>(owner, bulk)
    expect((await keyed(owner, bulk)).body).toEqual(batch)
    const undo = {
      path: 'applicants/undo',
      body: { batch_id: batch.batch_id },
      key: randomUUID(),
    }
    const { body: undone } = await keyed<BatchAnswer>(owner, undo)
    expect(undone.changed).toHaveLength(2)
    expect((await keyed(owner, undo)).body).toEqual(undone)
    const marks = { path: 'applicants/contacted', body: { ids: [jon], contacted: true } }
    const marked = { ...marks, key: randomUUID() }
    expect((await keyed(owner, marked)).body).toEqual((await keyed(owner, marked)).body)

    expect(await trail(owner)).toEqual({
      'applicant.moved': 4,
      'applicant.move_undone': 2,
      'applicant.contacted': 2,
      'applicant.not_contacted': 1,
      'applicant.starred': 1,
      'applicant.unstarred': 1,
      'applicant.tagged': 2,
      'note.added': 1,
      'note.edited': 1,
    })
    expect((await profile(owner, maya)).notes.map(({ body }) => body)).toEqual(['Called'])
  })

  test('is judged anew after a refusal, and never answered to another change, person or shop', async () => {
    const { owner, ids } = await shopWith(many('applied', 2))
    const [maya = '', jon = ''] = ids
    const to = (id: string, status: ApplicantStatus, from?: ApplicantStatus) => ({
      path: `applicants/${id}/status`,
      method: 'PATCH',
      body: { status, ...(from && { from }) },
    })
    const key = randomUUID()
    expect((await keyed(owner, { ...to(maya, 'interviewed', 'reviewing'), key })).status).toBe(409)
    await keyed(owner, to(maya, 'reviewing', 'applied'))
    expect((await keyed(owner, { ...to(maya, 'interviewed', 'reviewing'), key })).status).toBe(200)

    const reused = await keyed<Refusal>(owner, { ...to(jon, 'reviewing'), key })
    expect(reused.body.error.code).toBe('server.keyReused')
    const colleague = await app.staff(owner)
    const others = await keyed<Refusal>(colleague, { ...to(maya, 'interviewed', 'reviewing'), key })
    expect(others.body.error.code).toBe('server.keyReused')
    const foreign = await keyed<Refusal>(stranger, { ...to(maya, 'interviewed', 'reviewing'), key })
    expect(foreign.body.error.code).toBe('applicant.missing')
    expect((await keyed(owner, { ...to(jon, 'reviewing'), key: 'mine' })).status).toBe(400)
    expect(await statusOf(owner, jon)).toBe('applied')
  })

  // Last: the clock moves on for every test after it.
  test('is known for longer than a dashboard keeps a change', async () => {
    const { owner, ids } = await shopWith(many('applied', 1))
    await keyed(owner, {
      path: `applicants/${ids[0]}/contacted`,
      method: 'PATCH',
      body: { contacted: true },
    })
    app.clock.move(UNSENT_DAYS * 86_400)
    const known = async () => {
      await sweepSentChanges(app.deps)
      return (await app.deps.db.pool.query('select from sent_changes')).rowCount
    }
    expect(await known()).toBeGreaterThan(0)
    app.clock.move(2 * 86_400)
    expect(await known()).toBe(0)
  })
})
