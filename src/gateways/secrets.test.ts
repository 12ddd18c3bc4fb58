// Encryption at rest: only the same key decrypts, and only unchanged text.
import { describe, expect, test } from 'vitest'
import { createSecrets, hashOf, newCode, newToken } from './secrets.ts'

const secrets = createSecrets('a key of at least thirty-two characters')
const other = createSecrets('another key of thirty-two characters..')
const prefix = secrets.currentPrefix()
const bytesOf = (encrypted: string) => Buffer.from(encrypted.slice(prefix.length), 'base64url')

// shows: privacy-14
describe('what is encrypted', () => {
  test.each(['', 'x', '{"code":"482913"}', 'Café 茶 🍵\0\n', 'x'.repeat(20_000)])(
    'comes back (%#)',
    (plain) => {
      const encrypted = secrets.encrypt(plain)
      expect(secrets.decrypt(encrypted)).toBe(plain)
      expect(encrypted).toMatch(/^2\.[\da-f]{8}\.[\w-]+$/)
      expect(secrets.encrypt(plain)).not.toBe(encrypted)
      expect(() => other.decrypt(encrypted)).toThrow()
    },
  )

  test('shows nothing of itself', () => {
    const encrypted = secrets.encrypt('hunter2 hunter2 hunter2')
    expect(bytesOf(encrypted).toString('latin1')).not.toContain('hunter2')
  })

  // shows: V11.2.1, V11.2.2, V11.3.1, V11.3.2, V11.4.1
  test('does not open when any bit of it is changed', () => {
    const bytes = bytesOf(secrets.encrypt('secret'))
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const copy = Buffer.from(bytes)
      copy[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => secrets.decrypt(`${prefix}${copy.toString('base64url')}`)).toThrow()
    }
  })

  test('does not open when any character of it is another one, is missing or is there twice', () => {
    const characters = '.12x+/=- AZaz_\n\u00b2'
    // Of every length that the last character can have unused bits in.
    for (const plain of ['', 'x', 'xy', 'secret']) {
      const encrypted = secrets.encrypt(plain)
      for (let at = 0; at <= encrypted.length; at++) {
        const [before, here, after] = [
          encrypted.slice(0, at),
          encrypted.charAt(at),
          encrypted.slice(at + 1),
        ]
        const next = String.fromCharCode(here.charCodeAt(0) + 1)
        const others = [...Array.from(characters), next].filter((other) => other !== here)
        const changed = others.flatMap((other) => [
          before + other + after,
          before + other + here + after,
        ])
        for (const text of [...changed, ...(here ? [before + after] : [])]) {
          expect(() => secrets.decrypt(text), `${JSON.stringify(text)} of ${encrypted}`).toThrow()
        }
      }
    }
  })

  test('opens in its own version only, and in that of values from before keys had ids', () => {
    const encrypted = secrets.encrypt('secret')
    const [, id, body] = encrypted.split('.')
    expect(secrets.decrypt(`1.${body}`)).toBe('secret')
    const others = [
      '0',
      '3',
      '02',
      '2 ',
      ' 2',
      'x2',
      '2x',
      '',
      '1.1',
      '2.2',
      '\n2',
      '2\n',
      '1',
      '٢',
    ]
    for (const version of others) {
      expect(() => secrets.decrypt(`${version}.${id}.${body}`), version).toThrow()
    }
    for (const version of ['0', '2', '3', '11', 'x1', '1x', '']) {
      expect(() => secrets.decrypt(`${version}.${body}`), version).toThrow()
    }
    expect(() => secrets.decrypt(body!)).toThrow()
    expect(() => secrets.decrypt(`2.${id?.toUpperCase()}x.${body}`)).toThrow()
  })

  test('does not open when any end of it is missing', () => {
    for (const plain of ['', 'secret']) {
      const bytes = bytesOf(secrets.encrypt(plain))
      for (let length = 0; length < bytes.length; length++) {
        const cut = bytes.subarray(0, length).toString('base64url')
        expect(() => secrets.decrypt(`${prefix}${cut}`), `${length} bytes`).toThrow()
      }
    }
    for (const text of ['', '1.', 'plain text', '2.AAAA'])
      expect(() => secrets.decrypt(text)).toThrow()
  })
})

test('a signature is of one purpose, one text and one key', () => {
  const signature = secrets.sign('cv link', 'cvs/one.pdf 60')
  expect(secrets.isSigned('cv link', 'cvs/one.pdf 60', signature)).toBe(true)
  expect(secrets.isSigned('code', 'cvs/one.pdf 60', signature)).toBe(false)
  expect(secrets.isSigned('cv link', 'cvs/one.pdf 61', signature)).toBe(false)
  expect(other.isSigned('cv link', 'cvs/one.pdf 60', signature)).toBe(false)
  expect(secrets.isSigned('cv link cvs/one.pdf', '60', signature)).toBe(false)
  for (const wrong of [Buffer.alloc(0), signature.subarray(0, 31), Buffer.alloc(32)]) {
    expect(secrets.isSigned('cv link', 'cvs/one.pdf 60', wrong)).toBe(false)
  }
})

// shows: V6.4.1, V6.5.3, V6.5.4, V7.2.2, V7.2.3, V11.1.2, V11.2.3, V11.5.1
test('tokens and codes are as long as they must be, and all differ', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  const codes = Array.from({ length: 5000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(4900)
  expect(hashOf('a')).toEqual(hashOf('a'))
  expect(hashOf('a')).toHaveLength(32)
})
