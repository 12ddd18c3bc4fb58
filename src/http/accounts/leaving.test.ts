// Deleted people are removed from every table and from the files, and only they.
import { access, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import { RECEIPT } from '#domain/retention/erasures.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { sendMails } from '#test/work.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'

type Answer = {
  success: boolean
  message?: string
  applications?: number
  error: string & { code: string }
}

/** By name, of all files that there have been: without its key none can be read. */
const keys = new Map<string, string>()
const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)
const second = await app.job(owner, { title: 'Packing Lead' })

/** A whole application in which every text carries the word. */
async function apply(word: string, to: JobPost): Promise<string> {
  const token = await app.grant(`${word}@example.com`, to)
  const sent = await app.visitor().form('/api/applications', {
    token,
    firstName: `First${word}`,
    lastName: `Last${word}`,
    phone: `+44 ${word}`,
    coverLetter: `Letter ${word}`,
    additionalInfo: `More ${word}`,
    websiteUrl: `https://${word}.example/`,
    cvFile: new File([Buffer.concat([pdf, Buffer.from(`% ${word}`)])], `${word}.pdf`),
  })
  expect(sent.status).toBe(201)
  // On its way it would arrive after the removal that is looked at.
  await app.mailTo(`${word}@example.com`, /^We have your application/)
  return ((await sent.json()) as { id: string }).id
}

/** Every column of every table, and every file, in which the word stands. */
async function traces(word: string): Promise<string[]> {
  const { rows: tables } = await app.deps.db.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await app.deps.db.pool.query(
      `select from ${name} t where strpos(lower(to_jsonb(t)::text), $1) > 0`,
      [word],
    )
    if (rowCount) found.push(name)
  }
  const { rows } = await app.deps.db.pool.query<{ storage_key: string; key_sealed: string }>(
    'select storage_key, key_sealed from cv_files',
  )
  for (const { storage_key, key_sealed } of rows) keys.set(storage_key, key_sealed)
  // As they are read: what lies on the disk is encrypted.
  for await (const key of app.deps.files.listOlder('cvs', new Date(8.64e15))) {
    const encrypted = keys.get(key)
    // Its key has gone with its row: nobody can read it any more.
    if (encrypted === undefined) continue
    if ((await text(await app.deps.files.read(key, encrypted))).includes(word)) found.push('a file')
  }
  return found
}

const optOut = (email: string, applicantId: string, by = owner) =>
  by.call<Answer>('/functions/opt-out-data', { body: { email, applicantId } })
const remove = (id: string, by = owner) =>
  by.call<Answer>(`/api/applicants/${id}`, { method: 'DELETE' })
const trailOf = async (ids: string[]) => {
  const { rows } = await app.deps.db.pool.query(
    `select action, actor_id, details from audit_events
     where resource_id = any ($1) and action <> 'applicant.created' order by id`,
    [ids],
  )
  return rows
}

// shows: 7-72, 7-125, 8-35, privacy-30
test('removed data is found nowhere any more, and the trail names nobody', async () => {
  await app.confirm(owner)
  const ids = [await apply('wagtail', job), await apply('wagtail', second)]
  const other = await apply('dunnock', job)
  // An owner was told of all three, in one mail.
  app.clock.move(60)
  await expect
    .poll(async () => {
      await sendMails(app.deps)
      return traces('firstwagtail l.')
    })
    .toEqual(['local_mailbox'])
  app.clock.move(-60)
  // A proof that waits for its form, with a file.
  const third = await app.job(owner, { title: 'Night Shift' })
  const token = await app.grant('wagtail@example.com', third)
  const cvFile = new File([Buffer.concat([pdf, Buffer.from('% wagtail')])], 'wagtail.pdf')
  await app.visitor().form('/api/applications/cv', { token, cvFile })
  // An owner's own list of whom a breach concerns.
  const breach = await owner.call<{ id: string }>('/api/rpc/create_security_incident', {
    body: { p_incident_type: 'Data breach', p_severity: 'critical', p_title: 'Lost laptop' },
  })
  const audience_list = ['wagtail@example.com', 'dunnock@example.com']
  await owner.call(`/api/incidents/${breach.body.id}/breach`, {
    method: 'PATCH',
    body: { audience: 'list', audience_list },
  })
  expect(await traces('wagtail')).toEqual(
    expect.arrayContaining([
      'applicants',
      'breach_records',
      'cv_files',
      'email_verifications',
      'a file',
    ]),
  )
  const before = await traces('dunnock')

  const heard: string[] = []
  const stop = app.deps.events.listen((event) => {
    if (event.name === 'applicant.deleted') heard.push(event.subject_id)
  })
  const { status, body } = await optOut('Wagtail@example.com', ids[1] ?? '')
  stop()
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Data Removal Successful', applications: 2 },
  ])
  expect(heard.toSorted()).toEqual(ids.toSorted())
  expect(await traces('wagtail')).toEqual([])
  expect(await trailOf(ids)).toEqual(
    ids.map(() => ({
      action: 'applicant.data_removed',
      actor_id: owner.userId,
      details: { receipt: expect.stringMatching(RECEIPT), reason: 'request' },
    })),
  )
  expect(await traces('dunnock')).toEqual(before)
  expect((await owner.call(`/api/applicants/${other}`)).status).toBe(200)
  // What they held is worth nothing now.
  const late = await app
    .visitor()
    .form('/api/applications', { token, firstName: 'A', lastName: 'B' })
  expect(late.status).toBe(403)
})

