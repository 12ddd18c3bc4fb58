// Addresses, names and passwords of accounts.
import { describe, expect, test } from 'vitest'
import { emailAddress, signInInput, signUpInput } from './accounts.ts'

describe('an address', () => {
  test.each([
    ['maya@example.com', 'maya@example.com'],
    ['  Maya.Okafor@EXAMPLE.com\n', 'maya.okafor@example.com'],
    ['maya+jobs@example.co.uk', 'maya+jobs@example.co.uk'],
    ["o'brien_1@sub.example.com", "o'brien_1@sub.example.com"],
    // The Kelvin sign is the letter K in its normal form.
    ['\u212Aate@example.com', 'kate@example.com'],
    [
      `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.com`,
      `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.com`,
    ],
  ])('%j is %j', (text, address) => {
    expect(emailAddress.parse(text)).toBe(address)
  })

  // shows: 5-3
  test.each([
    '',
    'maya',
    'maya@',
    '@example.com',
    'maya@localhost',
    'maya@@example.com',
    'maya@example..com',
    '.maya@example.com',
    'maya okafor@example.com',
    'maya@example.com,bo@example.com',
    'maya@example.com;bo@example.com',
    'maya@example.com bo@example.com',
    'maya@example.com\r\nBcc: bo@example.com',
    'maya@example.com\nBcc:bo@example.com',
    'Maya <maya@example.com>',
    '"maya"@example.com',
    'maya@[127.0.0.1]',
    'maya@example.com\0',
    'maya@ex\u0430mple.com',
    `${'x'.repeat(250)}@example.com`,
    `maya@${'y'.repeat(300)}.com`,
  ])('is not %j', (text) => {
    expect(emailAddress.safeParse(text).success).toBe(false)
  })
})

describe('signing up', () => {
  const person = {
    email: 'Maya@Example.com',
    password: '123456',
    first_name: ' Maya ',
    last_name: 'Okafor',
  }

  // shows: 5-1
  test('needs a name, an address and a password of six characters', () => {
    expect(signUpInput.parse({ ...person, role: 'organization_owner', is_approved: true })).toEqual(
      {
        email: 'maya@example.com',
        password: '123456',
        first_name: 'Maya',
        last_name: 'Okafor',
      },
    )
  })

  test.each([
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ password: 'x'.repeat(129) }, 'Password must be at most 128 characters long'],
    [{ first_name: ' ' }, 'First name and last name are required'],
    [{ last_name: undefined }, 'First name and last name are required'],
    [{ email: 'maya' }, 'Please enter a valid email address.'],
  ])('refuses %j', (values, message) => {
    const parsed = signUpInput.safeParse({ ...person, ...values })
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  // shows: V6.2.8
  test('a password is taken as it is typed', () => {
    const password = '  pass word  '
    expect(signUpInput.parse({ ...person, password }).password).toBe(password)
    expect(signInInput.parse({ email: ' MAYA@x ', password })).toEqual({
      email: 'maya@x',
      password,
    })
  })
})
