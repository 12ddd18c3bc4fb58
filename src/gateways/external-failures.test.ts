// Which errors count as failures of an external system, and what is logged about them.
import { expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { createExternalFailureWarner } from './external-failures.ts'
import { ScannerError } from './cvs/virus-scanner.ts'

function warner() {
  const lines: { what: string; [detail: string]: unknown }[] = []
  const warn = createExternalFailureWarner({
    warn: (details, what) => void lines.push({ ...details, what }),
  })
  return { warn, lines }
}
const named = (message: string, code: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code })

test.each([
  ['a store', new AppError('store.unreachable', { cause: '503 Service\nUnavailable' })],
  ['a mail server', named('Invalid greeting', 'EPROTOCOL')],
  ['a writer', new AppError('writer.late', { cause: named('aborted', 'ETIMEDOUT') })],
  ['a file store', new AppError('application.uploadFailed', { cause: named('no', 'ENOSPC') })],
  [
    'a file store behind its library',
    named('no', 'E_CANNOT_WRITE_FILE', new Error('AccessDenied')),
  ],
  ['a scanner', new ScannerError('No answer')],
  ['an address', new TypeError('fetch failed', { cause: named('gone', 'ECONNREFUSED') })],
])('%s is told in one line', (_, error) => {
  const { warn, lines } = warner()
  expect(warn(error, 'it failed', { shop: 'tea' })).toBe(true)
  expect(lines).toMatchObject([
    { what: 'it failed', shop: 'tea', cause: expect.any(String) as string },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/\\n|stack| at /)
})

test.each([
  ['a defect', new TypeError('x is undefined')],
  [
    'a defect behind an upload',
    new AppError('application.uploadFailed', { cause: new Error('x') }),
  ],
  ['the database', named('duplicate key', '23505')],
  ['our own refusal', new AppError('server.unexpected', { cause: new Error('x') })],
  ['no error at all', 'a text'],
])('%s is left to the caller', (_, error) => {
  const { warn, lines } = warner()
  expect([warn(error, 'it failed'), lines]).toEqual([false, []])
})

test('each kind of failure is told once, whatever comes between', () => {
  const { warn, lines } = warner()
  for (let round = 0; round < 3; round += 1) {
    warn(named('one', 'ECONNREFUSED'), 'mail not sent')
    warn(named('two', 'ETIMEDOUT'), 'mail not sent')
    warn(named('one', 'ECONNREFUSED'), 'CV not loaded')
  }
  expect(lines.map(({ what, code }) => [what, code])).toEqual([
    ['mail not sent', 'ECONNREFUSED'],
    ['mail not sent', 'ETIMEDOUT'],
    ['CV not loaded', 'ECONNREFUSED'],
  ])
})
