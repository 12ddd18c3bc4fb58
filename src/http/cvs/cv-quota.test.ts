// The space for CVs: of one organization, and of all of them.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { openApp, type Member } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { insertApplication } from '#test/rows.ts'

const app = await openApp({
  env: { CV_QUOTA_MB_PER_ORGANIZATION: '100', CV_QUOTA_MB: '150' },
})
const owner = await app.owner()
const job = await app.job(owner)
const other = await app.owner('Other Shop')
const otherJob = await app.job(other)

const FULL = 'We cannot take files at the moment. You can send your application without a CV.'
const upload = async (token: string) => {
  const response = await app
    .visitor()
    .form('/api/applications/cv', { token, cvFile: new File([pdf], 'CV.pdf') })
  const { error } = (await response.json()) as { error?: { message: string } }
  return [response.status, error?.message]
}
const apply = (token: string) =>
  app.visitor().call('/api/applications', {
    body: { token, firstName: 'Maya', lastName: 'Okafor' },
  })

// shows: interface-10
describe('room for CVs', () => {
  /** CVs of an organization, as large as they may be. */
  async function fill(member: Member, post: JobPost, files: number) {
    const { queries } = app.deps.db
    const shop = { organization: member.organization, job: post }
    for (let count = 0; count < files; count++) {
      const { id } = await insertApplication(queries, shop, `${randomUUID()}@example.com`)
      await app.deps.db.pool.query(
        `insert into cv_files (organization_id, applicant_id, storage_key, original_name, kind, byte_size)
         values ($1, $2, $3, 'CV.pdf', 'pdf', $4)`,
        [member.organization.id, id, `cvs/${id}.pdf`, 10_000_000],
      )
    }
  }
  const attention = async (member: Member) =>
    (await member.call<Overview>('/api/overview')).body.attention
  const sentences = async (member: Member) => (await attention(member)).cv_space
  const limits = async (member: Member) => (await attention(member)).limits

  // shows: V2.4.1
  test('ends for an organization: its applicants are told, and apply without', async () => {
    const token = await app.grant('full@example.com', job)
    expect(await upload(token)).toEqual([201, undefined])
    expect(await limits(owner)).toEqual([])
    await fill(owner, job, 8)
    const used = 80_000_000 + new Blob([pdf]).size
    expect(await limits(owner)).toEqual([{ about: 'cv-space', used, most: 100_000_000 }])
    // Over its limit only its owners have to act: applicants may use a fifth more.
    await fill(owner, job, 3)
    expect((await upload(token))[0]).toBe(201)
    await fill(owner, job, 1)
    expect(await upload(token)).toEqual([503, FULL])
    expect(await sentences(owner)).toBe('enough')
    expect(await limits(other)).toEqual([])
    expect((await upload(await app.grant('full@example.com', otherJob)))[0]).toBe(201)

    const form = await app.visitor().form(`/embed?step=apply&roleId=${job.id}`, {
      token,
      firstName: 'Maya',
      lastName: 'Okafor',
      cvFile: new File([pdf], 'CV.pdf'),
    })
    expect(form.status).toBe(503)
    expect(await form.text()).toContain(FULL)
    expect((await apply(token)).status).toBe(201)
  })

  test('ends for everybody, where the installation has no more', async () => {
    const token = await app.grant('all@example.com', otherJob)
    expect(await sentences(other)).toBe('enough')
    await fill(other, otherJob, 2)
    expect(await sentences(other)).toBe('none')
    await fill(other, otherJob, 1)
    expect(await upload(token)).toEqual([503, FULL])
    // Anyone who cannot do anything about it is not told.
    expect(await sentences(await app.staff(other))).toBe('enough')
    await app.deps.db.pool.query('delete from applicants where organization_id = $1', [
      owner.organization.id,
    ])
    expect(await upload(token)).toEqual([201, undefined])
    expect(await sentences(other)).toBe('enough')
  })
})
