// What recipients of the mails see, and what a hostile shop cannot make them see.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MailView, MailViews } from '#domain/mails/mails.ts'
import { accountCodeKinds } from '#domain/accounts/token-api.ts'
import { readCataloguesBy, type Catalogue } from '#domain/texts/compiled-messages.ts'
import { inLocale, languages } from '#domain/texts/locale.ts'
import { renderMail } from './render.tsx'

const link = 'https://storehand.example/embed?token=abc123&roleId=7'

const verification = (
  changes: { shopName?: string; jobTitle?: string; hoursValid?: number } = {},
) =>
  renderMail({
    kind: 'verification',
    data: {
      shopName: 'Tiny Tea Shop',
      jobTitle: 'Weekend Sales Assistant',
      code: '482913',
      link,
      hoursValid: 24,
      ...changes,
    },
  })

const reset = (name: string) =>
  renderMail({ kind: 'reset-password', data: { name, link, hoursValid: 1 } })

const parsed = (html: string) => ({
  links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1]),
  tags: new Set([...html.matchAll(/<([a-z0-9]+)/g)].map((match) => match[1])),
})

describe('the verification mail', () => {
  it('names code and job in its subject', () => {
    expect(verification({ jobTitle: 'Baker' }).subject).toBe(
      'Your code is 482 913: apply for Baker',
    )
    const longest = verification()
    expect(longest.subject).toBe('Your code is 482 913: apply for Weekend Sales Assistant')
    expect(longest.subject).toHaveLength(55)
  })

  it.each([
    ['Assistant Store Manager for the Leeds shop', 'Assistant Store…'],
    ['Customer Care Adviser – part-time, evenings', 'Customer Care Adviser…'],
    ['Grundstücksverkehrsgenehmigungszuständigkeit', 'Grundstücksverkehrsgen…'],
    ['Baker 👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳', 'Baker 👩‍🍳👩‍🍳👩‍🍳…'],
  ])('cuts the job "%s" at a word', (jobTitle, shown) => {
    const { subject } = verification({ jobTitle })
    expect(subject).toBe(`Your code is 482 913: apply for ${shown}`)
    expect(subject.length).toBeLessThanOrEqual(55)
  })

  // shows: safer-4
  it('says the same in both forms', () => {
    const { html, text } = verification()
    for (const form of [html, text]) {
      expect(form).toContain('482 913')
      expect(form).toContain('Or open this link on any device:')
      expect(form).toContain('Code and link are valid for 24 hours.')
      expect(form).toContain(
        'If you did not ask for this, ignore it. We delete what we stored for this email within 30 days.',
      )
      expect(form).toContain(
        'You get this email because someone entered your address on the careers page of Tiny Tea Shop.',
      )
      expect(form).toContain('Powered by Storehand')
    }
    expect(html).toContain('>Verify my email</a>')
    expect(parsed(html).links).toEqual([link.replace('&', '&amp;')])
    expect(text.split('\n')).toContain(link)
    expect(text).not.toMatch(/<|&amp;/)
  })

  it('speaks of one hour in the singular', () => {
    expect(verification({ hoursValid: 1 }).text).toContain('valid for 1 hour.')
  })
})

describe('the password mail', () => {
  it('has one button and the promise that nothing changed', () => {
    const { subject, html, text } = reset('Ruth Ashworth')
    expect(subject).toBe('Reset your Storehand password')
    expect(parsed(html).links).toEqual([link.replace('&', '&amp;')])
    expect(text.split('\n')).toContain(link)
    for (const form of [html, text]) {
      expect(form).toContain('Hello Ruth Ashworth,')
      expect(form).toContain('valid for 1 hour and works once')
      expect(form).toContain('Your password is unchanged until you choose a new one.')
    }
  })

  it.each(['', 'Prize at https://evil.example', 'evil.example', 'a@evil.example', 'x'.repeat(80)])(
    'does not greet "%s" by name',
    (name) => {
      const { html, text } = reset(name)
      expect(text).toContain('\nHello,\n')
      expect(html).not.toContain('evil')
    },
  )
})

