// File storage behaves the same in a folder and in a bucket.
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer as createWebServer } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cutoff } from '#test/cutoff.ts'
import { startBucket, type TestBucket } from '#test/servers/s3.ts'
import { openFiles, type Files, type StagedFile } from './files.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of thirty-two characters or more')
const { fileKeys } = secrets
/** The key that all files of this test have. */
const own = secrets.newFileKey()
let place: string
let bucket: TestBucket

beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-files-'))
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(place, { recursive: true, force: true })
})

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(place, 'data-'))
})

const stage = (files: Files, content: string | Buffer): Promise<StagedFile> =>
  files.stage([Buffer.from(content)], own)

async function put(files: Files, key: string, content: string | Buffer): Promise<void> {
  const staged = await stage(files, content)
  await staged.take(key)
}

async function listed(files: Files, before: Date): Promise<string[]> {
  const keys: string[] = []
  for await (const key of files.listOlder('cvs', before)) keys.push(key)
  return keys.toSorted()
}

/** Of this process. */
async function openFilesUnder(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const files = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return files.filter((file) => file.startsWith(folder))
}

describe.each(['folder', 'bucket'])('in a %s', (kind) => {
  let files: Files
  beforeEach(async () => {
    files = await openFiles(kind === 'bucket' ? bucket.url : undefined, dataDir, fileKeys)
  })
  afterEach(async () => {
    for (const key of await listed(files, new Date(Date.now() + 60_000))) await files.remove(key)
  })

  test('a file is taken, found, read and removed', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    const staged = await stage(files, content)
    expect(await files.exists('cvs/one.pdf')).toBe(false)
    expect(staged.size).toBe(content.length)
    expect((await staged.read()).equals(content)).toBe(true)
    await staged.take('cvs/one.pdf')
    await staged.drop()
    expect(await files.exists('cvs/one.pdf')).toBe(true)
    expect(await readdir(files.stagingFolder)).toEqual([])
    expect((await buffer(await files.read('cvs/one.pdf', own))).equals(content)).toBe(true)
    const whole = await files.readWhole('cvs/one.pdf', own)
    expect(content.equals(whole)).toBe(true)
    // Nothing else lies in its memory, so that it can be transferred.
    expect(whole.buffer.byteLength).toBe(content.length)
    await files.remove('cvs/one.pdf')
    expect(await files.exists('cvs/one.pdf')).toBe(false)
    await expect(files.remove('cvs/one.pdf')).resolves.toBeUndefined()
    await expect(files.check()).resolves.toBeUndefined()
  })

  test('a file with a key of its own is read as that alone, whatever stands in its place', async () => {
    await put(files, 'cvs/one.pdf', '%PDF-1.4 of Maya Okafor')
    const stored = await buffer(await files.readStored('cvs/one.pdf'))
    const others = ['SHF1', 'SHF3', 'shf2', 'XHF2', '%PDF'].map((version) =>
      Buffer.concat([Buffer.from(version), stored.subarray(4)]),
    )
    for (const other of [...others, Buffer.from('%PDF-1.4 of nobody'), Buffer.alloc(0)]) {
      await files.putStored('cvs/one.pdf', [other])
      const start = other.toString('latin1', 0, 4)
      const reading = async () => buffer(await files.read('cvs/one.pdf', own))
      await expect(reading(), start).rejects.toThrow()
      await expect(files.readWhole('cvs/one.pdf', own), start).rejects.toThrow()
    }
  })

  test('a file that is not there cannot be read', async () => {
    const reading = async () => buffer(await files.read('cvs/none.pdf', own))
    await expect(reading()).rejects.toThrow()
    await expect(files.readWhole('cvs/none.pdf', own)).rejects.toThrow()
  })

  test('a file that is not there ends nobody who reads it a moment later, or encrypts it anew', async () => {
    const reader = await files.read('cvs/none.pdf', null).catch(() => undefined)
    await wait(50)
    if (reader) await expect(buffer(reader)).rejects.toThrow()
    await expect(files.renew('cvs/none.pdf')).rejects.toThrow()
  })

  test('a file is closed that nobody reads to its end, or at all', { tags: 'slow' }, async () => {
    await put(files, 'cvs/one.pdf', Buffer.alloc(900_000, 'x'))
    // More than the S3 client has sockets.
    for (let times = 0; times < 60; times++) {
      ;(await files.read('cvs/one.pdf', own)).destroy()
      ;(await files.readStored('cvs/one.pdf')).destroy()
      const begun = await files.read('cvs/one.pdf', own)
      await once(begun, 'data')
      begun.destroy()
    }
    expect((await buffer(await files.read('cvs/one.pdf', own))).length).toBe(900_000)
    if (process.platform === 'linux') {
      await expect.poll(() => openFilesUnder(dataDir)).toEqual([])
    }
  })

  test('a file that was removed fails also for a reader who has left', async () => {
    const reader = await files.read('cvs/none.pdf', own).catch(() => undefined)
    reader?.destroy()
    // An error that nobody listens to would end this process.
    await wait(50)
  })

  test('an upload lies encrypted while it waits, and is gone when it is dropped or breaks off', async () => {
    const staged = await stage(files, '%PDF-1.4 of Maya Okafor')
    expect(staged.head.toString()).toContain('%PDF-')
    const [name = ''] = await readdir(files.stagingFolder)
    const waiting = path.join(files.stagingFolder, name)
    expect((await readFile(waiting)).includes('Maya')).toBe(false)
    await staged.drop()
    async function* broken() {
      yield Buffer.from('%PDF-1.4')
      await Promise.reject(new Error('The line is gone'))
    }
    await expect(files.stage(broken(), own)).rejects.toThrow('The line is gone')
    expect(await readdir(files.stagingFolder)).toEqual([])
  })

  test('what was written before a moment is listed', async () => {
    const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms))
    expect(await listed(files, future!)).toEqual([])
    for (const name of ['one', 'two']) {
      await put(files, `cvs/${name}.pdf`, name)
    }
    expect(await listed(files, future!)).toEqual(['cvs/one.pdf', 'cvs/two.pdf'])
    expect(await listed(files, past!)).toEqual([])
  })

  // shows: V5.3.2, V13.2.5
  test.each([
    '../outside.txt',
    'cvs/../../outside.txt',
    'cvs/..\\..\\outside.txt',
    '/../outside.txt',
    'cvs/....//....//outside.txt',
    '../outside.txt\0.pdf',
    '..',
    '',
  ])('nothing outside is reached by %j', async (key) => {
    const outside = path.join(dataDir, 'outside.txt')
    await writeFile(outside, 'keep')
    const staged = await stage(files, 'intruder')
    const attempts = [
      () => files.exists(key),
      async () => (await buffer(await files.read(key, own))).toString(),
      () => files.readWhole(key, own),
      () => files.remove(key),
      () => staged.take(key),
    ]
    for (const attempt of attempts) {
      const result = await attempt().catch(() => false)
      expect([false, undefined]).toContain(result)
    }
    expect(await readFile(outside, 'utf8')).toBe('keep')
    expect((await readdir(dataDir)).toSorted()).toEqual(
      kind === 'bucket' ? ['incoming', 'outside.txt'] : ['files', 'outside.txt'],
    )
  })

  test('what was left half-written is swept, also while others end', async () => {
    const long = new Date(Date.now() - 7_200_000)
    for (let index = 0; index < 100; index++) {
      const file = path.join(files.stagingFolder, `left-${index}`)
      await writeFile(file, 'half')
      await utimes(file, long, long)
    }
    await writeFile(path.join(files.stagingFolder, 'upload'), 'just arriving')
    const before = cutoff(Date.now() - 3_600_000)
    const sweeping = Promise.all([files.sweepStaging(before), files.sweepStaging(before)])
    for (let index = 99; index >= 0; index--) {
      await rm(path.join(files.stagingFolder, `left-${index}`), { force: true })
    }
    await sweeping
    expect(await readdir(files.stagingFolder)).toEqual(['upload'])
  })
})

