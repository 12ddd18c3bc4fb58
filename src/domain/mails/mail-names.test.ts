// Names from users in mails: which stay unchanged, and which are changed so that they are no link.
import { describe, expect, test } from 'vitest'
import { oneLine, senderName, unlinked } from './mail-names.ts'

describe('words that nothing links stay as they are', () => {
  test.each([
    'Weekend Sales Assistant',
    'Barista / Kassierer (m/w/d)',
    'St. Ives Bakery & Co.',
    'T.G.I. Friday',
    'Sous-chef, 2.5 days a week, £12.50/h',
    'Chef @ Tiny Tea',
    'Night shift: 22.00 to 6.00',
    'کارشناس فروش نیمه‌وقت',
    'Head of Data: Analytics',
    'C++ / C# developer',
    '9.30.2026 start',
  ])('%s', (text) => expect(unlinked(text)).toBe(text))
})

describe('what would be linked is words only', () => {
  test.each([
    ['evil.example/unlock', 'evil example/unlock'],
    [
      'Your account is locked: https://evil.example/a?b=c',
      'Your account is locked: evil example/a?b=c',
    ],
    ['HTTPS:\\\\evil.example', 'evil example'],
    ['www.evil.co.uk', 'www evil co uk'],
    ['evil．example', 'evil example'],
    ['evil。example', 'evil example'],
    ['evil․example', 'evil example'],
    ['evil.\u200Bexample', 'evil example'],
    ['evil.\u200Cexample', 'evil \u200Cexample'],
    ['data:text/html,x', 'text/html,x'],
    // A full stop of Japanese is a dot to browsers.
    ['販売員。週末', '販売員 週末'],
    ['evil\u00AD.example', 'evil example'],
    ['evil.xn--p1ai', 'evil xn--p1ai'],
    ['bücher.рф', 'bücher рф'],
    ['192.168.1.10/x', '192 168.1.10/x'],
    ['support@evil.example', 'support evil example'],
    ['mailto:a@b.co', 'a b co'],
    ['tel:+44123', '+44123'],
    ['x.com t.me', 'x com t me'],
    ['Node.js Developer', 'Node js Developer'],
    ['evil.example.', 'evil example.'],
    ['a\r\nBcc: b@c.example', 'a Bcc: b c example'],
    ['\u202Eelpmaxe.live\u202C', 'elpmaxe live'],
    [' .. ', '..'],
  ])('%j', (text, shown) => {
    expect(unlinked(text)).toBe(shown)
    // Nothing is put together again by what was taken away.
    expect(unlinked(shown)).toBe(shown)
  })
})

test.each([
  ['Tiny Tea Shop', 'Tiny Tea Shop via Storehand'],
  ['  Müller & Söhne\u200B ', 'Müller & Söhne via Storehand'],
  ['tea.example', 'Storehand'],
  ['security@bank.example', 'Storehand'],
  ['Pay at https://evil.example', 'Storehand'],
  ['x'.repeat(71), 'Storehand'],
  ['\u0000\u200B', 'Storehand'],
  ['', 'Storehand'],
])('mails of %j come from %j', (organization, sender) => {
  expect(senderName(organization)).toBe(sender)
})

test('a line stays one, and is never empty of its letters', () => {
  expect(oneLine(' a\r\n\u2028b\u0000\tc ')).toBe('a b c')
})
