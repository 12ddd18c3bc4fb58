// Every output that forbids characters, with every one that it forbids in each text that people write. What comes in is cleaned, but the
// database has texts from before, and other systems' texts come in by other doors.
import { stringify } from 'csv-stringify/sync'
import { SaxesParser } from 'saxes'
import { Parser } from 'htmlparser2'
import { afterAll, describe, expect, test } from 'vitest'
import { CSV_FORMAT, harmlessCell } from '#domain/applicants/spreadsheets.ts'
import { feedKinds } from '#domain/jobs/feeds.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import { jsonLd } from '#domain/jobs/job-posting.ts'
import { dispositionOf } from '#features/cvs/open-cv.ts'
import { openPictures } from '#gateways/careers/pictures.ts'
import { openCvReader } from '#gateways/cvs/cv-reader.ts'
import { writeFeed, writeSitemap, type FeedJob } from '#gateways/jobs/job-feeds.ts'
import { connectMailServer } from '#gateways/mails/mail.ts'
import { startScriptedSmtp } from '#test/servers/scripted-smtp.ts'
import { cellsOf } from '#test/spreadsheet.ts'

const codes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
/** Controls, surrogates, code points that are no characters, and marks that end lines or turn directions. */
const forbidden = [
  ...codes(0, 0x1f),
  ...codes(0x7f, 0x9f),
  ...codes(0x2028, 0x202e),
  ...codes(0x2066, 0x2069),
  0xfeff,
  ...codes(0xfdd0, 0xfdef),
  ...codes(0, 16).flatMap((plane) => [plane * 0x1_0000 + 0xfffe, plane * 0x1_0000 + 0xffff]),
  ...codes(0xd800, 0xdfff),
].map((code) => String.fromCodePoint(code))

/** Each of them where a format could take it for the end of a text, and between the signs that together are one. */
const evil = ['', ']]', '<', '&', '"', '\\', '</script', '<!--', '%', "'", '=?UTF-8?Q?']
  .flatMap((sign) =>
    sign === ''
      ? forbidden.map((each) => `a${each}b`)
      : forbidden.slice(0, 80).map((each) => sign + each + '>;'),
  )
  .join(' ')

const job = {
  ...noFacts,
  id: '0199',
  slug: 'baker',
  title: evil,
  description: evil,
  requirements: evil,
  benefits: evil,
  town: evil,
  location: evil,
  employment_type: 'full-time',
  created_at: '2026-11-01T10:00:00.000Z',
  changed_at: '2026-11-01T10:00:00.000Z',
  url: 'https://jobs.example/careers/tiny/baker',
  html: `<p>${evil}</p>`,
  lang: null,
} as unknown as FeedJob
const feed = {
  title: evil,
  shopName: evil,
  pageUrl: 'https://jobs.example/careers/tiny',
  feedUrl: 'https://jobs.example/careers/tiny/jobs',
  language: 'en-GB',
  changedAt: '2026-11-01T10:00:00.000Z',
  jobs: [job, job],
}

/** The names of its elements. Anything that is not well-formed throws. */
function elementsOf(xml: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => names.push(name))
  // As it leaves: a lone half of a pair cannot be written in UTF-8.
  parser.write(Buffer.from(xml).toString()).close()
  return names
}

describe('XML', () => {
  test.each(feedKinds.filter((kind) => kind !== 'json'))('%s stays whole', (kind) => {
    const plain = { ...job, title: 'a', html: '<p>a</p>', town: 'a', location: 'a' }
    const expected = elementsOf(
      writeFeed(kind, { ...feed, title: 'a', shopName: 'a', jobs: [plain, plain] }),
    )
    expect(elementsOf(writeFeed(kind, feed))).toEqual(expected)
  })

  test('the sitemap stays whole', () => {
    const pages = [
      { url: `https://jobs.example/${evil}`, changedAt: null },
      { url: 'https://jobs.example/b', changedAt: null },
    ]
    expect(elementsOf(writeSitemap(pages))).toEqual(['urlset', 'url', 'loc', 'url', 'loc'])
  })
})

