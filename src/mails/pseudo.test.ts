// Mails in the pseudo-language: plain English in them is not in the catalogue.
import { expect, test } from 'vitest'
import { accountCodeKinds } from '#domain/accounts/token-api.ts'
import { securityNotices, type MailView, type MailViews } from '#domain/mails/mails.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { plainWords, textsOfHtml } from '#test/screens/pseudo.ts'
import { renderMail } from './render.tsx'

// What people have typed is numbers here, so that every word is ours.
const link = 'https://x/1'
const shopName = '3'
const staff = { shopName, unsubscribeLink: link, settingsLink: link }
const person = { name: '5', jobTitle: '6', link }
const page = { link, endsOn: '2026-02-12' }
const own = { shopName, jobTitle: '6', subject: '7', body: '8', page }
const retention = { organization: '3', due: 0, total: 9, soon: 4, firstOn: null, link }

const mails: { [Kind in keyof MailViews]: MailViews[Kind][] } = {
  verification: [{ shopName, jobTitle: '6', code: '482913', link, hoursValid: 24 }],
  'account-code': accountCodeKinds
    .filter((kind) => kind !== 'reset')
    .flatMap((purpose) =>
      [link, null].map((to) => ({ purpose, code: '482913', link: to, hoursValid: 1 })),
    ),
  'reset-password': [{ name: '1', link, hoursValid: 1 }],
  'security-notice': securityNotices.map((what) => ({
    what,
    at: '2026-01-02T03:04:05Z',
    link,
    supportEmail: 'a@b.example',
  })),
  'breach-notice': [
    {
      shopName,
      notice_happened: '1',
      notice_when: '2',
      notice_data: '3',
      notice_measures: '4',
      notice_advice: '5',
      notice_contact: '6',
    },
  ],
  invitation: [
    { inviter: '1', organization: '3', link, daysValid: 7 },
    { inviter: '', organization: '', link, daysValid: 1 },
  ],
  'job-invitation': [
    {
      shopName,
      storeName: '2',
      address: '4',
      jobTitle: '6',
      place: '7',
      pay: '8',
      link,
      unsubscribeLink: link,
      jobId: '9',
    },
  ],
  'rights-reminder': [{ organization: '3', count: 2, dueOn: '2026-02-12', link }],
  'keep-question': [
    {
      shopName,
      jobTitle: '6',
      firstName: '1',
      deletedOn: '2026-02-12',
      keptUntil: '2026-08-12',
      link,
    },
  ],
  'application-received': [
    { shopName, jobTitle: '6', firstName: '1', sent: [], cvName: '4', deletedOn: '2026-02-12' },
    {
      shopName,
      jobTitle: '6',
      firstName: '',
      sent: [],
      cvName: null,
      deletedOn: '2026-02-12',
      page,
    },
  ],
  'page-link': [{ shopName, jobTitle: '6', page }],
  'page-links': [1, 2].map((count) => ({
    shopName,
    applications: Array.from({ length: count }, () => ({ jobTitle: '6', ...page })),
  })),
  'restriction-lifted': [
    { wasObjection: true },
    { wasObjection: false },
    { wasObjection: false, isRefused: true },
  ].map((ended) => ({
    shopName,
    jobTitle: '6',
    ...ended,
    applicantId: '9',
    page,
  })),
  'status-update': [own],
  'template-test': [own],
  retention: [
    { ...retention, isStopped: false, firstOn: '2026-02-12' },
    { ...retention, isStopped: true, goesOn: '2026-02-12', due: 5 },
  ],
  'store-lost': [
    {
      organization: '3',
      shop: '4',
      isUninstalled: true,
      isOnlyOfShop: false,
      isTakenOut: false,
      link,
    },
    {
      organization: '3',
      shop: '4',
      isUninstalled: true,
      isOnlyOfShop: true,
      isTakenOut: false,
      link,
    },
    {
      organization: '3',
      shop: '4',
      isUninstalled: false,
      isOnlyOfShop: false,
      isTakenOut: false,
      link,
    },
    {
      organization: '3',
      shop: '4',
      isUninstalled: false,
      isOnlyOfShop: false,
      isTakenOut: true,
      link,
    },
  ],
  'codes-limit': [{ organization: '3', used: 4, most: 5, link }],
  'data-request': [{ organization: '3', shop: '4.example', dueOn: '2026-02-12', link }],
  'new-applications': (['at-once', 'hourly', 'daily'] as const).flatMap((pace) => [
    { ...staff, pace, applications: [person], more: 0, listLink: link },
    {
      ...staff,
      pace,
      applications: [person, { ...person, jobTitle: '9' }],
      more: 3,
      listLink: link,
    },
    { ...staff, pace, applications: [person, person], more: 0, listLink: link },
  ]),
  'undelivered-mails': [
    { ...staff, mails: [{ ...person, what: '1' }], more: 0, listLink: link },
    {
      ...staff,
      mails: [person, person].map((one) => ({ ...one, what: '1' })),
      more: 2,
      listLink: link,
    },
  ],
  'join-requests': [
    { ...staff, names: ['1'], more: 0, link },
    { ...staff, names: ['1', ''], more: 2, link },
  ],
  'join-approved': [{ shopName, link }],
  'join-declined': [{ shopName, link }],
}

const all = Object.entries(mails).flatMap(([kind, views]) =>
  views.map((data) => ({ kind, data }) as MailView),
)

test.each(all)('a mail of the kind $kind', (mail) => {
  const { subject, html, text } = inLocale('en-XA', () => renderMail(mail))
  const texts = [subject, text, ...textsOfHtml(html)]
  expect(texts.flatMap((each) => plainWords(each))).toEqual([])
})