describe('the invitation mail', () => {
  const invitation = (changes: { inviter?: string; organization?: string } = {}) =>
    renderMail({
      kind: 'invitation',
      data: {
        inviter: 'Ana Silva',
        organization: 'Tiny Tea Shop',
        link,
        daysValid: 7,
        ...changes,
      },
    })

  // shows: choice-7
  it('says who invites, where to, as what, and what happens then', () => {
    const { subject, html, text } = invitation()
    expect(subject).toBe('Ana Silva invites you to Tiny Tea Shop')
    expect(html).toContain('>Join Tiny Tea Shop</a>')
    expect(parsed(html).links).toEqual([link.replace('&', '&amp;')])
    expect(text.split('\n')).toContain(link)
    for (const form of [html, text]) {
      expect(form).toContain('Ana Silva invites you to')
      expect(form).toContain('You join as Staff')
      expect(form).toContain('You are in as soon as you accept.')
      expect(form).toContain('The link is valid for 7 days and for this address only.')
    }
  })

  it.each([
    [
      { organization: 'The Old Mill Bakery and Delicatessen' },
      'Ana Silva invites you to The Old Mill Bakery and…',
    ],
    [
      { inviter: 'Wilhelmina van der Straeten-Oyelaran' },
      'Wilhelmina van der… invites you to Tiny Tea Shop',
    ],
  ])('cuts its subject at a word: %j', (changes, expected) => {
    const { subject } = invitation(changes)
    expect(subject).toBe(expected)
    expect(subject.length).toBeLessThanOrEqual(55)
  })

  it('passes no address on as the name of a person or a shop', () => {
    const { subject, html, text } = invitation({
      inviter: 'Prize at evil.example',
      organization: 'Claim: https://evil.example',
    })
    expect(subject).toBe('Someone invites you to an organization')
    expect(html + text).not.toContain('evil')
    // A shop that is called by its domain: nothing in its name is a link.
    const domain = invitation({ organization: 'tea.example' })
    expect(domain.subject).toBe('Ana Silva invites you to tea example')
    expect(domain.html + domain.text).not.toContain('tea.example')
  })
})

describe('the retention mail', () => {
  const retention = (changes: Partial<MailViews['retention']> = {}) =>
    renderMail({
      kind: 'retention',
      data: {
        organization: 'Tiny Tea Shop',
        due: 0,
        total: 1204,
        soon: 1,
        firstOn: '2026-08-12',
        isStopped: false,
        link,
        ...changes,
      },
    })

  it('announces how many go, and from which day on', () => {
    const { subject, html, text } = retention()
    expect(subject).toBe('1 application will be deleted from 12 August 2026')
    for (const form of [html, text]) {
      expect(form).toContain('1 application will be deleted within the next two weeks')
      expect(form).not.toContain('Please check them and confirm')
    }
  })

  it('asks before too many go, with the numbers', () => {
    const { subject, text } = retention({
      due: 1100,
      soon: 0,
      firstOn: null,
      isStopped: true,
      goesOn: '2026-08-19',
    })
    expect(subject).toBe('Please confirm: 1,100 applications to be deleted')
    expect(text).toContain('1,100 applications of 1,204 are older than six months')
    expect(text).toContain('nothing has been deleted yet')
    expect(text).toContain('If nobody answers, they are deleted from 19 August 2026')
    expect(text).not.toContain('within the next two weeks')
  })
})

const toStaff = { shopName: 'A', unsubscribeLink: `${link}&stop`, settingsLink: `${link}&choose` }
const personForMail = { name: 'Maya O.', jobTitle: 'Packing Lead', link }

