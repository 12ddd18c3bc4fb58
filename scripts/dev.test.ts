// `npm run dev` serves sources, on one port and with the product's own policies; the product itself contains no code
// for it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.dirname(import.meta.dirname)
let child: ChildProcess
let dataDir: string
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-dev-'))
  const port = await freePort()
  url = `http://localhost:${port}`
  child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: dataDir, DEMO: '0' },
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes('is ready after')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(output)))
  })
})

afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill()
  await ended
  await rm(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answer = async (address: string) => {
  const response = await fetch(url + address)
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, policy, text: await response.text() }
}

test('a screen names its sources, and its policy forbids inline scripts as ever', async () => {
  const page = await answer('/auth')
  expect(page.text).toContain('src="/@dev/src/dashboard/main.tsx"')
  expect(page.policy).toContain("script-src 'self';")
  const source = await answer('/@dev/src/dashboard/main.tsx')
  expect([source.status, source.text.includes('"/@dev/')]).toEqual([200, true])
})

test('the widget is rendered from sources', async () => {
  const page = await answer('/embed')
  expect(page.text).toContain('Career Opportunities')
  expect(page.text).toContain('/@dev/src/careers/client.tsx')
})

test('the product loads nothing of it', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const forbidden = /(?:from|import\() ?'(?:vite|.*vite\.config\.ts|.*\/scripts\/.*)'/
  const found = files.filter((file) => forbidden.test(readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([])
})
