// A production install: the server starts and serves without any development dependency.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '#test/databases/database.ts'

const root = path.dirname(import.meta.dirname)

/** Makes Node answer for each of the packages as for one that is not there. */
const without = (packages: readonly string[]) => `
  import { registerHooks } from 'node:module'
  const missing = new Set(${JSON.stringify(packages)})
  registerHooks({
    resolve(name, context, next) {
      const [one, two] = name.split('/')
      if (!missing.has(name.startsWith('@') ? one + '/' + two : one)) return next(name, context)
      throw Object.assign(new Error(name + ' is not installed'), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })`

test('starts without development dependencies, and says that the demo has no CVs', async () => {
  const { devDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as {
    devDependencies: Record<string, string>
  }
  expect(Object.keys(devDependencies)).toContain('pdfkit')
  const { url, drop } = await createPostgresDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-production-'))
  const port = await freePort()
  const hooks = `data:text/javascript,${encodeURIComponent(without(Object.keys(devDependencies)))}`
  const settings = { NODE_ENV: '', PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: url }
  const child = spawn(process.execPath, ['--import', hooks, 'dist/server/start.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready after')
  expect(output).toContain('Its applicants have no CVs')
  const page = await fetch(`http://localhost:${port}/embed`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Career Opport')])
}, 90_000)

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
