// Who is refused by a limit is told, except where the answer would say something about an address that somebody else may have typed.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as accountLimits from '#domain/accounts/account-limits.ts'
import * as otherLimits from '#domain/limits.ts'
import { openApp } from '#test/app.ts'
import { fillUses } from '#test/uses.ts'

const features = path.resolve(import.meta.dirname, '../../features')

/** The limits over which nobody is told, with the reason. Any other is refused with an error that says when to try again. */
const silent: Readonly<Record<string, string>> = {
  addressMailUses: 'an address: the screen says when the next mail may go',
  slowAddressMailUses: 'an address',
  resetMailUses: 'an address',
  applicationLinksUses: 'an address',
  invitedAddressUses: 'an address: the mail waits, and a shop must not learn of other shops',
  knownNetworkUses: 'refuses nothing: it remembers a network',
  codesNoticeUses: 'refuses nobody: owners get one mail a day',
}

/** Files that answer a full limit without an error, with the reason. */
const otherwise: Readonly<Record<string, string>> = {
  'accounts/confirm-address.ts': "the account's own page says when the next mail may go",
  'rights/send-page-link.ts': 'a wrong link is counted here, and answered as every other',
}

const limits = { ...otherLimits, ...accountLimits }
const names = Object.keys(limits).filter((name) => /(?:Uses|Tries)$/.test(name))
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(features, file), 'utf8') }))

test.each(names)('%s is told, or stays silent for a reason', (name) => {
  const users = sources.filter(({ text }) => new RegExp(`\\b${name}\\(`).test(text))
  const ofDomain = ['limits.ts', 'accounts/account-limits.ts']
    .map((file) => readFileSync(path.resolve(features, '../domain', file), 'utf8'))
    .join('\n')
  // Some are a part of others, which are looked at by themselves.
  expect(users.length > 0 || ofDomain.split(`${name}(`).length > 1).toBe(true)
  if (silent[name]) return
  const untold = users
    .filter(({ text }) => !/rateLimited\(|retryAfter|new AppError\(/.test(text))
    .map(({ file }) => file.replaceAll(path.sep, '/'))
  expect(untold.filter((file) => !otherwise[file])).toEqual([])
})

test('no reason is left of a limit that is gone', () => {
  expect(Object.keys(silent).filter((name) => !names.includes(name))).toEqual([])
  const files = sources.map(({ file }) => file.replaceAll(path.sep, '/'))
  expect(Object.keys(otherwise).filter((file) => !files.includes(file))).toEqual([])
})

const app = await openApp({ work: 'none', env: { TRUSTED_PROXIES: '1' } })

// shows: interface-31
test('a network that asked for too many mails is told so, whatever the address', async () => {
  const owner = await app.owner()
  const name = '203.0.113.7'
  const network = { name, isCounted: true }
  const { email } = owner
  const body = { email }
  const requests: [string, object][] = [
    ['/auth/v1/otp', body],
    ['/auth/v1/recover', body],
    ['/auth/v1/resend', { ...body, type: 'signup' }],
    ['/functions/send-password-reset', { ...body, resetUrl: app.url }],
    ['/functions/send-verification-email', { ...body, roleId: (await app.job(owner)).id }],
  ]
  const ask = async (more: object = {}) =>
    Promise.all(
      requests.map(async ([address, sent]) => {
        const headers = { 'x-forwarded-for': name }
        const answer = await app.visitor().call(address, { body: { ...sent, ...more }, headers })
        return [answer.status, answer.headers.get('retry-after') !== null]
      }),
    )
  // Also when the address has had too many mails: that is said to nobody.
  await fillUses(app.deps.db, [...limits.addressMailUses(email), ...limits.resetMailUses(email)])
  expect((await ask()).map(([status]) => status)).toEqual(requests.map(() => 200))
  await fillUses(app.deps.db, [
    ...limits.accountMailUses(network),
    ...limits.verificationMailUses('x', network).slice(-1),
  ])
  const expected = requests.map(() => [429, true])
  expect(await ask()).toEqual(expected)
  expect(await ask({ email: 'nobody@staff.example' })).toEqual(expected)
})