// shows: 7-81
test('deleting takes one application and leaves the person their other one', async () => {
  const gone = await apply('fieldfare', job)
  const kept = await apply('fieldfare', second)
  const { status, body } = await remove(gone)
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Applicant deleted successfully' },
  ])
  const left = await owner.call<ApplicantPage>('/api/applicants?tab=all&q=fieldfare')
  expect(left.body.applicants.map(({ id }) => id)).toEqual([kept])
  expect((await traces('fieldfare')).filter((name) => name === 'a file')).toHaveLength(1)
  expect((await remove(gone)).status).toBe(404)
  expect((await remove(kept)).status).toBe(200)
  expect(await traces('fieldfare')).toEqual([])
  expect(await trailOf([gone, kept])).toMatchObject([
    { action: 'applicant.deleted', actor_id: owner.userId },
    { action: 'applicant.deleted', actor_id: owner.userId },
  ])
})

test('a file that cannot be removed is no failure, and is swept later', async () => {
  const id = await apply('whinchat', job)
  const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
    'select storage_key from cv_files where applicant_id = $1',
    [id],
  )
  const file = path.join(app.dataDir, 'files', rows[0]?.storage_key ?? '')
  // In its place something that no file can be removed from.
  await rename(file, `${file}.aside`)
  await mkdir(path.join(file, 'full'), { recursive: true })
  expect((await remove(id)).status).toBe(200)
  await rm(file, { recursive: true })
  await rename(`${file}.aside`, file)
  // Nobody can read it: its key is gone.
  expect(await traces('whinchat')).toEqual([])
  app.clock.move(3700)
  await sweepFiles(app.deps)
  await expect(access(file)).rejects.toThrow('ENOENT')
})

test('a failure at the trail leaves everything as it was', async () => {
  const id = await apply('redwing', job)
  const before = await traces('redwing')
  await app.deps.db.pool.query(`create function breaks() returns trigger language plpgsql as
    $$ begin raise exception 'broken on purpose'; end $$`)
  await app.deps.db.pool.query(
    'create trigger breaks before insert on audit_events for each row execute function breaks()',
  )
  const answers = [await remove(id), await optOut('redwing@example.com', id)]
  await app.deps.db.pool.query('drop function breaks cascade')
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(await traces('redwing')).toEqual(before)
  expect((await optOut('redwing@example.com', id)).status).toBe(200)
})

test('two who remove the same person at once: one is told that nobody is there', async () => {
  const ids = [await apply('brambling', job), await apply('brambling', second)]
  const answers = await Promise.all(
    [...ids, ...ids].map((id) => optOut('brambling@example.com', id)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 404, 404, 404,
  ])
})

// shows: 6-10, 7-125
test('refuses another address, and tells other organizations nothing', async () => {
  const id = await apply('siskin', job)
  const before = await traces('siskin')
  const stranger = await app.owner('Other Shop')
  const wrong = await optOut('dunnock@example.com', id)
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    'This is not the email address of this applicant.',
  ])
  expect((await optOut('no address', id)).status).toBe(400)
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const target of [id, missing]) {
    const { status, body } = await optOut('siskin@example.com', target, stranger)
    expect([status, body.error]).toEqual([404, 'This applicant no longer exists.'])
    expect((await remove(target, stranger)).status).toBe(404)
  }
  const signedOut = app.visitor()
  const body = { email: 'siskin@example.com', applicantId: id }
  expect((await signedOut.call('/functions/opt-out-data', { body })).status).toBe(401)
  expect((await signedOut.call(`/api/applicants/${id}`, { method: 'DELETE' })).status).toBe(401)
  expect(await traces('siskin')).toEqual(before)
})

// shows: 6-10
test('staff may do both', async () => {
  const staff = await app.staff(owner)
  const [one, two] = [await apply('twite', job), await apply('linnet', job)]
  expect((await remove(one, staff)).status).toBe(200)
  expect((await optOut('linnet@example.com', two, staff)).status).toBe(200)
})