describe('mails to staff', () => {
  const one = { ...toStaff, pace: 'at-once' as const, applications: [personForMail], more: 0 }
  const newApplications = (
    data: Partial<Extract<MailView, { kind: 'new-applications' }>['data']> = {},
  ) => renderMail({ kind: 'new-applications', data: { ...one, listLink: `${link}&all`, ...data } })

  it('name who applied and for what; several stand in a list, the rest is counted', () => {
    expect(newApplications().subject).toBe('New application: Maya O. for Packing Lead')
    const other = { ...personForMail, name: 'Ben A.', jobTitle: 'Barista' }
    const { subject, text, html } = newApplications({
      applications: [personForMail, other],
      more: 1200,
    })
    expect(subject).toBe('1202 new applications')
    expect(text).toContain(`Ben A., Barista\n${link}\n`)
    expect(text).toContain('And 1,200 more.')
    expect(html).toContain('And 1,200 more.')
    const sameJob = newApplications({ applications: [personForMail, personForMail] })
    expect(sameJob.subject).toBe('2 new applications for Packing Lead')
    expect(sameJob.text).toContain('2 people applied for Packing Lead.')
  })

  it('end with the two ways to get less of them, in text and HTML', () => {
    for (const form of [newApplications().text, newApplications().html]) {
      expect(form).toContain('Stop these emails')
      expect(form).toContain('Choose which emails you get')
    }
  })

  it('take no name for one that a mail program would make a link of', () => {
    const hostile = {
      ...personForMail,
      name: 'evil.example/x',
      jobTitle: 'Node.js at evil.example',
    }
    const shopName = 'evil.example'
    const mails = [
      newApplications({ shopName, applications: [hostile] }),
      renderMail({
        kind: 'join-requests',
        data: { ...toStaff, shopName, names: ['evil.example', 'Call +44@x'], more: 0, link },
      }),
      renderMail({
        kind: 'undelivered-mails',
        data: {
          ...toStaff,
          shopName,
          mails: [{ ...hostile, what: 'Not delivered' }],
          more: 0,
          listLink: link,
        },
      }),
      renderMail({ kind: 'join-approved', data: { shopName, link } }),
      renderMail({ kind: 'join-declined', data: { shopName, link } }),
    ]
    for (const { subject, text, html } of mails) {
      expect(subject + text + html).not.toContain('evil.example')
    }
    expect(mails[0]?.subject).toMatch(/^New application: An applicant for Node js/)
    expect(mails[1]?.text).toContain('Somebody\nSomebody')
  })
})

it('shows what somebody wrote in its own direction beside Arabic', () => {
  // Nobody opens the product here. Of all languages: tests that come after in this process speak others.
  const folder = path.join(import.meta.dirname, '../domain/texts')
  const catalogues = new Map(
    languages.slice(1).map((language) => {
      const file = path.join(folder, `${language.toLowerCase()}.json`)
      return [language, JSON.parse(readFileSync(file, 'utf8')) as Catalogue]
    }),
  )
  readCataloguesBy((language) => catalogues.get(language) ?? {})
  const { html } = inLocale('ar', () =>
    renderMail({
      kind: 'application-received',
      data: {
        shopName: 'Tiny Tea Shop',
        jobTitle: 'Baker',
        firstName: 'Maya',
        sent: [{ label: 'الهاتف', value: '+44 7700 900123' }],
        cvName: null,
        deletedOn: '2027-02-12',
      },
    }),
  )
  expect(html).toContain('<html lang="ar" dir="rtl">')
  // Without it the number ends in its plus.
  expect(html).toMatch(/<span dir="auto"[^>]*>\+44 7700 900123</)
})

