// An application is stored completely or not at all, whatever fails in between, and wherever its file is stored.
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { insertUnclaimedCv } from '#data/cvs/cvs.ts'
import { findProof } from '#data/verification/verification.ts'
import { hashOf } from '#gateways/secrets.ts'
import { createTestApp, openApp, type Member, type TestApp } from '#test/app.ts'
import { enginesAbove } from '#test/databases/engines.ts'
import { docx, pdf } from '#test/input/files.ts'
import { submitApplication } from './submit-application.ts'
import { startBucket, type TestBucket } from '#test/servers/s3.ts'

type Answer = { status: number; body: { id: string; error?: { code: string; message: string } } }

async function post(
  app: TestApp,
  address: string,
  fields: Record<string, string | Blob>,
): Promise<Answer> {
  const response = await app.visitor().form(address, fields)
  // Every answer here is JSON of one of these shapes; the tests look at what they expect.
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const alreadyApplied = 'You have already applied for this position with this email address.'

const upload = (app: TestApp, token: string, name = 'CV.pdf', content: Blob | null = null) =>
  post(app, '/api/applications/cv', { token, cvFile: new File([content ?? pdf], name) })

const submit = (app: TestApp, token: string, fields: Record<string, string | Blob> = {}) =>
  post(app, '/api/applications', { token, firstName: 'Maya', lastName: 'Okafor', ...fields })

describe.each(enginesAbove)('on %s', async (engine) => {
  const app = await openApp({ engine })
  const owner = await app.owner()
  const job = await app.job(owner)

  const run = (statement: string, ...values: unknown[]) =>
    app.deps.db.pool.query<{ name: string; count: number }>(statement, values)

  /** How many rows each table has that an application writes to. */
  async function rows(): Promise<object> {
    const tables = ['applicants', 'applicant_status_history', 'audit_events', 'cv_files']
    const counts = tables.map((table) => `select '${table}' as name, count(*)::int from ${table}`)
    const owned = `select 'owned', count(*)::int from cv_files where applicant_id is not null`
    const { rows } = await run([...counts, owned].join(' union all '))
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  // shows: 7-97, V2.3.3, V16.5.3
  test.each([
    ['the row', 'after insert on applicants'],
    ['the file', 'before update on cv_files'],
    ['the history', 'before insert on applicant_status_history'],
    ['the trail', 'before insert on audit_events'],
    ['the commit', 'after insert on applicants deferrable initially deferred'],
  ])(
    'a failure at %s leaves nothing behind, and the file waits for another try',
    async (what, when) => {
      const email = `${what.replace(' ', '-')}@example.com`
      const token = await app.grant(email, job)
      const { body: cv } = await upload(app, token)
      const before = await rows()
      const kind = when.includes('deferred') ? 'constraint trigger' : 'trigger'
      await run(`create or replace function breaks() returns trigger language plpgsql as
      $$ begin raise exception 'broken on purpose'; end $$`)
      await run(`create ${kind} breaks ${when} for each row execute function breaks()`)
      const failed = await submit(app, token, { cvId: cv.id })
      await run('drop function breaks cascade')

      expect(failed.status).toBe(500)
      expect(JSON.stringify(failed.body)).not.toMatch(/purpose|insert|trigger|applicants/)
      expect(await rows()).toEqual(before)
      expect(await submit(app, token, { cvId: cv.id })).toMatchObject({ status: 201 })
    },
  )

  test('a job that closes between the mail and the form is refused, and reopened takes it', async () => {
    const closing = await app.job(owner, { title: 'Closing soon' })
    const token = await app.grant('late@example.com', closing)
    const { body: cv } = await upload(app, token)
    const setActive = (is_active: boolean) =>
      owner.call(`/api/jobs/${closing.id}`, { method: 'PATCH', body: { is_active } })
    await setActive(false)
    const before = await rows()
    expect(await submit(app, token, { cvId: cv.id })).toMatchObject({
      status: 404,
      body: { error: { message: 'Job posting not found or not accessible' } },
    })
    expect(await rows()).toEqual(before)
    await setActive(true)
    expect((await submit(app, token, { cvId: cv.id })).status).toBe(201)
  })

  test('a proof that is erased while the form is sent leaves no application without consent', async () => {
    const token = await app.grant('erased@example.com', job)
    const proof = await findProof(app.deps.db.queries, hashOf(token), new Date())
    if (!proof) throw new Error('no proof')
    const grant = { ...proof, token, verification_id: proof.id }
    const before = await rows()
    await run('delete from email_verifications where id = $1', proof.id)
    const submission = {
      values: { firstName: 'Maya', lastName: 'Okafor' },
      cvId: null,
      network: { name: '203.0.113.78', isCounted: true },
    }
    await expect(submitApplication(app.deps, grant, submission)).rejects.toMatchObject({
      code: 'application.dataMissing',
    })
    expect(await rows()).toEqual(before)
  })

  // shows: V2.3.4
  test('of 50 submits at once one is taken, with its file', async () => {
    const token = await app.grant('many@example.com', job)
    const { body: cv } = await upload(app, token)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submit(app, token, { cvId: cv.id })),
    )
    const taken = answers.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 201) expect(body.error?.message).toBe(alreadyApplied)
    }
    const { rows: found } = await run(
      `select count(*)::int, count(cv_url)::int as name from applicants where email = 'many@example.com'`,
    )
    expect(found).toEqual([{ count: 1, name: 1 }])
  })

  test('a file of someone else is not taken along', async () => {
    const theirs = await upload(app, await app.grant('theirs@example.com', job))
    const token = await app.grant('ours@example.com', job)
    const refused = await submit(app, token, { cvId: theirs.body.id })
    expect(refused.body.error?.message).toBe('Please add your CV again.')
    expect((await submit(app, token)).status).toBe(201)
  })

  describe('a file that came with the form and was replaced meanwhile', () => {
    async function replaced(email: string) {
      const token = await app.grant(email, job)
      const { body: sent } = await upload(app, token, 'Sent along.pdf')
      const proof = await findProof(app.deps.db.queries, hashOf(token), app.deps.clock.now())
      if (!proof) throw new Error('There is no proof')
      const values = { firstName: 'Maya', lastName: 'Okafor' }
      const network = { name: '203.0.113.77', isCounted: true }
      return {
        token,
        grant: { ...proof, verification_id: proof.id, token },
        submission: { values, cvId: sent.id, network },
      }
    }
    const filesOf = async ({ id }: { id: string }) =>
      (await run('select original_name as name from cv_files where applicant_id = $1', id)).rows

    test('is taken as the one that replaced it', async () => {
      const { token, grant, submission } = await replaced('replaced@example.com')
      await upload(app, token, 'Begun before.pdf')
      await expect(submitApplication(app.deps, grant, submission)).rejects.toMatchObject({
        code: 'application.invalid',
      })
      const sentAlong = { ...submission, isCvSentAlong: true }
      const { applicant } = await submitApplication(app.deps, grant, sentAlong)
      expect(await filesOf(applicant)).toEqual([{ name: 'Begun before.pdf' }])
    })

    // The embedded engine runs one transaction at a time.
    test.runIf(engine === 'postgres')(
      'also when that one is committed while the form waits for the row of the first',
      async () => {
        const { grant, submission } = await replaced('midst@example.com')
        const { organization_id, verification_id } = grant
        const { rows: stored } = await run(
          'select storage_key as name from cv_files where verification_id = $1',
          verification_id,
        )
        const [replacing, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const uploading = app.deps.db.transaction(async (tx) => {
          await insertUnclaimedCv(tx, organization_id, verification_id, {
            // The same file, because only the rows matter here.
            storage_key: stored[0]!.name,
            key_sealed: null,
            original_name: 'Begun before.pdf',
            kind: 'pdf',
            byte_size: pdf.length,
          })
          replacing.resolve()
          await waiting.promise
        })
        await replacing.promise
        const sentAlong = { ...submission, isCvSentAlong: true }
        const submitting = submitApplication(app.deps, grant, sentAlong)
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await run(waits)).rowCount).toBe(1)
        waiting.resolve()
        await uploading
        const { applicant } = await submitting
        expect(await filesOf(applicant)).toEqual([{ name: 'Begun before.pdf' }])
      },
    )
  })

  test('a grant keeps one file, the last one, also when more come at once', async () => {
    const token = await app.grant('uploads@example.com', job)
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(app, token)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    const { rows: mine } = await run(
      `select cv_files.id as name from cv_files join email_verifications on email_verifications.id = verification_id
       where email = 'uploads@example.com'`,
    )
    expect(answers.map(({ body }) => ({ name: body.id }))).toContainEqual(mine[0])
    expect(mine).toHaveLength(1)
    const { rows: known } = await run('select storage_key as name from cv_files')
    const kept = await readdir(`${app.dataDir}/files/cvs`)
    expect(kept.map((name) => `cvs/${name}`).toSorted()).toEqual(
      known.map(({ name }) => name).toSorted(),
    )
  })
})

