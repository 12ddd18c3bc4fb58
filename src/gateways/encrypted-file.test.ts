// Encrypted files: written, read back, and rejected after a change.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFor } from '#test/input/some-values.ts'
import { createSecrets } from './secrets.ts'
import { decryptFile, readEncryptedFile, writeEncryptedFile } from './encrypted-file.ts'

const { mainKeys: keysOf } = createSecrets('a secret of thirty-two characters or more').fileKeys
const PIECE = 65_536
const ENCRYPTED_PIECE = PIECE + 16
const HEAD = 20

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-encrypted-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function encrypt(content: Buffer): Promise<Buffer> {
  const name = path.join(folder, `${++count}.encrypted`)
  expect(await writeEncryptedFile({ version: 'SHF1', keysOf }, cut(content, 10_007), name)).toBe(
    content.length,
  )
  return readFile(name)
}

/** In chunks whose ends do not match those of the encrypted chunks. */
function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
/** As a stream and at once, which must not differ. */
async function decrypt(encrypted: Buffer, size = 10_007, keys = keysOf): Promise<Buffer> {
  const stream = Readable.from(
    readEncryptedFile({ keysOf: () => keys }, Readable.from(cut(encrypted, size))),
  )
  const [streamed, whole] = await Promise.allSettled([
    buffer(stream),
    (async () => decryptFile({ keysOf: () => keys }, encrypted))(),
  ])
  expect(whole.status).toBe(streamed.status)
  if (streamed.status === 'rejected' || whole.status === 'rejected') throw new Error('is refused')
  expect(streamed.value.equals(whole.value)).toBe(true)
  return streamed.value
}

describe('an encrypted file', () => {
  test.each([0, 1, 15, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, countFor(10, 2) * 1024 * 1024])(
    'of %d bytes is read back as it was',
    async (size) => {
      const content = randomBytes(size)
      const encrypted = await encrypt(content)
      const seams = Math.max(1, Math.ceil(size / PIECE))
      expect(encrypted.length).toBe(HEAD + size + seams * 16)
      expect((await decrypt(encrypted)).equals(content)).toBe(true)
      expect((await decrypt(encrypted, 3 * PIECE)).equals(content)).toBe(true)
    },
  )

  test('shows nothing of what is in it, and never looks the same twice', async () => {
    const content = Buffer.alloc(1000, 'Maya Okafor ')
    const [one, two] = [await encrypt(content), await encrypt(content)]
    expect(one.includes('Maya')).toBe(false)
    expect(one.subarray(HEAD).equals(two.subarray(HEAD))).toBe(false)
  })

  test('is for the owner of the folder only', async () => {
    await encrypt(Buffer.from('x'))
    expect((await stat(path.join(folder, `${count}.encrypted`))).mode & 0o777).toBe(0o600)
  })
})

// shows: privacy-14
describe('is refused', () => {
  // shows: V11.3.2, V11.3.3, V14.2.4
  test('with any byte changed', async () => {
    const encrypted = await encrypt(randomBytes(2 * PIECE + 5))
    const last = encrypted.length - 1
    for (const at of [4, HEAD - 1, HEAD, HEAD + PIECE, HEAD + ENCRYPTED_PIECE, last - 20, last]) {
      const changed = Buffer.from(encrypted)
      changed[at]! ^= 1
      await expect(decrypt(changed)).rejects.toThrow()
    }
  })

  test('cut short, also where a piece ends', async () => {
    const encrypted = await encrypt(randomBytes(3 * PIECE))
    for (const end of [HEAD, HEAD + 7, HEAD + ENCRYPTED_PIECE, HEAD + 2 * ENCRYPTED_PIECE]) {
      await expect(decrypt(encrypted.subarray(0, end))).rejects.toThrow()
    }
  })

  test('with its pieces in another order, or one more at its end', async () => {
    const encrypted = await encrypt(randomBytes(3 * PIECE))
    const piece = (index: number) =>
      encrypted.subarray(HEAD + index * ENCRYPTED_PIECE, HEAD + (index + 1) * ENCRYPTED_PIECE)
    const head = encrypted.subarray(0, HEAD)
    const swapped = Buffer.concat([head, piece(1), piece(0), piece(2)])
    await expect(decrypt(swapped)).rejects.toThrow()
    await expect(decrypt(Buffer.concat([encrypted, piece(2)]))).rejects.toThrow()
  })

  test('under another key', async () => {
    const other = createSecrets('another secret of thirty-two characters').fileKeys.mainKeys
    await expect(decrypt(await encrypt(Buffer.from('x')), 100, other)).rejects.toThrow()
  })
})

test('whoever stops reading closes the store behind them', async () => {
  const encrypted = await encrypt(randomBytes(5 * PIECE))
  const stored = Readable.from(cut(encrypted, 1000))
  const reading = Readable.from(readEncryptedFile({ keysOf: () => keysOf }, stored))
  const closed = new Promise((resolve) => stored.once('close', resolve))
  for await (const _ of reading) break
  await closed
  expect(stored.destroyed).toBe(true)
})
