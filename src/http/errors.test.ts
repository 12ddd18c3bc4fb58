// A failure that the log has is told with its reference, and none is told that the log does not have: for each code of the
// catalogue and each kind of unexpected error.
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { AppError, errorKinds, type ErrorCode } from '#domain/errors.ts'
import english from '#domain/texts/en.json' with { type: 'json' }
import { createTestApp, openApp } from '#test/app.ts'
import type { Env } from './context.ts'
import { answerError, asAppError, referenceOf } from './errors.ts'
import { requestIds } from './server/request-ids.ts'

type Line = { level: string; request_id?: string }
let lines: Line[] = []
const onLog = (line: string) => void lines.push(JSON.parse(line) as Line)
const app = await openApp({ onLog })
beforeEach(() => (lines = []))

/** What a page says of the error, what a program reads, and the ids of the lines about it. */
async function answersOf(error: Error, { deps } = app) {
  const routes = new Hono<Env>()
    .use(requestIds(deps))
    .use((c, next) => {
      c.set('deps', deps)
      return next()
    })
    .get('/:kind', () => {
      throw error
    })
    .onError((failure, c) => {
      if (c.req.path === '/json') return answerError(failure, c)
      return c.text(asAppError(failure, c).message + referenceOf(c))
    })
  const env = { outgoing: { setHeader() {} }, incoming: { socket: {} } }
  const read = async (path: string) => {
    lines = []
    const answer = await routes.request(path, {}, env)
    const failures = lines.filter(({ level }) => level === 'warn' || level === 'error')
    return { text: await answer.text(), logged: failures.map((line) => line.request_id) }
  }
  const page = await read('/page')
  return { page, json: await read('/json') }
}

/** Each sentence takes its own values; none of them matters here. */
const names = JSON.stringify(english).matchAll(/\{(\w+)/g)
const anyValues = Object.fromEntries(Array.from(names, ([, name = '']) => [name, 1]))
const refusalOf = (code: ErrorCode, cause?: Error) =>
  new AppError(code as 'server.unavailable', { values: anyValues, cause } as { cause?: Error })

const codes = Object.keys(errorKinds) as ErrorCode[]
test.each(codes)('%s', async (code) => {
  for (const error of [refusalOf(code), refusalOf(code, new Error('the reason'))]) {
    const { page, json } = await answersOf(error)
    const [, reference] = /\(Reference: (.*)\)/.exec(page.text) ?? []
    expect(reference).toBe(page.logged[0]?.slice(0, 8))
    const [id] = json.logged
    if (id) expect(JSON.parse(json.text)).toMatchObject({ error: { request_id: id } })
  }
})

test('those whose outside system or storage failed are among them', async () => {
  for (const code of ['store.unreachable', 'writer.failed', 'application.uploadFailed'] as const) {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    // Of a new process: a failure that is repeated within a minute is only counted.
    const own = await createTestApp({ database: app.deps.db, onLog })
    const { page } = await answersOf(refusalOf(code, cause), own)
    expect([code, page.logged.length]).toEqual([code, 1])
    await own.close()
  }
})

test.each([
  ['a defect', new TypeError('no such thing')],
  ['a database that is away', Object.assign(new Error('away'), { code: '57P01' })],
  ['a disk that is full', Object.assign(new Error('full'), { code: 'ENOSPC' })],
  ['what a person may not see', new Error('relation "applicants" does not exist')],
])('%s', async (_, error) => {
  const { page, json } = await answersOf(error)
  expect(page.logged).toHaveLength(1)
  expect(page.text).toContain(`(Reference: ${page.logged[0]?.slice(0, 8)})`)
  expect(page.text).not.toContain(error.message)
  expect(JSON.parse(json.text)).toMatchObject({ error: { request_id: json.logged[0] } })
})
