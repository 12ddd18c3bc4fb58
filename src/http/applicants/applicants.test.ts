// The staff's calls about applicants: success, refusals, and access.
import { describe, expect, test } from 'vitest'
import type { ApplicantCounts, ApplicantPage, ApplicantRow } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'

const app = await openApp()
const owner = await app.owner()
const stranger = await app.owner('Other Shop')
const job = await app.job(owner)

let people = 0
async function applicant(values: Record<string, string | Blob> = {}): Promise<ApplicantRow> {
  const email = `applicant-${++people}@example.com`
  const token = await app.grant(email, job)
  const sent = await app.visitor().form('/api/applications', {
    token,
    firstName: 'Maya',
    lastName: 'Okafor',
    ...values,
  })
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: string }
  const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${id}`)
  return { ...body.applicant, has_cv: body.applicant.cv_url !== null }
}

describe('the list', () => {
  // shows: 2-89, 7-49
  test('shows the newest first, in pages by key, and counts by status', async () => {
    const shop = await app.owner('Paging Shop')
    const post = await app.job(shop)
    await app.deps.db.pool.query(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, status, created_at)
       select $1, 'p' || n || '@example.com', $2, $2, 'Job', 'P' || n, 'Q', case when n % 4 = 0 then 'reviewing' else 'applied' end,
         now() - make_interval(mins => n / 3)
       from generate_series(1, 140) n`,
      [shop.organization.id, post.id],
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: ApplicantPage } = await shop.call<ApplicantPage>(
        `/api/applicants?tab=all&cursor=${encodeURIComponent(cursor)}`,
      )
      seen.push(...body.applicants.map(({ id }) => id))
      cursor = body.next_cursor
    }
    expect(seen).toHaveLength(140)
    expect(new Set(seen).size).toBe(140)
    const { body: counts } = await shop.call<ApplicantCounts>('/api/applicants/counts')
    expect(counts).toEqual({
      all: 140,
      applied: 105,
      reviewing: 35,
      interviewed: 0,
      hired: 0,
      rejected: 0,
    })
    const { body: narrowed } = await shop.call<ApplicantPage>('/api/applicants?tab=all&q=p139@')
    expect(narrowed.applicants.map(({ first_name }) => first_name)).toEqual(['P139'])
  })

  test('starts anew at a cursor that is not ours', async () => {
    const { body } = await owner.call<ApplicantPage>('/api/applicants')
    const firstPage = await owner.call<ApplicantPage>('/api/applicants?cursor=%27')
    expect(firstPage.body.applicants).toEqual(body.applicants)
  })
})

