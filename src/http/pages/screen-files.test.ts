import { existsSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screens } from '#domain/screens.ts'
import { openApp } from '../../../test/app.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')

const hintsOf = (html: string) => [
  ...html.matchAll(/<link rel="(modulepreload|preload)"[^>]*href="([^"]+)"/g),
]

test('the page of a screen names every file it begins with, and each of them is there', async () => {
  const page = await owner.fetch('/admin/applicants')
  const addresses = hintsOf(await page.text()).map(([, , address = '']) => address)
  expect(addresses.some((address) => address.includes('/applicants-'))).toBe(true)
  for (const address of addresses.filter((one) => one.startsWith('/'))) {
    expect([address, (await owner.fetch(address)).status]).toEqual([address, 200])
  }
})

test.each(Object.keys(screens))('%s is there when it is loaded anew', async (address) => {
  for (const visitor of [owner, app.visitor()]) {
    const page = await visitor.fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('id="root"')
  }
  expect((await owner.fetch(`${address === '/' ? '' : address}/no-such-page`)).status).toBe(404)
})

test('nothing is read ahead for somebody who is not signed in, or for another filter', async () => {
  const signedOut = await (await app.visitor().fetch('/admin/applicants')).text()
  expect(signedOut).not.toContain('href="/api/')
  expect(signedOut).toContain('/applicants-')
  const filtered = await (await owner.fetch('/admin/applicants?tab=all')).text()
  expect(filtered).toContain('href="/api/frame"')
  expect(filtered).not.toContain('href="/api/applicants')
})

// shows: 7-8
test('the frame says the same as the addresses it stands for, and only what the person may see', async () => {
  const frame = (await (await owner.fetch('/api/frame')).json()) as Record<
    string,
    Record<string, unknown>
  >
  const read = async (address: string) => (await owner.fetch(address)).json()
  expect(frame.session).toEqual(await read('/api/session'))
  expect(frame.sections).toEqual({
    applicants: await read('/api/applicants/counts'),
    jobs: ((await read('/api/jobs/titles')) as { jobs: unknown }).jobs,
    incidents: await read('/api/incidents/counts'),
    requests: await read('/api/rights/counts'),
    store: await read('/api/store'),
    waiting_mails: [],
  })
  expect(frame.notices).toEqual({ incidents: [], retention: await read('/api/retention') })
  const stranger = await (await app.visitor().fetch('/api/frame')).json()
  expect(stranger).toEqual({ session: { user: null, profile: null, organization: null } })
})

const dist = path.join(import.meta.dirname, '../../../dist/dashboard')
/** The transferred size: the build compressed files where it helps. */
function bytesOf(address: string): number {
  const file = path.join(dist, address)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

// The page, its reads and the headers of each answer add about 10,000 bytes.
test.each([
  ['/admin/applicants', 9, 197_500],
  ['/admin', 11, 203_500],
])(
  '%s begins with %i files of %i bytes at most: all there is until it answers',
  async (at, files, bytes) => {
    const html = await (await owner.fetch(at)).text()
    const first = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, address = '']) => address,
    )
    const loaded = [...new Set(first)].filter((address) => !address.endsWith('.svg'))
    expect(loaded.some((address) => address.includes('/popups-'))).toBe(false)
    expect(loaded.some((address) => address.includes('/text-'))).toBe(false)
    expect(loaded.length).toBeLessThanOrEqual(files)
    expect(loaded.map(bytesOf).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(bytes)
  },
)

test.each(['/auth', '/admin', '/admin/applicants', '/admin/jobs'])(
  '%s is seen after 70,000 bytes: the document with the first view, the style sheet and the typeface',
  async (address) => {
    const asker = address === '/auth' ? app.visitor() : owner
    const html = await (await asker.fetch(address)).text()
    const files = [...html.matchAll(/href="(\/assets\/[^"]+\.(?:css|woff2))"/g)].map(
      ([, file = '']) => bytesOf(file),
    )
    expect(files).toHaveLength(2)
    expect(files.reduce((sum, one) => sum + one, brotliCompressSync(html).length)).toBeLessThan(
      70_000,
    )
  },
)