describe('with the files in a bucket', () => {
  let bucket: TestBucket
  let app: TestApp
  let owner: Member
  let job: JobPost
  beforeAll(async () => {
    bucket = await startBucket()
    app = await createTestApp({ env: { STORAGE_URL: bucket.url } })
    owner = await app.owner()
    job = await app.job(owner)
  })
  afterAll(async () => {
    await app.close()
    await bucket.close()
  })

  // shows: interface-10
  test('an application with its CV arrives in a bucket, encrypted, and staff open it by a link', async () => {
    const token = await app.grant('maya@example.com', job)
    const content = docx({ 'word/media/picture.png': randomBytes(300_000) })
    const { status, body: cv } = await upload(
      app,
      token,
      'Lebenslauf Müller.docx',
      new Blob([content]),
    )
    expect(status).toBe(201)
    const { body: applicant } = await submit(app, token, { cvId: cv.id })
    await app.cvsChecked()
    const { body: link } = await owner.call<{ url: string; expires_in: number }>(
      `/api/applicants/${applicant.id}/cv-link`,
      { method: 'POST' },
    )
    expect(link.expires_in).toBe(60)
    expect(new URL(link.url).origin).toBe(app.url)
    const file = await fetch(link.url)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Lebenslauf M_ller.docx"; filename*=UTF-8''Lebenslauf%20M%C3%BCller.docx`,
    )
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test('a bucket that is gone is told, leaves no row, and does not stop an application', async () => {
    const token = await app.grant('bo@example.com', job)
    await bucket.close()
    expect(await upload(app, token)).toMatchObject({
      status: 503,
      body: { error: { message: 'Failed to upload CV. Please try again.' } },
    })
    const { rowCount } = await app.deps.db.pool.query(
      'select from cv_files where applicant_id is null',
    )
    expect(rowCount).toBe(0)
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
    expect((await app.visitor().fetch('/embed')).status).toBe(200)
    expect((await submit(app, token)).status).toBe(201)
  })
})