describe('moving', () => {
  // shows: 4-11, 6-9, 7-50, 7-51
  test('follows the allowed moves and tells where the applicant is when one is not', async () => {
    const { id } = await applicant()
    const move = (status: string) =>
      owner.call<ApplicantRow & { error?: { code: string; message: string } }>(
        `/api/applicants/${id}/status`,
        { method: 'PATCH', body: { status } },
      )
    expect((await move('hired')).body.error).toMatchObject({
      code: 'applicant.moveRefused',
      message: 'This move is not possible: the applicant is Applied now.',
    })
    expect((await move('reviewing')).body.status).toBe('reviewing')
    expect((await move('rejected')).body.status).toBe('rejected')
    expect((await move('rejected')).status).toBe(409)
    expect((await move('applied')).body.status).toBe('applied')
    expect((await move('nonsense')).status).toBe(400)
    const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${id}`)
    expect(body.history.map(({ to_status }) => to_status)).toEqual([
      'applied',
      'rejected',
      'reviewing',
      'applied',
    ])
    expect(body.history[0]?.changed_by_name).toBe('Ana Silva')
  })

  // shows: 7-51
  test('of two people at once one is told', async () => {
    const { id } = await applicant()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        owner.call(`/api/applicants/${id}/status`, {
          method: 'PATCH',
          body: { status: 'reviewing' },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  // shows: 4-12, 6-9, 7-52
  test('keeps the contacted flag', async () => {
    const { id } = await applicant()
    const { body } = await owner.call<ApplicantRow>(`/api/applicants/${id}/contacted`, {
      method: 'PATCH',
      body: { contacted: true },
    })
    expect(body.contacted).toBe(true)
  })
})

describe('stars and tags', () => {
  type Answer = ApplicantRow & { error?: { message: string } }
  const star = (id: string, starred: boolean, by = owner) =>
    by.call<Answer>(`/api/applicants/${id}/starred`, { method: 'PATCH', body: { starred } })
  const tag = (id: string, body: { add?: string[]; remove?: string[] }, by = owner) =>
    by.call<Answer>(`/api/applicants/${id}/tags`, { method: 'PATCH', body })
  const found = async (query: string, by = owner) => {
    const [list, counts] = await Promise.all([
      by.call<ApplicantPage>(`/api/applicants?tab=all&${query}`),
      by.call<ApplicantCounts>(`/api/applicants/counts?${query}`),
    ])
    expect(counts.body.all).toBe(list.body.applicants.length)
    return list.body.applicants.map(({ id }) => id)
  }
  const tagsInUse = async (by = owner) =>
    (await by.call<{ tags: { tag: string; key: string }[] }>('/api/applicants/tags')).body.tags

  // shows: 7-75, 7-76
  test('are shared, found by the list, its counts and the table, and go with the applicant', async () => {
    const [one, two] = [await applicant(), await applicant()]
    expect((await star(one.id, true)).body.starred).toBe(true)
    expect((await star(one.id, true)).body.starred).toBe(true)
    expect((await tag(one.id, { add: ['  Weekend   only ', 'Barista'] })).body.tags).toEqual([
      'Barista',
      'Weekend only',
    ])
    // The spelling that is in use stays, and two people who tag somebody at once both have their way.
    await Promise.all([tag(two.id, { add: ['WEEKEND ONLY'] }), tag(two.id, { add: ['Örebro'] })])
    const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${two.id}`)
    expect(body.applicant).toMatchObject({ starred: false, tags: ['Weekend only', 'Örebro'] })
    expect(body.applicant.updated_at).toBe(two.created_at)

    expect(await found('star=starred')).toEqual([one.id])
    expect(new Set(await found('tag=weekend%20ONLY'))).toEqual(new Set([one.id, two.id]))
    expect(await found('tag=barista&star=starred&q=Okafor')).toEqual([one.id])
    expect(await found('tag=bar')).toEqual([])
    expect((await owner.call('/api/applicants?star=yes')).status).toBe(400)
    const csv = await (await owner.fetch('/api/applicants/export.csv?tab=all&tag=barista')).text()
    expect(csv).toContain('"Starred","Tags"')
    expect(csv).toContain('"Yes","Barista, Weekend only"')

    expect(await tagsInUse()).toEqual([
      { tag: 'Barista', key: 'barista' },
      { tag: 'Weekend only', key: 'weekend only' },
      { tag: 'Örebro', key: 'örebro' },
    ])
    expect((await tag(one.id, { remove: ['weekend only', 'nothing'] })).body.tags).toEqual([
      'Barista',
    ])
    expect((await star(one.id, false)).body.starred).toBe(false)
    await owner.call(`/api/applicants/${one.id}`, { method: 'DELETE' })
    expect((await tagsInUse()).map(({ tag: name }) => name)).toEqual(['Weekend only', 'Örebro'])
  })

  test('are refused beyond their limits, in words', async () => {
    const { id } = await applicant()
    const numbers = (count: number, name = 'n') =>
      Array.from({ length: count }, (_, at) => `${name}${at}`)
    for (const [add, message] of [
      [['x'.repeat(31)], 'A tag can have at most 30 characters.'],
      [[' '], 'Enter a tag.'],
      [['a, b'], 'A tag cannot contain a comma.'],
      [numbers(11), 'An applicant can have at most 10 tags.'],
    ] as const) {
      const { status, body } = await tag(id, { add: [...add] })
      expect([status, body.error?.message]).toEqual([400, message])
    }
    expect((await tag(id, { add: numbers(10) })).status).toBe(200)
    expect((await tag(id, { add: ['One more'] })).body.error?.message).toBe(
      'An applicant can have at most 10 tags.',
    )
    expect((await tag(id, { add: ['One more'], remove: ['n0'] })).status).toBe(200)

    const shop = await app.owner('Tagging Shop')
    const post = await app.job(shop)
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name)
       select $1, 't' || n || '@example.com', $2, $2, 'Job', 'T', 'Q' from generate_series(1, 11) n returning id`,
      [shop.organization.id, post.id],
    )
    for (const [at, row] of rows.slice(0, 10).entries()) {
      expect((await tag(row.id, { add: numbers(10, `${at} `) }, shop)).status).toBe(200)
    }
    const last = rows[10]!.id
    expect((await tag(last, { add: ['0 0'] }, shop)).status).toBe(200)
    const over = await tag(last, { add: ['A new one'] }, shop)
    expect(over.status).toBe(409)
    expect(over.body.error?.message).toContain('already uses 100 different tags')
  })

  test('are told to other screens, stand in the trail without their words, and are kept from strangers', async () => {
    const { id } = await applicant()
    await tag(id, { add: ['Knows Jo'] })
    const { rows: events } = await app.deps.db.pool.query<{ name: string }>(
      `select name from live_events where subject_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(events).toEqual([{ name: 'applicant.updated' }])
    const { rows: trail } = await app.deps.db.pool.query<{ details: object }>(
      `select details from audit_events where resource_id = $1 and action = 'applicant.tagged'`,
      [id],
    )
    expect(trail).toEqual([{ details: { added: 1, removed: 0 } }])
    expect((await star(id, true, stranger)).status).toBe(404)
    expect((await tag(id, { add: ['Mine'] }, stranger)).status).toBe(404)
    expect(await found('tag=knows%20jo', stranger)).toEqual([])
    expect(await tagsInUse(stranger)).toEqual([])
  })
})

