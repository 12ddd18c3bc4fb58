// Addresses, names and passwords of accounts.
import { describe, expect, test } from 'vitest'
import { emailAddress, signInInput, signUpInput } from './accounts.ts'
import { shownEmailAddress } from './email-address.ts'

describe('an address', () => {
  test.each([
    ['maya@example.com', 'maya@example.com'],
    ['  Maya.Okafor@EXAMPLE.com\n', 'maya.okafor@example.com'],
    ['maya+jobs@example.co.uk', 'maya+jobs@example.co.uk'],
    ["o'brien_1@sub.example.com", "o'brien_1@sub.example.com"],
    // The Kelvin sign is the letter K in its normal form.
    ['\u212Aate@example.com', 'kate@example.com'],
    ['ｍａｙａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'maya@example.com'],
    ['\u3000maya＠example。com\u3000', 'maya@example.com'],
    ['\u202Amaya@example.com\u202C', 'maya@example.com'],
    ['maya@ex\u00ADample.com\u200B', 'maya@example.com'],
    ['Maya@MÜNCHEN-Laden.de', 'maya@xn--mnchen-laden-dlb.de'],
    ['maya@mu\u0308nchen-laden.de', 'maya@xn--mnchen-laden-dlb.de'],
    ['maya@XN--MNCHEN-LADEN-DLB.de', 'maya@xn--mnchen-laden-dlb.de'],
    ['maya@straße.example', 'maya@xn--strae-oqa.example'],
    ['maya@почта.рф', 'maya@xn--80a1acny.xn--p1ai'],
    ['maya@例え。テスト', 'maya@xn--r8jz45g.xn--zckzah'],
    ['name..x@docomo.ne.jp', 'name..x@docomo.ne.jp'],
    ['.Name.@ezweb.ne.jp', '.name.@ezweb.ne.jp'],
    ['name.@au.com', 'name.@au.com'],
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
    'maya@\u0430\u0440\u0440\u04CF\u0435.com',
    // The same as it comes from a browser that writes it in ASCII.
    'maya@xn--exmple-4nf.com',
    'maya@xn--80ak6aa92e.com',
    // Not what a domain can be written as.
    'maya@xn--a.example',
    'maya@xn--ls8h.example\u0000',
    'mäya@example.com',
    'maya＠example.com＠example.com',
    'maya＠example.com，bo＠example.com',
    'maya＠example.com（work）',
    'maya@example.com/path',
    'maya@example.com:25',
    'maya@example.com%2c',
    'maya@example.com\u2028Bcc: bo@example.com',
    'maya@münchen.de\r\nBcc: bo@example.com',
    'maya..o@example.com',
    'maya.@example.com',
    '...@docomo.ne.jp',
    '"name..x"@docomo.ne.jp',
    'name..x@docomo.ne.jp.example.com',
    `maya@${'ü'.repeat(80)}.com`,
    `${'x'.repeat(250)}@example.com`,
    `maya@${'y'.repeat(300)}.com`,
  ])('is not %j', (text) => {
    expect(emailAddress.safeParse(text).success).toBe(false)
  })
})

describe('an address on a screen', () => {
  test.each([
    ['maya@xn--mnchen-laden-dlb.de', 'maya@münchen-laden.de'],
    ['maya@xn--80a1acny.xn--p1ai', 'maya@почта.рф'],
    ['maya@example.com', 'maya@example.com'],
    // What looks like another domain, or is none, stays as it is kept.
    ['maya@xn--80ak6aa92e.com', 'maya@xn--80ak6aa92e.com'],
    ['maya@xn--a.example', 'maya@xn--a.example'],
    ['xn--a', 'xn--a'],
  ])('%j is %j', (email, shown) => {
    expect(shownEmailAddress(email)).toBe(shown)
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
