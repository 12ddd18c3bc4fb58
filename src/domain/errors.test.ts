// The error of all rules.
import { expect, test } from 'vitest'
import { AppError, errorKinds, type ErrorCode, type ErrorKind } from './errors.ts'

// shows: interface-45
test.each<[code: ErrorCode, kind: ErrorKind]>([
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
  expect(errorKinds[code]).toBe(kind)
})

test('a refusal says its code, its kind and its sentence', () => {
  expect(new AppError('job.missing')).toMatchObject({
    code: 'job.missing',
    kind: 'missing',
    fields: {},
    name: 'AppError',
    message: 'This job post no longer exists.',
  })
})

test('a code without a kind, and a sentence without its values, do not compile', () => {
  // @ts-expect-error: it is in the catalogue, but nobody said what kind of refusal it is.
  expect(new AppError('success.welcome').kind).toBeUndefined()
  // @ts-expect-error: the sentence wants the status.
  expect(() => new AppError('applicant.moveRefused')).toThrow('Missing value')
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