describe('a folder', () => {
  // shows: 3-18, privacy-14, V5.3.1
  test('keeps files encrypted and for their owner only', async () => {
    const files = await openFiles(undefined, dataDir, fileKeys)
    await put(files, 'cvs/one.pdf', '%PDF-1.4 of Maya Okafor')
    const kept = path.join(dataDir, 'files/cvs/one.pdf')
    expect((await stat(kept)).mode & 0o777).toBe(0o600)
    expect((await readFile(kept)).includes('Maya')).toBe(false)
  })

  test('gives files from before they were encrypted as they are', async () => {
    const files = await openFiles(undefined, dataDir, fileKeys)
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(200_000, 'x')])
    await mkdir(path.join(dataDir, 'files/cvs'), { recursive: true })
    await writeFile(path.join(dataDir, 'files/cvs/old.pdf'), content)
    await writeFile(path.join(dataDir, 'files/cvs/short.pdf'), '%PDF')
    expect((await buffer(await files.read('cvs/old.pdf', null))).equals(content)).toBe(true)
    expect((await buffer(await files.read('cvs/short.pdf', null))).toString()).toBe('%PDF')
  })

  // shows: interface-10
  test('can be named by the setting', async () => {
    const folder = path.join(dataDir, 'else where')
    await mkdir(folder)
    const files = await openFiles(`file://${folder.replaceAll(' ', '%20')}`, dataDir, fileKeys)
    await put(files, 'cvs/one.pdf', 'content')
    expect(await readdir(path.join(folder, 'cvs'))).toEqual(['one.pdf'])
  })

  test('forgets a file that vanishes while it is listed', async () => {
    const files = await openFiles(undefined, dataDir, fileKeys)
    const names = ['one', 'two', 'three'].map((name) => `cvs/${name}.pdf`)
    for (const name of names) await put(files, name, name)
    const found: string[] = []
    for await (const key of files.listOlder('cvs', new Date(Date.now() + 60_000))) {
      found.push(key)
      for (const name of names) await files.remove(name)
    }
    expect(found).toHaveLength(1)
  })
})

