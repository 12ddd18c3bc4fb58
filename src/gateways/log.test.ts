// Errors in the log.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/databases/engines.ts'
import { personalDataIn } from '#test/log-canaries.ts'
import { createLog, inRequest } from './log.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  db = await openTestDatabase('postgres')
})
afterAll(() => db.close())

test('what real errors quote stays out of the log, and what helps the operator stays in', async () => {
  const own: string[] = []
  const log = createLog('info', { write: (line) => void own.push(line) })
  const email = 'maya@applicant.example'
  const person = randomUUID()
  const errors: unknown[] = await Promise.all([
    db.pool
      .query('insert into organizations (id, name, slug) values ($1, $2, $3)', [
        person,
        'Maya Okafor',
        null,
      ])
      .catch((error: unknown) => error),
    db.pool.query('select $1::uuid', ['Okafor']).catch((error: unknown) => error),
    Promise.resolve()
      .then((): unknown => JSON.parse('Okafor'))
      .catch((error: unknown) => error),
  ])
  const id = randomUUID()
  inRequest(id, () => {
    for (const err of errors) log.error({ err, to: email }, 'failed')
  })
  expect(own.filter(personalDataIn)).toEqual([])
  expect(own.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      request_id: id,
      to: '[…]',
      err: { code: '23502', table: 'organizations', column: 'slug', stack: expect.any(String) },
    },
    { request_id: id, err: { code: '22P02', message: expect.stringContaining('uuid') } },
    { request_id: id, err: { type: 'SyntaxError' } },
  ])
})
