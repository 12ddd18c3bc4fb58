// A CV that was uploaded and not sent yet: it is in the form again, for the person who uploaded it alone, until it is removed.
import { expect, test } from 'vitest'
import type { WidgetView } from '#domain/careers/widget.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { sweepUnclaimedCvs } from '#features/retention/sweep-files.ts'
import { openApp } from '#test/app.ts'
import { fieldsOf } from '#test/html.ts'
import { pdf } from '#test/input/files.ts'

const app = await openApp()
const job = await app.job(await app.owner())
const elsewhere = await app.job(await app.owner('Other Shop'))

let people = 0
async function person(post = job) {
  const email = `kept-${++people}@example.com`
  return { email, post, token: await app.grant(email, post) }
}
type Person = Awaited<ReturnType<typeof person>>

async function upload({ token }: Person): Promise<string> {
  const cvFile = new File([pdf], 'Maya Okafor.pdf')
  const answer = await app.visitor().form('/api/applications/cv', { token, cvFile })
  return ((await answer.json()) as { id: string }).id
}

/** What both pages show of it: the widget, with and without its script, and the page of its own. */
async function shownTo({ email, post, token }: Person) {
  const at = `/embed?step=apply&roleId=${post.id}&token=${token}`
  const page = new URLSearchParams({ email, roleId: post.id, roleTitle: post.title, token })
  const visitor = app.visitor()
  const json = await visitor.fetch(at, { headers: { accept: 'application/json' } })
  const { view } = (await json.json()) as { view: Extract<WidgetView, { step: 'apply' }> }
  const pages = [await visitor.fetch(at), await visitor.fetch(`/application?${page}`)]
  const [widget, own] = await Promise.all(pages.map(async (one) => fieldsOf(await one.text())))
  return [view.cv?.id ?? '', widget?.['cvId'], own?.['cvId']]
}

const remove = (token: string, cvId: string) =>
  app.visitor().call('/api/applications/cv', { method: 'DELETE', body: { token, cvId } })

const waiting = async (cvId: string) => {
  const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
    'select storage_key from cv_files where id = $1 and applicant_id is null',
    [cvId],
  )
  return rows[0]?.storage_key
}

test('it is in each form of the proof that it was uploaded with, and is sent with it', async () => {
  const maya = await person()
  expect(await shownTo(maya)).toEqual(['', '', ''])
  const cvId = await upload(maya)
  expect(await shownTo(maya)).toEqual([cvId, cvId, cvId])
  const body = { token: maya.token, firstName: 'Maya', lastName: 'Okafor', cvId }
  expect((await app.visitor().call('/api/applications', { body })).status).toBe(201)
  expect(await waiting(cvId)).toBeUndefined()
})

test('with the proof of another person, job or organization it is not shown, sent or removed', async () => {
  const maya = await person()
  const cvId = await upload(maya)
  const post = await app.job(await app.owner('Third Shop'))
  const strangers = [
    await person(),
    await person(elsewhere),
    // The same address for another job.
    { ...maya, post, token: await app.grant(maya.email, post) },
  ]
  for (const stranger of strangers) {
    expect(await shownTo(stranger)).toEqual(['', '', ''])
    expect((await remove(stranger.token, cvId)).status).toBe(204)
    const body = { token: stranger.token, firstName: 'Eve', lastName: 'Moss', cvId }
    const sent = await app
      .visitor()
      .call<{ error: { fields: { cvFile: string } } }>('/api/applications', { body })
    expect([sent.status, sent.body.error.fields.cvFile]).toEqual([400, 'Please add your CV again.'])
  }
  expect(await shownTo(maya)).toEqual([cvId, cvId, cvId])
})

// shows: 7-102
test('it is removed on purpose, file and all, but not in place of the one that came after it', async () => {
  const maya = await person()
  const [first, second] = [await upload(maya), await upload(maya)]
  const key = (await waiting(second))!
  expect((await remove(maya.token, first)).status).toBe(204)
  expect(await app.deps.files.exists(key)).toBe(true)
  expect((await remove(maya.token, second)).status).toBe(204)
  expect(await app.deps.files.exists(key)).toBe(false)
  expect(await shownTo(maya)).toEqual(['', '', ''])
  expect((await remove('', second)).status).toBe(403)
})

test('one that was sent is not removed any more', async () => {
  const maya = await person()
  const cvId = await upload(maya)
  const body = { token: maya.token, firstName: 'Maya', lastName: 'Okafor', cvId }
  await app.visitor().call('/api/applications', { body })
  await remove(maya.token, cvId)
  const { rowCount } = await app.deps.db.pool.query(
    'select from cv_files where id = $1 and applicant_id is not null',
    [cvId],
  )
  expect(rowCount).toBe(1)
})

// Last, because it moves the clock.
test('it is in no form when its hour is over', async () => {
  const maya = await person()
  await upload(maya)
  app.clock.move(RETENTION.unclaimedCvMinutes * 60 + 60)
  await sweepUnclaimedCvs(app.deps)
  expect(await shownTo(maya)).toEqual(['', '', ''])
  app.clock.reset()
})
