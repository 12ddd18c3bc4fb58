// Private, encrypted storage for CVs in a folder or an S3-compatible bucket.
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '#domain/operator-error.ts'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import {
  decryptFile,
  readEncryptedFile,
  writeEncryptedFile,
  type KeysOfFile,
} from './encrypted-file.ts'
import { namingFile } from './new-file.ts'

/** The keys that files are encrypted with. */
export type FileKeys = {
  /** The keys for a file without its own key: derived from each main key, the current one first. */
  readonly mainKeys: KeysOfFile
  /** The key of a file with its own key. Throws when it cannot be decrypted. */
  ownKeys(encryptedKey: string): KeysOfFile
}

export type Files = {
  /** Where uploads are written while they arrive; on the same file system as folder storage. */
  readonly stagingFolder: string
  /**
   * Writes the content as it arrives, encrypted: plain text never reaches the disk. Rejects when `content` does, and
   * then leaves no file behind. `encryptedKey`: the file's own key; null without one.
   */
  stage(
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    encryptedKey: string | null,
  ): Promise<StagedFile>
  exists(key: string): Promise<boolean>
  /**
   * The decrypted content. The stream fails when the stored file was changed. `encryptedKey`: the one it was staged with.
   */
  read(key: string, encryptedKey: string | null): Promise<Readable>
  /** The same as a whole, in its own buffer, which can be transferred to a thread. */
  readWhole(key: string, encryptedKey: string | null): Promise<Uint8Array<ArrayBuffer>>
  /** The file as it is stored, encrypted. */
  readStored(key: string): Promise<Readable>
  /** Writes a file in the format of `readStored`. */
  putStored(key: string, stored: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Encrypts a file without its own key with the current main key, unless it already is; returns whether it did. */
  renew(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Removes files that no row refers to. Ignores failures: the periodic sweep removes those files later. */
  discard(keys: readonly string[]): Promise<void>
  /** The keys under `prefix` that were last written before `before`. */
  listOlder(prefix: string, before: Date): AsyncGenerator<string>
  /** Removes incomplete uploads from before `before`, left by a crash or an aborted request. */
  sweepStaging(before: Cutoff): Promise<void>
  /** Stores a small file, reads it and removes it. Throws when one of these fails. */
  check(): Promise<void>
}

/** A complete upload. The caller must either `take` or `drop` it. */
export type StagedFile = {
  /** Bytes before encryption. */
  size: number
  /** The first bytes: at least five, unless the file is shorter. */
  head: Buffer
  /** The decrypted content. */
  read(): Promise<Buffer>
  /** Moves the file into the storage. After it resolves, the file survives a crash. */
  take(key: string): Promise<void>
  /** Deletes the file; does nothing after `take`. */
  drop(): Promise<void>
}

/** The S3 client has no timeout by default. */
const TIMEOUT_MS = 10_000
/** One file may be waited for this many timeouts in all. */
const MAX_STALLS = 6
/** The folder of `check`. It is empty, unless a process ended while it checked. */
export const CHECKS_FOLDER = 'checks'
/** Enough of a file to detect its kind. */
export const HEAD_BYTES = 2048

/** `storageUrl`: absent or `file:` for a folder, `s3://bucket?endpoint=…&region=…` for a bucket (keys from the usual AWS variables). */
export async function openFiles(
  storageUrl: string | undefined,
  dataDir: string,
  keys: FileKeys,
  timeout = TIMEOUT_MS,
): Promise<Files> {
  const folder = folderOfFiles(storageUrl, dataDir)
  if (folder !== undefined) return folderFiles(folder, keys)
  return bucketFiles(new URL(storageUrl ?? ''), dataDir, keys, timeout)
}

/** Undefined where the storage is a bucket. */
export function folderOfFiles(storageUrl: string | undefined, dataDir: string): string | undefined {
  if (!storageUrl) return path.join(dataDir, 'files')
  const url = new URL(storageUrl)
  return url.protocol === 's3:' ? undefined : fileURLToPath(url)
}

function folderFiles(folder: string, keys: FileKeys): Files {
  const root = path.resolve(folder)
  const stagingFolder = path.join(root, 'incoming')
  mkdirSync(stagingFolder, { recursive: true })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  const readAll = async (key: string) => {
    const { buffer: bytes, byteOffset, byteLength } = await disk.getBytes(key)
    return Buffer.from(bytes, byteOffset, byteLength)
  }
  const openStored = opening(disk)
  return {
    ...onDisk(disk, { stagingFolder, keys, openStored, readAll }, async (encrypted, key) => {
      const file = path.join(root, disk.file(key).key)
      const folderOfFile = path.dirname(file)
      // `rename` is atomic: the flushed file appears complete or not at all.
      await rename(encrypted, file).catch(async (error: unknown) => {
        ignoreMissing(error)
        await mkdir(folderOfFile, { recursive: true })
        await rename(encrypted, file)
      })
      await flushFolder(folderOfFile)
    }),
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
  }
}

/** A new file name survives a crash only after the folder itself is flushed. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweepFolder(folder: string, before: Cutoff): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(ignoreMissing)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}

async function bucketFiles(
  url: URL,
  dataDir: string,
  keys: FileKeys,
  timeout: number,
): Promise<Files> {
  // Loaded on demand: the S3 client is large, and most installations use a folder.
  const { connectBucket } = await import('./bucket.ts')
  const stagingFolder = path.resolve(dataDir, 'incoming')
  mkdirSync(stagingFolder, { recursive: true })
  const disk = new Disk(connectBucket(url, { timeout, socketTimeout: timeout }))
  // Streams have sockets of their own, so that slow downloads hold up nothing else; and no timeout of the socket, which
  // rests while a slow client takes in what it was sent.
  const openStored = opening(new Disk(connectBucket(url, { timeout })), timeout)
  const readAll = async (key: string) => buffer(await openStored(key, (stored) => stored))
  const stored = onDisk(
    disk,
    { stagingFolder, keys, openStored, readAll },
    async (encrypted, key) => {
      const { size } = await stat(encrypted)
      const options = { contentType: 'application/octet-stream', contentLength: size }
      const content = createReadStream(encrypted)
      // A request that fails does not close it.
      await disk.putStream(key, content, options).finally(() => content.destroy())
      await rm(encrypted, { force: true })
    },
  )
  return {
    ...stored,
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
    check: () =>
      stored.check().catch((error: unknown) => {
        throw bucketError(url.hostname, error)
      }),
  }
}

/** With what the operator can do about it. */
function bucketError(bucket: string, error: unknown): Error {
  const answer = error instanceof Error && error.cause instanceof Error ? error.cause.name : ''
  if (answer === 'NoSuchBucket') {
    return new Error(`The bucket ${bucket} does not exist. Create it, or correct STORAGE_URL.`, {
      cause: error,
    })
  }
  return answer === 'AccessDenied'
    ? new Error(`The bucket ${bucket} refuses. docs/operations.md says which rights it needs.`, {
        cause: error,
      })
    : new Error(`The bucket ${bucket} does not work.`, { cause: error })
}

/** Moves a complete file of the staging folder into the storage. */
type Take = (encrypted: string, key: string) => Promise<void>

function stagedIn(folder: string, keys: FileKeys, take: Take): Files['stage'] {
  return async (content, encryptedKey) => {
    const encrypted = path.join(folder, randomUUID())
    let isTaken = false
    const drop = async () => {
      if (!isTaken) await rm(encrypted, { force: true })
    }
    let head: Buffer = Buffer.alloc(0)
    async function* withHead() {
      for await (const chunk of content) {
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        yield chunk
      }
    }
    try {
      const size = await writeEncryptedFile(writing(keys, encryptedKey), withHead(), encrypted)
      return {
        size,
        head,
        read: () =>
          buffer(readEncryptedFile(reading(keys, encryptedKey), createReadStream(encrypted))),
        async take(key) {
          await take(encrypted, key)
          isTaken = true
        },
        drop,
      }
    } catch (error) {
      await drop()
      throw error
    }
  }
}

const writing = (keys: FileKeys, encryptedKey: string | null) =>
  encryptedKey === null
    ? ({ version: 'SHF1', keysOf: keys.mainKeys } as const)
    : ({ version: 'SHF2', keysOf: keys.ownKeys(encryptedKey) } as const)

type Expected = Parameters<typeof readEncryptedFile>[0]

/** A file with its own key is never taken for one without: those can be written, or moved here, by the storage. */
const reading = (keys: FileKeys, encryptedKey: string | null): Expected =>
  encryptedKey === null
    ? { keysOf: (version) => (version === 'SHF1' ? keys.mainKeys : undefined), orPlain: true }
    : { keysOf: (version) => (version === 'SHF2' ? keys.ownKeys(encryptedKey) : undefined) }

/** Opens a file as it is stored; `content` says what is read of it. */
type OpenStored = (
  key: string,
  content: (stored: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
) => Promise<Readable>

/** `stallMs`: for how long the storage may send nothing while its next bytes are wanted. Absent: for ever. */
const opening =
  (disk: Disk, stallMs?: number): OpenStored =>
  async (key, content) => {
    const source = await disk.getStream(key)
    const stored = stallMs === undefined ? source : withoutStall(source, stallMs)
    const stream = Readable.from(content(stored), { objectMode: false })
    // A generator closes its source as well, but only when its reading has begun.
    stream.once('close', () => source.destroy())
    source.on('error', (error) => stream.destroy(error))
    // A reader that begins later finds the error; one that nobody listens to yet would end the process.
    stream.on('error', () => {})
    return stream
  }

/** Also ends what arrives steadily, but letter by letter. */
async function* withoutStall(source: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let leftMs = stallMs * MAX_STALLS
  for (;;) {
    const asked = performance.now()
    const stall = () => source.destroy(new Error('The storage has stalled'))
    const timer = setTimeout(stall, Math.min(stallMs, leftMs))
    const next = await chunks.next().finally(() => clearTimeout(timer))
    leftMs -= performance.now() - asked
    if (next.done) return
    yield next.value
  }
}

function onDisk(
  disk: Disk,
  {
    stagingFolder,
    keys,
    openStored,
    readAll,
  }: {
    stagingFolder: string
    keys: FileKeys
    openStored: OpenStored
    readAll: (key: string) => Promise<Buffer>
  },
  take: Take,
): Omit<Files, 'sweepStaging'> {
  const stage = stagedIn(stagingFolder, keys, take)
  const read = (key: string, expected: Expected) =>
    openStored(key, (stored) => readEncryptedFile(expected, stored))
  const files: Omit<Files, 'sweepStaging'> = {
    stagingFolder,
    stage,
    async check() {
      const key = `${CHECKS_FOLDER}/${randomUUID()}`
      const content = randomBytes(32)
      await files.putStored(key, [content])
      try {
        const stored = await buffer(await files.readStored(key))
        if (!stored.equals(content)) {
          throw new OperatorError(
            'The storage gave back something else than was stored. Use another STORAGE_URL.',
          )
        }
      } finally {
        await files.remove(key)
      }
    },
    exists: async (key) => disk.exists(key),
    read: (key, encryptedKey) => read(key, reading(keys, encryptedKey)),
    readWhole: async (key, encryptedKey) =>
      decryptFile(reading(keys, encryptedKey), await readAll(key)),
    readStored: (key) => openStored(key, (stored) => stored),
    async putStored(key, content) {
      const staged = path.join(stagingFolder, randomUUID())
      const file = await open(staged, 'wx', 0o600)
      try {
        for await (const chunk of content) {
          await namingFile(staged, () => file.writeFile(chunk))
        }
        await namingFile(staged, () => file.datasync())
      } finally {
        await file.close()
      }
      await take(staged, key)
    },
    async renew(key) {
      const isCurrent = await buffer(
        await read(key, { keysOf: () => (salt) => keys.mainKeys(salt).slice(0, 1) }),
      ).then(
        () => true,
        () => false,
      )
      if (isCurrent) return false
      const old = await read(key, reading(keys, null))
      const staged = await stage(old, null).finally(() => old.destroy())
      await staged.take(key)
      return true
    },
    remove: async (key) => disk.delete(key),
    async discard(keys) {
      for (const key of keys) await disk.delete(key).catch(() => {})
    },
    async *listOlder(prefix, before) {
      let paginationToken: string | undefined
      let last = ''
      do {
        const page = await disk.listAll(prefix, { recursive: true, paginationToken })
        const lastBefore = last
        for (const file of page.objects) {
          if (!file.isFile) continue
          last = file.key
          if (!file.key.startsWith(`${prefix}/`)) continue
          const found = await file.getMetaData().catch(ignoreMissing)
          if (found && found.lastModified < before) yield file.key
        }
        paginationToken = page.paginationToken
        // Buckets list in the order of keys. Without this a list could go on for ever.
        if (paginationToken && last <= lastBefore) throw new Error('The storage lists nothing new')
      } while (paginationToken)
    },
  }
  return files
}

/** Ignores a missing file (another process may have removed it); throws any other error. */
function ignoreMissing(error: unknown): undefined {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const isGone = causes.some(
    (cause) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT',
  )
  if (!isGone) throw error
}
