// The one error that rules throw.
import { expect, test } from 'vitest'
import { AppError, type ErrorKind } from './errors.ts'
import type { MessageCode } from './messages.ts'

// shows: interface-45
test.each<[code: MessageCode, kind: ErrorKind]>([
  ['auth.badCredentials', 'unauthenticated'],
  ['auth.signInRequired', 'unauthenticated'],
  ['application.dataMissing', 'forbidden'],
  ['application.duplicate', 'conflict'],
  ['application.jobUnavailable', 'missing'],
  ['application.fileTooLarge', 'too-large'],
  ['application.fileLimit', 'limited'],
  ['application.uploadFailed', 'unavailable'],
  ['applicant.moveRefused', 'conflict'],
  ['organization.pending', 'forbidden'],
  ['job.missing', 'missing'],
  ['server.unexpected', 'unavailable'],
])('%s is %s', (code, kind) => {
  expect(new AppError(code)).toMatchObject({ code, kind, fields: {}, name: 'AppError' })
})

// shows: V16.2.3, V16.2.4, V16.2.5, V16.4.1, V16.5.1
test('what may be read and what the log keeps stay apart', () => {
  const cause = new Error('duplicate key value violates unique constraint')
  const fields = { phone: 'Too long' }
  const error = new AppError('applicant.moveRefused', {
    values: { status: 'Hired' },
    fields,
    cause,
  })
  expect(error.message).toBe('This move is not possible: the applicant is Hired now.')
  expect(error.cause).toBe(cause)
  expect(error.fields).toBe(fields)
  expect(error).toBeInstanceOf(Error)
})
