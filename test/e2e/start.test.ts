// A start with different folders and settings: it prints the addresses, creates what is missing, and does not change
// what exists.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Visitor } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { runCommand, startProgram, type Program } from './program.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const demoSignIn = { email: 'ruth@pannierlane.example', password: 'mudguards-and-rain' }

let dataDir: string
let database: { url: string; drop: () => Promise<void> }
let running: Program | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-start-'))
  database = await createPostgresDatabase()
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  running = undefined
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** What it said from its start to its end. On the server, where a start takes a second and not ten. */
async function session(
  settings: Record<string, string>,
  visit: (url: string) => Promise<void>,
): Promise<string> {
  running = await startProgram(dataDir, { DATABASE_URL: database.url, ...settings })
  await visit(running.url)
  const { code, output } = await running.stop('SIGTERM')
  running = undefined
  expect(code).toBe(0)
  return output
}

const signIn = (url: string, origin = url) =>
  new Visitor(url, origin).call('/api/accounts/sign-in', { body: demoSignIn })

describe('with the demo', () => {
  // shows: interface-3, V6.3.2, V13.4.2
  test('its addresses are printed, it is there when the first page is asked for, and closed once other machines can reach it', async () => {
    const first = await session({ DEMO: '1' }, async (url) => {
      const { body } = await new Visitor(url).call<string>('/embed')
      expect(body).toContain('Weekend Sales Assistant')
      expect((await signIn(url)).status).toBe(200)
    })
    const address = /Dashboard {3}(http:\/\/localhost:\d+)\/auth/.exec(first)?.[1] ?? 'none'
    expect(first).toContain(`  Job widget  ${address}/embed\n`)
    expect(first).toContain(`  Mailbox     ${address}/dev/mailbox\n`)
    expect(first).toContain(`  Demo sign-in   ${demoSignIn.email}  ${demoSignIn.password}  (owner)`)
    expect(first).toContain('A demo shop with jobs and applicants was created')
    const open = { DEMO: '1', APP_URL: 'https://jobs.example.com' }
    const output = await session(open, async (url) => {
      const { status, body: suspended } = await signIn(url, open.APP_URL)
      expect([status, suspended]).toMatchObject([403, { error: { code: 'auth.suspended' } }])
      expect((await new Visitor(url).call('/dev/mailbox.json')).status).toBe(404)
      expect((await new Visitor(url).call('/dev/mailbox')).status).toBe(404)
      const { body } = await new Visitor(url).call<string>('/embed')
      expect(body).toContain('Currently no open positions available.')
    })
    expect(output).toContain('The demo shop of an earlier start is closed')
    expect(output).toContain('SMTP_URL is not set: no email leaves this server')
    expect(output).not.toContain(demoSignIn.password)
  }, 120_000)

  // shows: interface-20
  test('a database that somebody has begun with gets none of it', async () => {
    const person = { ...demoSignIn, email: 'ana@shop.example', first_name: 'Ana', last_name: 'S' }
    await session({ DEMO: '0' }, async (url) => {
      const { status } = await new Visitor(url).call('/api/accounts/sign-up', { body: person })
      expect(status).toBe(201)
    })
    const output = await session({ DEMO: '1' }, async (url) => {
      expect((await signIn(url)).status).toBe(401)
      const { body } = await new Visitor(url).call<string>('/embed?org=pannier-lane-cycles')
      expect(body).not.toContain('Bicycle')
    })
    expect(output).not.toContain('demo shop')
    expect(output).not.toContain('Demo sign-in')
  }, 120_000)
})

// shows: interface-14
test('the secret key is made once, for its owner’s eyes, and a session outlives the next start', async () => {
  const file = path.join(dataDir, 'secret-key')
  let cookie = ''
  await session({}, async (url) => {
    const visitor = new Visitor(url)
    const person = { ...demoSignIn, first_name: 'Ruth', last_name: 'Ashworth' }
    expect((await visitor.call('/api/accounts/sign-up', { body: person })).status).toBe(201)
    ;({ cookie } = visitor)
  })
  const key = await readFile(file, 'utf8')
  expect(key).toMatch(/^[\da-f]{64}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await session({}, async (url) => {
    const visitor = Object.assign(new Visitor(url), { cookie })
    const { body } = await visitor.call<{ user: { email: string } }>('/api/session')
    expect(body.user.email).toBe(demoSignIn.email)
  })
  expect(await readFile(file, 'utf8')).toBe(key)
}, 120_000)

// shows: interface-9
describe('the database', () => {
  const signUp = async (url: string) => {
    const person = { ...demoSignIn, first_name: 'Ruth', last_name: 'Ashworth' }
    const { status } = await new Visitor(url).call('/api/accounts/sign-up', { body: person })
    expect(status).toBe(201)
  }

  test('is the one that DATABASE_URL names, and then none in DATA_DIR', async () => {
    // In place of the build's own folder, which other starts fill.
    const compiled = path.join(dataDir, 'compiled')
    await session({ NODE_COMPILE_CACHE: compiled }, async (url) => {
      await signUp(url)
      // While it runs: a process that is killed keeps its compiled code as well.
      await expect
        .poll(() => readdir(compiled, { recursive: true }).catch(() => []))
        .not.toEqual([])
    })
    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query('select email from profiles')
    await client.end()
    expect(rows).toEqual([{ email: demoSignIn.email }])
    expect(existsSync(path.join(dataDir, 'database'))).toBe(false)
  }, 120_000)

  // shows: interface-5
  test('is an embedded one in DATA_DIR without it, which npm run migrate brings up to date', async () => {
    const migrate = async () =>
      (await runCommand({ NODE_ENV: 'test', DATA_DIR: dataDir }, 'migrate')).output
    expect(await migrate()).toMatch(/^Ran 0137_baseline\b.*\.\n$/)
    expect(await migrate()).toBe('Nothing to do.\n')
    await session({ DATABASE_URL: '' }, async (url) => {
      await signUp(url)
      // The server has it to itself, and answers.
      const answers: Record<string, string> = {
        migrate: 'Nothing to do.\n',
        tasks: 'Nothing was given up.\n',
        // Nobody has an organization yet, so there is no chain.
        audit: '',
        retention: 'Deleted: 0.\n',
      }
      for (const [name, output] of Object.entries(answers)) {
        expect(await runCommand({ NODE_ENV: 'test', DATA_DIR: dataDir }, name), name).toEqual({
          code: 0,
          output,
        })
      }
    })
    expect(existsSync(path.join(dataDir, 'database'))).toBe(true)
  }, 240_000)

  test('of a later version ends the program and the command with a sentence about it', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query("insert into schema_migrations (name) values ('9999_later.sql')")
    await client.end()
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url }
    const ends = (program: string) =>
      expect(run(process.execPath, [program], { cwd: root, env })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^This database was last used by a later version.*\.\n$/),
      })
    await Promise.all([ends('dist/server/start.js'), ends('dist/server/migrate-command.js')])
  }, 60_000)
})
