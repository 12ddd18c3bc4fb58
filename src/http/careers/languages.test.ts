// The language for an applicant, from the list of jobs to the mails: from the address, browser, shop, and earlier
// choices.
import { describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { fieldsOf, textOf } from '#test/html.ts'
import { inLocale, languages, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'

const app = await openApp()
const owner = await app.owner('Teeladen')
const job = await app.job(owner)

async function open(address: string, accepted?: string) {
  const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {}
  const response = await app.visitor().fetch(address, { headers })
  const html = await response.text()
  return {
    status: response.status,
    html,
    text: textOf(html),
    lang: /<html lang="([^"]*)"/.exec(html)?.[1],
    dir: /<html[^>]* dir="([^"]*)"/.exec(html)?.[1],
    vary: response.headers.get('vary'),
    etag: response.headers.get('etag'),
  }
}
const widget = (more = '') => `/embed?org=${owner.organization.slug}${more}`
const careers = (more = '') => `/careers/${owner.organization.slug}${more}`
const speak = (language: Language, render: () => string) => inLocale(language, render)
const empty = () => t('careers.card.applyNow')

async function setShopLanguage(language: Language | null): Promise<void> {
  const { status } = await owner.call('/api/organizations/own', {
    method: 'PATCH',
    body: { language },
  })
  expect(status).toBe(200)
}

