// Mails in disguised English: a word that is still plain is not in the catalogue.
import { expect, test } from 'vitest'
import type { MailView } from '#domain/mails/mails.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { renderMail } from './render.tsx'

const link = 'https://x/1'
const shopName = '3'

const mails: MailView[] = [
  { kind: 'invitation', data: { inviter: '1', organization: '3', link, daysValid: 7 } },
  { kind: 'reset-password', data: { name: '1', link, hoursValid: 1 } },
  { kind: 'join-approved', data: { shopName, link } },
  { kind: 'join-declined', data: { shopName, link } },
]

/** Names of ours, and what stands in addresses. */
const plain = (text: string) =>
  text.replace(/https?:\S+/g, '').match(/(?<![\p{L}&])(?!Storehand)[A-Za-z]{2,}(?!\p{L})/gu) ?? []

test.each(mails)('a mail of the kind $kind', (mail) => {
  const { subject, text } = inLocale('en-XA', () => renderMail(mail))
  expect(text).toContain('[')
  expect([...plain(subject), ...plain(text)]).toEqual([])
})
