// What somebody can cause by breaking off a request or an answer is no failure of the server: one line at info, without a stack.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'

type Line = { level: string; msg: string; err?: { stack?: string } }

const lines: Line[] = []
const app = await openApp({ onLog: (line) => void lines.push(JSON.parse(line) as Line) })
const owner = await app.owner()
const job = await app.job(owner)

const LENGTH = 200_000
const multipart = 'multipart/form-data; boundary=x'
const part = (name: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`

/** Of each kind of body: how it is sent, and where in it the sender goes away. */
const bodies: Record<
  string,
  { request: () => [method: string, path: string, type: string]; begin: string[] }
> = {
  'JSON of the dashboard': {
    request: () => ['PUT', '/api/accounts/names', 'application/json'],
    begin: ['', '{"first_name":"Ana'],
  },
  'JSON that may be left out': {
    request: () => ['POST', '/api/accounts/second-factor/enroll', 'application/json'],
    begin: ['', '{"proof":"'],
  },
  'JSON of the token API': {
    request: () => ['POST', '/auth/v1/token?grant_type=password', 'application/json'],
    begin: ['', '{"email":"'],
  },
  'a form of the token API': {
    request: () => ['POST', '/auth/v1/verify', 'application/x-www-form-urlencoded'],
    begin: ['', 'type=signup&tok'],
  },
  'a picture': {
    request: () => ['PUT', '/api/organizations/own/picture', 'image/png'],
    begin: ['', '\x89PNG\r\n', 'x'.repeat(100_000)],
  },
  'a logo': {
    request: () => ['PUT', '/api/organizations/own/logo', 'image/png'],
    begin: ['', 'x'.repeat(100_000)],
  },
  'a CV': {
    request: () => ['POST', '/api/applications/cv', multipart],
    begin: [
      '',
      part('token'),
      `${part('token')}abc\r\n${part('cvFile', '; filename="cv.pdf"')}`,
      `${part('cvFile', '; filename="cv.pdf"')}%PDF-1.4 ${'x'.repeat(100_000)}`,
    ],
  },
  'an application': {
    request: () => ['POST', '/application', multipart],
    begin: ['', `${part('firstName')}Maya\r\n${part('cvFile', '; filename="cv.pdf"')}%PDF-1.4 `],
  },
  'a form of the widget': {
    request: () => [
      'POST',
      `/embed?step=email&roleId=${job.id}`,
      'application/x-www-form-urlencoded',
    ],
    begin: ['', 'consent=yes&ema'],
  },
  'a form of an own page': {
    request: () => ['POST', '/me', 'application/x-www-form-urlencoded'],
    begin: ['', 'ema'],
  },
  'a notice of a store': {
    request: () => ['POST', '/webhooks', 'application/json'],
    begin: ['', '{"id":'],
  },
  'a call of a function': {
    request: () => ['POST', '/functions/generate-job-description', 'application/json'],
    begin: ['', '{"title":'],
  },
}

async function sendAndLeave(bytes: string, isReset: boolean): Promise<void> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve))
  // The server has begun to read it: it answers later requests.
  await app.visitor().call('/healthz')
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
  await once(socket, 'close')
}

const headOf = (method: string, path: string, more: Record<string, string>) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({
    host: '127.0.0.1',
    origin: app.url,
    cookie: owner.cookie,
    ...more,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** What the log has of `act`: at least so many lines, and what comes while the server answers some more requests. */
async function logged(act: () => Promise<unknown>, least: number): Promise<Line[]> {
  lines.length = 0
  await act()
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(least)
  for (let more = 0; more < 5; more += 1) await app.visitor().call('/healthz')
  return [...lines]
}

test.each(Object.keys(bodies))(
  '%s: one line at info, wherever its sender goes away',
  async (kind) => {
    const { request, begin } = bodies[kind]!
    const [method, path, type] = request()
    for (const sent of begin) {
      for (const [length, isReset] of [
        [{ 'content-length': String(LENGTH) }, true],
        [{ 'content-length': String(LENGTH) }, false],
        [{ 'transfer-encoding': 'chunked' }, true],
      ] as const) {
        const isChunked = 'transfer-encoding' in length
        const bytes = isChunked && sent ? `${sent.length.toString(16)}\r\n${sent}` : sent
        const head = headOf(method, path, { 'content-type': type, ...length })
        const logLines = await logged(() => sendAndLeave(head + bytes, isReset), 1)
        expect(logLines, JSON.stringify([sent.slice(0, 50), length, isReset])).toEqual([
          expect.objectContaining({ level: 'info', msg: 'the sender broke off' }),
        ])
        expect(JSON.stringify(logLines)).not.toContain('stack')
      }
    }
  },
)

test(
  'an answer that its reader does not want: no line, and the process goes on',
  { tags: 'slow' },
  async () => {
    const token = await app.grant('maya@example.com', job)
    const cv = new Blob([Buffer.concat([pdf, Buffer.alloc(8_000_000, '\n% of a long CV')])])
    const form = new FormData()
    const fields = { token, firstName: 'Maya', lastName: 'Okafor', phone: '+44 20 7946 0018' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('cvFile', cv, 'cv.pdf')
    const sent = await app.visitor().fetch('/application', { method: 'POST', body: form })
    expect(sent.status).toBe(200)
    const { rows } = await app.deps.db.pool.query<{ id: string }>('select id from applicants')
    await app.cvsChecked()
    const link = await owner.call<{ url: string }>(`/api/applicants/${rows[0]?.id}/cv-link`, {
      method: 'POST',
    })
    const { pathname, search } = new URL(link.body.url)
    const ids = { ids: rows.map(({ id }) => id) }
    expect(link.status).toBe(200)
    for (const path of [
      pathname + search,
      '/api/applicants/export.csv?tab=all',
      '/api/live',
      '/api/applicants',
      '/auth',
    ]) {
      for (const isReset of [true, false]) {
        const logLines = await logged(() => sendAndLeave(headOf('GET', path, {}), isReset), 0)
        expect(logLines, path).toEqual([])
      }
    }
    const zip = JSON.stringify(ids)
    const head = headOf('POST', '/api/applicants/export.zip', {
      'content-type': 'application/json',
      'content-length': String(zip.length),
    })
    expect(await logged(() => sendAndLeave(head + zip, true), 0)).toEqual([])
  },
)

test('no stream becomes an answer by the way that ends the process when its reader goes away', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const users = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.includes('.test.') &&
      /\btoWeb\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(users).toEqual([])
})