describe('a mail as such', () => {
  const mails: MailView[] = [
    {
      kind: 'verification',
      data: { shopName: 'A', jobTitle: 'B', code: '000000', link, hoursValid: 24 },
    },
    { kind: 'reset-password', data: { name: 'C', link, hoursValid: 1 } },
    { kind: 'invitation', data: { inviter: 'D E', organization: 'F', link, daysValid: 7 } },
    {
      kind: 'new-applications',
      data: {
        ...toStaff,
        pace: 'daily',
        applications: [personForMail, personForMail, personForMail],
        more: 3,
        listLink: link,
      },
    },
  ]

  it.each(mails)('is a whole document that loads nothing: $kind', (mail) => {
    const { html } = renderMail(mail)
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en-GB" dir="ltr"><head><meta charSet="utf-8"/)
    expect(html.match(/<!DOCTYPE/gi)).toHaveLength(1)
    expect(html).not.toMatch(/<(img|link|script|iframe|object|form|svg)\b|\bsrc=|url\(|@import/i)
    // Gmail cuts mails at 102 kB and drops style sheets over 16 kB.
    expect(html.length).toBeLessThan(10_000)
  })
})

describe('hostile words', () => {
  const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'</title></style>'
  const header = 'Baker\r\nBcc: everyone@evil.example\r\n\r\nPay here\u2028now\u0000\u001B[31m'

  // shows: V1.1.2
  it('stay words in the HTML', () => {
    const plain = parsed(verification().html).tags
    const { html } = verification({ shopName: markup, jobTitle: markup })
    expect(parsed(html).tags).toEqual(plain)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(parsed(reset('<b><i>x').html).tags).toEqual(parsed(reset('x').html).tags)
  })

  // shows: V1.3.11
  it('add no line to subject or text', () => {
    const { subject, text } = verification({ shopName: header, jobTitle: header })
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(subject).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/)
    expect(text).not.toMatch(/^(Bcc|Pay)/m)
    expect(text.split('\n')).toHaveLength(verification().text.split('\n').length)
  })

  it.each([
    ['verification', {}],
    [
      'application-received',
      { firstName: 'Maya', sent: [], cvName: null, deletedOn: '2026-08-12' },
    ],
    ['status-update', { subject: 'evil.example/unlock', body: 'Hello' }],
  ] as const)('are no links in subject and frame of a mail to applicants: %s', (kind, more) => {
    const data = {
      shopName: 'evil.example',
      jobTitle: 'Unlock: https://evil.example/unlock',
      code: '482913',
      link,
      hoursValid: 24,
      ...more,
    }
    // The fields of all three kinds at once.
    const { subject, html, text } = renderMail({ kind, data } as MailView)
    expect(subject + html + text).not.toContain('evil.example')
    expect(text).toContain('evil example')
  })

  it('cannot turn the reading direction or hide letters', () => {
    const { subject, html } = verification({ jobTitle: 'A\u202Egnp.exe\u2066\u200B\uFEFF\uD800' })
    expect(subject).toBe('Your code is 482 913: apply for Agnp exe\uFFFD')
    expect(html).not.toMatch(/[\u202E\u2066\u200B\uFEFF]/)
  })
})

describe('the mail with a code for an account', () => {
  const purposes = accountCodeKinds.filter((kind) => kind !== 'reset')
  const accountCode = (purpose: (typeof purposes)[number], to: string | null) =>
    renderMail({
      kind: 'account-code',
      data: { purpose, code: '482913', link: to, hoursValid: 1 },
    })

  const linked = purposes.filter((purpose) => purpose !== 'reauthentication')
  it.each(linked)('says the same in both forms: %s', (purpose) => {
    const { subject, html, text } = accountCode(purpose, link)
    expect(subject).toMatch(/^Your code is 482 913: /)
    expect(subject.length).toBeLessThanOrEqual(65)
    for (const form of [html, text]) {
      expect(form).toContain('482 913')
      expect(form).toContain('Code and link are valid for 1 hour and work once.')
    }
    expect(text).toContain(link)
    expect(parsed(html).links).toEqual([link.replaceAll('&', '&amp;')])
  })

  it('has no link where the code is typed into the place that asks', () => {
    const { html, text } = accountCode('reauthentication', null)
    expect(parsed(html).links).toEqual([])
    expect(text).toContain('The code is valid for 1 hour and works once.')
    expect(text).not.toContain('http')
  })
})