describe('the language of a page', () => {
  test('is that of the address, else of the browser, else of the shop, and a page of one is no other', async () => {
    const etags = new Set<string | null>()
    for (const [address, accepted, language] of [
      [widget(), undefined, 'en-GB'],
      [widget(), 'de-CH,en;q=0.5', 'de'],
      [widget(), 'sv,de;q=0,fr;q=0.8,en;q=0.5', 'fr'],
      [widget('&lang=ar'), 'de', 'ar'],
      [widget('&lang=ja'), undefined, 'ja'],
      [careers(), 'fr', 'fr'],
      [careers('?lang=de'), 'fr', 'de'],
      [careers(`/${job.slug}`), 'ja', 'ja'],
      ['/verify', 'de', 'de'],
      ['/me', 'fr', 'fr'],
    ] as const) {
      const page = await open(address, accepted)
      expect([address, accepted, page.lang]).toEqual([address, accepted, language])
      expect(page.dir, address).toBe(language === 'ar' ? 'rtl' : undefined)
      if (page.etag) {
        expect(page.vary).toContain('Accept-Language')
        expect(etags.has(page.etag), address).toBe(false)
        etags.add(page.etag)
      }
    }
    const german = await open(widget(), 'de')
    expect(german.text).toContain(speak('de', empty))
    expect(german.text).not.toContain(speak('en-GB', empty))
    expect(german.html).toMatch(/data-client="\/assets\/careers\/de\//)
    const script = /data-client="([^"]*)"/.exec(german.html)?.[1] ?? ''
    const chunk = await (await app.visitor().fetch(script)).text()
    expect(chunk).toContain(speak('de', () => t('careers.email.sending')))
    expect(chunk).not.toContain(speak('en-GB', () => t('careers.email.sending')))
  })

  test('is the shop’s for readers of none of ours, and its pages are drawn anew when it changes', async () => {
    const strange = 'sv, fi;q=0.5'
    await setShopLanguage('fr')
    for (const address of [widget(), widget(`&step=consent&roleId=${job.id}`), careers()])
      expect([address, (await open(address, strange)).lang]).toEqual([address, 'fr'])
    expect((await open(careers(), 'de')).lang).toBe('de')
    await setShopLanguage(null)
    expect((await open(careers(), strange)).lang).toBe('en-GB')
    expect((await open(widget(), strange)).lang).toBe('en-GB')
  })

  test('is one of ours, whatever is asked for', async () => {
    for (const lang of ['sv', 'xx', 'de'.repeat(2500), '"><script>', 'en-XA', '../de']) {
      const page = await open(careers(`?lang=${encodeURIComponent(lang)}`), 'x'.repeat(5000))
      expect([lang, page.status]).toEqual([lang, 200])
      expect(page.lang).toBe('en-GB')
      const framed = await open(widget(`&lang=${encodeURIComponent(lang)}`), 'x'.repeat(5000))
      // The frame is the shop's, whose ads may be in any language; our words in it are marked as what they are.
      expect([lang, framed.status]).toEqual([lang, 200])
      expect(framed.text).toContain('Apply Now')
      expect(framed.html).toMatch(/<html lang="[a-zA-Z-]{2,5}"/)
    }
  })

  test('can be chosen on it without script, and stays on the way', async () => {
    const page = await open(careers('?lang=de'))
    expect(page.html).toContain('<option value=de lang=de selected>')
    const links = [...page.html.matchAll(/<a href="(\/careers[^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(1)
    for (const href of links) expect(href).toContain('lang=de')
    const paid = { salary_from: 13, salary_to: 13, salary_currency: 'GBP', salary_period: 'hour' }
    const edit = { method: 'PATCH', body: { salary_range: '£13 an hour', ...paid } }
    expect((await owner.call(`/api/jobs/${job.id}`, edit)).status).toBe(200)
    expect((await open(careers(`/${job.slug}`))).html).toContain('£13 an hour')
    const ad = await open(careers(`/${job.slug}?lang=de`))
    expect(ad.html).not.toContain('£13 an hour')
    expect(ad.html).toMatch(/13\s£/)
    // Its letters keep their order among Arabic ones.
    const arabic = await open(careers(`/${job.slug}?lang=ar`))
    expect(arabic.html).toContain('\u2066UK£\u2069')
    const apply = /href="([^"]*step=consent[^"]*)"/.exec(ad.html)?.[1]?.replaceAll('&amp;', '&')
    const consent = await open(apply ?? '')
    expect(consent.lang).toBe('de')
    expect(consent.html).toMatch(/name="?lang"? value="?de/)
    // Each names all the others, and itself, so that search engines believe them.
    const alternates = (html: string) =>
      [...html.matchAll(/hreflang=(\S+) href="([^"]*)"/g)].map(([, lang, href]) => [lang, href])
    const named = alternates(page.html)
    expect(named.map(([lang]) => lang)).toEqual(['x-default', ...languages])
    for (const [lang = '', href = ''] of named) {
      const other = await open(href.replace(app.url, ''))
      expect(other.lang).toBe(lang === 'x-default' ? 'en-GB' : lang)
      expect(alternates(other.html)).toEqual(named)
      expect(other.html).toContain(`<link rel=canonical href="${href}">`)
    }
  })
})

describe('an application', () => {
  test('in German has German mails, also when staff write in English, and its page speaks German', async () => {
    const email = 'lena@example.com'
    const step = widget(`&lang=de&step=email&roleId=${job.id}&consent=yes`)
    const sent = await app.visitor().form(step, { email, consent: 'yes', roleId: job.id })
    expect(sent.status).toBe(303)
    const codeMail = await app.mailTo(email)
    expect(codeMail.text).toContain(speak('de', () => t('mails.greetingNobody')))
    expect(codeMail.html).toContain('<html lang="de"')
    // From the mail, in a browser that asks for English.
    const visitor = app.visitor()
    const headers = { 'accept-language': 'en-GB' }
    const link = new URL(/https?:\S+\/verify\S+/.exec(codeMail.text)?.[0] ?? '')
    const opened = await visitor.fetch(link.pathname + link.search, { headers })
    const { html } = { html: await opened.text() }
    expect(html).toContain('<html lang="de"')
    const action = /<form id="f"[^>]*action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    const verified = await visitor.fetch(action ?? '', {
      method: 'POST',
      body: new URLSearchParams(fieldsOf(html)),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await verified.text()).toContain(speak('de', () => t('careers.verify.doneTitle')))
    const address = `/application?${new URLSearchParams({ email, roleId: job.id, roleTitle: job.title })}`
    const form = await (await visitor.fetch(address, { headers })).text()
    expect(form).toContain('<html lang="de"')
    const submitted = await visitor.fetch('/application', {
      method: 'POST',
      body: new URLSearchParams({ ...fieldsOf(form), firstName: 'Lena', lastName: 'Vogt' }),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await submitted.text()).toContain('<html lang="de"')
    const { rows } = await app.deps.db.pool.query<{ id: string; language: string }>(
      'select id, language from applicants where email = $1',
      [email],
    )
    expect(rows).toMatchObject([{ language: 'de' }])
    const confirmation = await app.mailTo(email)
    expect(confirmation.html).toContain('<html lang="de"')
    expect(confirmation.text).toContain(speak('de', () => t('field.name')))
    // Staff of an English dashboard: the shop has no words of its own for this status.
    const id = rows[0]?.id ?? ''
    await owner.call(`/api/applicants/${id}/status`, {
      method: 'PATCH',
      body: { status: 'reviewing' },
    })
    const preview = await owner.call<{ change_id: string; html: string }>(
      `/api/applicants/${id}/mails/preview`,
    )
    expect(preview.body.html).toContain('<html lang="de"')
    await owner.call(`/api/applicants/${id}/mails`, {
      body: { change_id: preview.body.change_id },
    })
    const statusMail = await app.mailTo(email)
    expect(statusMail.html).toContain('<html lang="de"')
    const opening = speak('de', () =>
      t('mailTemplate.reviewing.body', {
        first_name: 'Lena',
        job_title: job.title,
        organization: 'Teeladen',
      }),
    ).slice(0, 20)
    expect(statusMail.text).toContain(opening)
    // Their own page, by the link of the mail.
    const own = new URL(/https?:\S+\/me\/\S+/.exec(statusMail.text)?.[0] ?? '')
    expect((await open(own.pathname, 'en-GB')).lang).toBe('de')
    expect((await open(`${own.pathname}?lang=fr`, 'en-GB')).lang).toBe('fr')
  })
})