// shows: interface-121
test('letters: a subset for each script that is read where it is needed, one family for a name, none on public pages', async () => {
  const html = await (await owner.fetch('/admin')).text()
  const fonts = [...html.matchAll(/href="([^"]+\.woff2)"/g)].map(([, href]) => href)
  expect(fonts).toEqual([expect.stringMatching(/-latin-wght/)])
  const [, sheet = ''] = /href="([^"]+\.css)"/.exec(html) ?? []
  const css = await (await owner.fetch(sheet)).text()
  const faces = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, face = '']) => ({
    family: /font-family:([^;]*)/.exec(face)?.[1],
    file: /url\(([^)]*)\)/.exec(face)?.[1] ?? '',
    // 'U+??' is how the minifier writes 'U+0-FF'.
    ranges: [...face.matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)].map(
      ([, from = '', to = from]) => [
        Number.parseInt(from.replaceAll('?', '0'), 16),
        Number.parseInt(to.replaceAll('?', 'F'), 16),
      ],
    ),
  }))
  expect(new Set(faces.map(({ family }) => family)).size).toBe(1)
  expect(faces.every(({ file }) => file.includes('.woff2'))).toBe(true)
  // Each name's letters, composed as people type them.
  for (const name of ['Zoë', 'Łukasz Wiśniewski', 'Nguyễn Thị Hữu Phước', 'Ελένη', 'Олена']) {
    const signs = Array.from(name.normalize('NFC').replaceAll(' ', ''))
    const lacking = signs.filter((sign) => {
      const code = sign.codePointAt(0) ?? 0
      return !faces.some(({ ranges }) =>
        ranges.some(([from = 0, to = 0]) => from <= code && code <= to),
      )
    })
    expect([name, lacking]).toEqual([name, []])
  }
  const slug = owner.organization.slug
  for (const address of [
    '/application',
    '/verify',
    '/me',
    `/careers/${slug}`,
    `/embed?org=${slug}`,
    '/privacy',
    '/terms',
  ]) {
    const answer = await app.visitor().fetch(address)
    const page = await answer.text()
    expect(page, address).not.toMatch(/@font-face|woff/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    // Nothing on them could load one; legal pages are of the dashboard's build, where its family is not named.
    if (page.includes('data-face="system"')) expect(css).toContain('[data-face=system]')
    else expect([address, policy]).toEqual([address, expect.not.stringContaining('font-src')])
  }
})

/** Not decoded; `fetch` would decompress the answer. */
const ask = (address: string, headers: Record<string, string> = {}) =>
  new Promise<{ encoding: string | undefined; bytes: number }>((resolve, reject) => {
    const options = { headers: { cookie: owner.cookie, 'accept-encoding': 'br', ...headers } }
    get(app.url + address, options, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes }))
    }).on('error', reject)
  })

test('what a screen reads travels pressed, what is small or not wanted so travels as it is', async () => {
  const [plain, pressed] = await Promise.all([
    ask('/api/frame', { 'accept-encoding': 'identity' }),
    ask('/api/frame'),
  ])
  expect(plain.encoding).toBeUndefined()
  expect(pressed.encoding).toBe('br')
  expect(pressed.bytes).toBeLessThan(plain.bytes / 2)
  expect((await ask('/api/applicants/tags')).encoding).toBeUndefined()
})

test('a browser that has the page is told so, and keeps its policy', async () => {
  const page = await owner.fetch('/admin/audit')
  const tag = page.headers.get('etag') ?? ''
  const again = await owner.fetch('/admin/audit', { headers: { 'if-none-match': tag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('content-security-policy')).toBe(
    page.headers.get('content-security-policy'),
  )
  // Signed out, the page has no hints for reads, so it is a different page.
  const stranger = await app.visitor().fetch('/admin/audit', { headers: { 'if-none-match': tag } })
  expect(stranger.status).toBe(200)
})