describe('a bucket', () => {
  test('that does not answer is told from an empty one', async () => {
    const gone = await startBucket()
    const files = await openFiles(gone.url, dataDir, fileKeys)
    await gone.close()
    await expect(files.check()).rejects.toThrow()
    await expect(files.exists('cvs/one.pdf')).rejects.toThrow()
    await expect(listed(files, new Date())).rejects.toThrow()
    const staged = await stage(files, 'content')
    await expect(staged.take('cvs/one.pdf')).rejects.toThrow()
    expect((await staged.read()).toString()).toBe('content')
    if (process.platform === 'linux') expect(await openFilesUnder(dataDir)).toEqual([])
  })

  test('that stops in the middle of a file is not waited for', async () => {
    const stalled = createWebServer((_, answer) => {
      answer.writeHead(200, { 'Content-Length': 300_000 }).write(Buffer.alloc(1000))
    }).listen(0, '127.0.0.1')
    await once(stalled, 'listening')
    const { port } = stalled.address() as AddressInfo
    const url = `s3://key:secret@cvs?endpoint=http://127.0.0.1:${port}`
    const files = await openFiles(url, dataDir, fileKeys, 300)
    await Promise.all([
      expect(files.readWhole('cvs/one.pdf', own)).rejects.toThrow(),
      expect(files.read('cvs/one.pdf', own).then(buffer)).rejects.toThrow(),
      expect(files.readStored('cvs/one.pdf').then(buffer)).rejects.toThrow(),
      expect(listed(files, new Date())).rejects.toThrow(),
    ])
    stalled.closeAllConnections()
    stalled.close()
  })

  test('waits for a client that reads slowly', async () => {
    const files = await openFiles(bucket.url, dataDir, fileKeys, 300)
    const content = Buffer.alloc(2_000_000, 'x')
    await put(files, 'cvs/large.pdf', content)
    const read: Buffer[] = []
    for await (const chunk of await files.read('cvs/large.pdf', own)) {
      if (read.length === 0) await wait(1000)
      read.push(chunk as Buffer)
    }
    expect(Buffer.concat(read).equals(content)).toBe(true)
    await files.remove('cvs/large.pdf')
  })

  test('that stays silent is not waited for', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = `s3://key:secret@cvs?endpoint=http://127.0.0.1:${port}`
    const files = await openFiles(url, dataDir, fileKeys, 300)
    const staged = await stage(files, 'content')
    const taking = staged.take('cvs/one.pdf')
    await Promise.all([
      expect(files.exists('cvs/one.pdf')).rejects.toThrow(),
      expect(taking).rejects.toThrow(),
    ])
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
