// Invited people are recognised, and can unsubscribe, after every rotation of the main key; and nobody else can do it
// for them.
import { expect, test } from 'vitest'
import { asOrganizationId } from '#test/rows.ts'
import { createSecrets } from '../secrets.ts'
import { newInvitationKey, openInvitationKey, readJobInvitationToken } from './invitation-keys.ts'

const organization = asOrganizationId('01930000-0000-7000-8000-000000000000')
const secrets = createSecrets('the first main key of this installation')
const encrypted = newInvitationKey(secrets)
const key = openInvitationKey(secrets, encrypted)
const hash = key.hashOf('Maya@Mail.example ')
const token = key.tokenFor(organization, hash)

test('an address has one hash in an organization, however it is written, and another one in each other', () => {
  expect(key.hashOf('maya@mail.example')).toEqual(hash)
  expect(key.hashOf('maya@mail.exampl')).not.toEqual(hash)
  const other = openInvitationKey(secrets, newInvitationKey(secrets))
  expect(other.hashOf('maya@mail.example')).not.toEqual(hash)
})

test('hash and link are the same after the main key was replaced and the old one destroyed', () => {
  const next = createSecrets('the second main key of this installation')
  const renewed = openInvitationKey(next, next.encrypt(secrets.decrypt(encrypted)))
  expect(renewed.hashOf('maya@mail.example')).toEqual(hash)
  const words = readJobInvitationToken(token)
  expect(words && renewed.isSigned(words)).toBe(true)
})

test('a link opens as it was made, and not otherwise', () => {
  const words = readJobInvitationToken(token)
  expect(words).toMatchObject({ organization, hash })
  expect(words && key.isSigned(words)).toBe(true)
  const [, , address = '', signature = ''] = token.split('.')
  const another = key.hashOf('leo@mail.example').toString('base64url')
  for (const changed of [
    token.replace(address, another),
    token.replace(signature, address),
    token.replace(signature, ''),
  ]) {
    const read = readJobInvitationToken(changed)
    expect([changed, read && key.isSigned(read)]).toEqual([changed, false])
  }
  // The last letter has two bits that say nothing: the same bytes, written otherwise.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters[letters.indexOf(token.at(-1) ?? '') + 1]
  expect(readJobInvitationToken(`${token.slice(0, -1)}${last}`)).toBeUndefined()
  for (const none of [
    '',
    'invited',
    `${token}.more`,
    token.replace(organization, 'x'),
    `${token}=`,
  ]) {
    expect([none, readJobInvitationToken(none)]).toEqual([none, undefined])
  }
})
