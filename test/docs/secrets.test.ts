// No file of the repository holds a key or a token that opens something.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/spec-map.ts'

/** As those who give them out write them. Each has a beginning of its own, so that nothing else looks like one. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/=]{40}/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z\d]{36}|github_pat_\w{60})/],
  ['a token of GitLab', /\bglpat-[\w-]{20}/],
  ['a token of npm', /\bnpm_[A-Za-z\d]{36}\b/],
  ['a token of Shopify', /\bshp(?:at|ca|pa|ss|ua)_[a-f\d]{32}\b/],
  ['a token of Slack', /\bxox[abprs]-[\dA-Za-z-]{20}/],
  ['a key of Stripe', /\b[rs]k_live_[\dA-Za-z]{20}/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a key of OpenAI', /\bsk-(?:proj-)?[A-Za-z\d]{40}/],
  ['a password of npm', /:_(?:authToken|password)\s*=\s*[^\s$]/],
]

/** In words; undefined where nothing is. */
const secretIn = (text: string): string | undefined =>
  SECRETS.find(([, pattern]) => pattern.test(text))?.[0]

test('no file that is kept holds one', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: at('.'), encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && file !== 'package-lock.json')
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) => {
    const what = secretIn(readFileSync(at(file), 'latin1'))
    return what ? [`${file}: ${what}`] : []
  })
  expect(found).toEqual([])
})

describe('is noticed', () => {
  // Put together when they are tried, so that this file holds none itself.
  test.each([
    ['a private key', `-----BEGIN PRIVATE KEY-----\n${'a'.repeat(64)}`],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'b'.repeat(64)}`],
    ['a key of AWS', `id = AKIA${'Q'.repeat(16)}`],
    ['a token of GitHub', `ghp_${'a1'.repeat(18)}`],
    ['a token of npm', `npm_${'a1'.repeat(18)}`],
    ['a token of Shopify', `shpat_${'0f'.repeat(16)}`],
    ['a key of Stripe', `sk_live_${'a1'.repeat(12)}`],
    ['a password of npm', `//registry.example/:_authToken=${'a'.repeat(3)}`],
  ])('%s', (what, text) => {
    expect(secretIn(text)).toBe(what)
  })
})