describe('the CV', () => {
  // shows: 6-9, 7-103, 8-15, 9-3, safer-6, privacy-15, V3.2.1
  test('opens by a link that ends after 60 seconds and cannot be changed', async () => {
    const { id } = await applicant({ cvFile: new File([pdf], 'Maya "CV" ü.pdf') })
    await app.cvsChecked()
    const { body } = await owner.call<{ url: string; expires_in: number }>(
      `/api/applicants/${id}/cv-link`,
      { method: 'POST' },
    )
    expect(body.expires_in).toBe(60)
    const opened = await app.visitor().fetch(body.url)
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-type')).toBe('application/pdf')
    expect(opened.headers.get('content-disposition')).toBe(
      `attachment; filename="Maya CV _.pdf"; filename*=UTF-8''Maya%20CV%20%C3%BC.pdf`,
    )
    expect(opened.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await opened.arrayBuffer()).equals(pdf)).toBe(true)

    const later = body.url.replace(
      /expires=(\d+)/,
      (_, at: string) => `expires=${Number(at) + 600}`,
    )
    expect((await app.visitor().fetch(later)).status).toBe(403)
    app.clock.move(61)
    const late = await app.visitor().call<{ error: { message: string } }>(body.url)
    app.clock.move(-61)
    expect(late.status).toBe(403)
    expect(late.body.error.message).toBe('Unable to generate access link for CV file.')
  })

  // shows: 9-23, V14.3.2
  test('is kept by no cache, and the bucket is listed to nobody', async () => {
    const { id } = await applicant({ cvFile: new File([pdf], 'Maya.pdf') })
    await app.cvsChecked()
    const { body } = await owner.call<{ url: string }>(`/api/applicants/${id}/cv-link`, {
      method: 'POST',
    })
    const opened = await app.visitor().fetch(body.url)
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
    await opened.arrayBuffer()
    for (const address of ['/api/cvs', '/api/cvs/', '/api/cvs?limit=100&offset=0']) {
      const { status } = await owner.call(address)
      expect([address, status]).toEqual([address, 404])
    }
  })

  // shows: 7-103, 8-15
  test('is said to be missing when there is none', async () => {
    const { id } = await applicant()
    const { status, body } = await owner.call<{ error: { message: string } }>(
      `/api/applicants/${id}/cv-link`,
      { method: 'POST' },
    )
    expect(status).toBe(404)
    expect(body.error.message).toBe('Unable to access CV file. Please check if the file exists.')
  })
})

describe('who is kept out', () => {
  const calls: [string, string, unknown?][] = [
    ['GET', '/api/applicants/:id'],
    ['PATCH', '/api/applicants/:id/status', { status: 'reviewing' }],
    ['PATCH', '/api/applicants/:id/contacted', { contacted: true }],
    ['POST', '/api/applicants/:id/cv-link'],
  ]

  // shows: 6-7, safer-6, safer-13
  test('another organization gets the same answer as for an applicant that does not exist', async () => {
    const { id } = await applicant({ cvFile: new File([pdf], 'cv.pdf') })
    for (const [method, address, body] of calls) {
      const ask = (target: string) =>
        stranger.call<{ error: { code: string } }>(address.replace(':id', target), { method, body })
      const foreign = await ask(id)
      const missing = await ask('00000000-0000-4000-8000-000000000000')
      expect([method, address, foreign.status]).toEqual([method, address, 404])
      expect(foreign.body.error.code).toBe(missing.body.error.code)
      expect((await ask('nonsense')).status).toBe(404)
    }
    const { body } = await stranger.call<ApplicantPage>('/api/applicants?tab=all')
    expect(body.applicants).toEqual([])
  })

  // shows: 6-5, 6-7, safer-13
  test('visitors and people without an approved organization', async () => {
    const person = await app.person()
    const pending = await app.staff(owner)
    await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
      pending.userId,
    ])
    for (const address of ['/api/applicants', '/api/applicants/counts', '/api/live']) {
      expect((await app.visitor().call(address)).status).toBe(401)
      expect((await person.call(address)).status).toBe(403)
      expect((await pending.call(address)).status).toBe(403)
    }
  })

  test('a page of another site', async () => {
    const { id } = await applicant()
    const { status } = await owner.call(`/api/applicants/${id}/contacted`, {
      method: 'PATCH',
      body: { contacted: true },
      headers: { origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
  })
})