describe('JSON', () => {
  test('the feed stays whole', () => {
    const { items } = JSON.parse(writeFeed('json', feed)) as { items: { title: string }[] }
    expect(items).toHaveLength(2)
  })

  test('the data for search engines ends where it ends, with every character', () => {
    const page = `<body><i>before</i>${jsonLd({ title: evil })}<b>after</b>`
    const read: Record<string, string> = {}
    let inside = ''
    const parser = new Parser({
      onopentagname: (name) => (inside = name),
      ontext: (part) => (read[inside] = (read[inside] ?? '') + part),
    })
    parser.end(page)
    expect({ ...read, script: JSON.parse(read.script ?? '') as unknown }).toEqual({
      i: 'before',
      script: { title: evil },
      b: 'after',
    })
  })
})

test('a table has its cells and rows, with every character', () => {
  const rows = [['name', 'text'], ...forbidden.map((each) => [`Maya${each}`, `${each}=1${each}"`])]
  const written = stringify(
    rows.map((row) => row.map(harmlessCell)),
    CSV_FORMAT,
  )
  const cells = cellsOf(Buffer.from(written))
  expect(cells.map((row) => row.length)).toEqual(rows.map(() => 2))
  // A lone half of a pair is a replacement character in UTF-8.
  expect(cells.map(([name]) => name)).toEqual(
    rows.map(([name = '']) => harmlessCell(name).toWellFormed()),
  )
})

test('the headers of a mail are those that we wrote, in lines of ASCII', async () => {
  const smtp = await startScriptedSmtp()
  const server = connectMailServer(smtp.url, 'Storehand <jobs@storehand.example>', 20_000)
  try {
    await server.send({
      id: '3f2b8c1e-5d4a-4f6b-9c7d-1a2b3c4d5e6f',
      to: 'maya@example.com',
      replyTo: 'owner@example.com',
      senderName: `Shop ${evil.slice(0, 12_000)}\r\nBcc: bo@example.com`,
      content: { subject: `Hello ${evil}\r\nBcc: bo@example.com`, text: evil, html: 'x' },
    })
  } finally {
    server.close()
    await smtp.close()
  }
  const [mail] = smtp.mails
  const head = mail?.raw.slice(0, mail.raw.indexOf('\r\n\r\n')) ?? ''
  expect(head).toMatch(/^(?:[\x20-\x7e\t]+\r\n)*[\x20-\x7e\t]+$/)
  const names = head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':', 1).join().toLowerCase())
  expect(names.toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  expect(mail?.to).toEqual(['maya@example.com'])
})

test('the name of a file is a header of an answer, whichever characters it was uploaded with', () => {
  for (const each of forbidden) {
    const header = dispositionOf({
      original_name: `Maya${each}; filename=x.exe${each}"\\.pdf`,
      kind: 'pdf',
    })
    expect(header).toMatch(
      /^attachment; filename="[^"\\\x7f-\uffff]*\.pdf"; filename\*=UTF-8''[\w.~!*%-]*\.pdf$/,
    )
    expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header)
  }
})

describe('a PDF', () => {
  const pictures = openPictures()
  const reader = openCvReader()
  afterAll(() => Promise.all([pictures.stop(), reader.stop()]))

  test('of a poster can be read', async () => {
    const words = {
      brand: { name: evil, accent: null, logo: null },
      direction: 'ltr' as const,
      title: `Tea ${forbidden.slice(0, 80).join('')}`,
      hiring: evil,
      facts: [[evil, evil]] as const,
      text: ['Leaves', evil],
      link: 'https://jobs.example/careers/tiny/baker',
      shownLink: 'jobs.example/careers/tiny/baker',
      scan: evil,
      address: evil,
    }
    const logo = { href: 'none', read: () => Promise.resolve(null) }
    const pdf = await pictures.drawPoster('one', words, { size: 'a4', logo })
    const reading = await reader.read(new Uint8Array(pdf), 'pdf', 20)
    expect(reading).toMatchObject({ text: expect.stringMatching(/Tea[\s\S]*Leaves/) })
  })
})
