// What the doctor says of proxies that are wrong, and of neighbours that do not answer.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { createTestApp } from '#test/app.ts'
import { freePort } from '#test/e2e/program.ts'
import { startSmtp } from '#test/servers/smtp.ts'
import { examine } from './doctor.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

type Proxy = { url: string; to: string }

/** A proxy of the operator: `passes` says what it makes of X-Forwarded-For. */
async function startProxy(
  passes: (before: string | undefined) => string | undefined,
  protocol?: string,
): Promise<Proxy> {
  const proxy: Proxy = { url: '', to: '' }
  const server = createServer((incoming, outgoing) => {
    const { host: _, 'x-forwarded-for': before, ...headers } = incoming.headers
    const forwarded = passes(before as string | undefined)
    const options = {
      headers: {
        ...headers,
        host: incoming.headers.host,
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
        ...(protocol !== undefined && { 'x-forwarded-proto': protocol }),
      },
    }
    const passed = request(`${proxy.to}${incoming.url}`, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanups.push(() => server.close())
  return proxy
}

const appends = (before: string | undefined) => [before, '198.51.100.9'].filter(Boolean).join(', ')

/** The lines of an installation that others reach, as its server says them. */
async function linesOf(env: Record<string, string>, proxy?: Proxy): Promise<Map<string, string>> {
  const all = {
    NODE_ENV: 'production',
    SECRET_KEY: 'a secret of more than thirty-two characters',
    ...(proxy && { APP_URL: proxy.url }),
    ...env,
  }
  const app = await createTestApp({ env: all, ...(proxy && { appUrl: proxy.url }) })
  cleanups.push(() => app.close())
  if (proxy) proxy.to = app.url
  const config = readConfig({ ...all, DATA_DIR: app.dataDir })
  const lines = new Map<string, string>()
  try {
    for await (const line of examine(config, app.deps, undefined)) {
      lines.set(
        line.slice(7, line.indexOf(':')),
        `${line.slice(0, 6).trim()} ${line.slice(line.indexOf(':') + 2)}`,
      )
    }
  } catch (error) {
    lines.set('end', String(error))
  }
  return lines
}

test.each([
  ['1', appends, /^ok requests to \S+ arrive as they should: 1 proxy names/],
  ['1', () => '198.51.100.9', /^ok requests/],
  ['0', appends, /^WRONG 1 proxy names an address .* Set TRUSTED_PROXIES to 1\./],
  ['2', appends, /^WRONG a visitor can forge the address/],
  ['1', (before: string | undefined) => before, /^WRONG a visitor can forge the address/],
  ['1', () => undefined, /^WRONG 0 proxies .* Set TRUSTED_PROXIES to 0\./],
] as const)('TRUSTED_PROXIES of %s behind a proxy', async (count, passes, expected) => {
  const lines = await linesOf({ TRUSTED_PROXIES: count }, await startProxy(passes))
  expect(lines.get('Proxy')).toMatch(expected)
})

test('a proxy that names another protocol than APP_URL is said', async () => {
  const lines = await linesOf({ TRUSTED_PROXIES: '1' }, await startProxy(appends, 'https'))
  expect(lines.get('Proxy')).toMatch(/^WRONG the proxy says that visitors come by https/)
})

// shows: interface-87
test('what is missing or does not answer is said with what to do, and without a secret', async () => {
  const port = await freePort()
  const backups = await mkdtemp(path.join(os.tmpdir(), 'storehand-doctor-'))
  cleanups.push(() => rm(backups, { recursive: true }))
  const lines = await linesOf({
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://shop:secret-word@127.0.0.1:${port}`,
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_API_KEY: 'secret-word',
    AI_MODEL: 'any',
    BACKUP_DIR: backups,
    BACKUP_KEY: 'secret-word of more than thirty-two characters',
  })
  expect(lines.get('Proxy')).toMatch(/^WRONG http:\S+ does not answer\. Correct APP_URL/)
  expect(lines.get('Mail server')).toMatch(/^WRONG The mail server of SMTP_URL does not answer/)
  expect(lines.get('AI server')).toMatch(/^WRONG http:\S+ cannot be reached\. Correct AI_BASE_URL/)
  expect(lines.get('Backups')).toMatch(/^WRONG \S+ has no archive\. Make one/)
  expect(lines.get('end')).toContain('Something is wrong: 4 of these checks say what.')
  expect([...lines.values()].join('')).not.toContain('secret-word')
})

test('a mail server that refuses the password, and an archive that does not open', async () => {
  const smtp = await startSmtp({ password: 'the right one' })
  cleanups.push(() => smtp.close())
  const backups = await mkdtemp(path.join(os.tmpdir(), 'storehand-doctor-'))
  cleanups.push(() => rm(backups, { recursive: true }))
  await mkdir(backups, { recursive: true })
  await writeFile(path.join(backups, 'storehand-2026-01-01T00-00-00-000Z.backup'), 'no archive')
  const lines = await linesOf({
    SMTP_URL: smtp.url.replace('://', '://shop:wrong@'),
    BACKUP_DIR: backups,
    BACKUP_KEY: 'the key of the backups, kept elsewhere',
  })
  expect(lines.get('Mail server')).toMatch(
    /^WRONG The mail server of SMTP_URL refuses the user or the password \(535\)/,
  )
  expect(lines.get('Backups')).toMatch(/^WRONG The file \S+\.backup is no archive of Storehand/)
})
