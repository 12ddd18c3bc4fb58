// Private, encrypted storage for CVs: a folder or an S3-compatible bucket, behind the same few verbs.
import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { readEncryptedFile, writeEncryptedFile, type KeyOfFile } from './encrypted-file.ts'

export type Files = {
  /** Where uploads are written while they arrive; on the same file system as a local store. */
  readonly stagingFolder: string
  /**
   * Writes what arrives, encrypted from its first byte: nothing of it ever lies open on a disk. Rejects when `content` does,
   * and then leaves nothing behind.
   */
  stage(content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StagedFile>
  exists(key: string): Promise<boolean>
  /** As it was before it was taken. The stream fails where the stored file was changed. */
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** Removes what no row owns any more. What cannot be removed now is left to the sweep, as after a crash. */
  discard(keys: readonly string[]): Promise<void>
  /** Everything under `prefix` that was last written before `before`. */
  listOlder(prefix: string, before: Date): AsyncGenerator<string>
  /** Removes what was left half-written before `before`, by a crash or a visitor who went away. */
  sweepStaging(before: Date): Promise<void>
  /** Throws when the store does not answer. */
  check(): Promise<void>
}

/** An upload that has arrived whole. Whoever has one either takes it into the store or drops it. */
export type StagedFile = {
  /** Bytes, before the encryption. */
  size: number
  /** Its first bytes, at least five where there are as many. */
  head: Buffer
  /** As it arrived. */
  read(): Promise<Buffer>
  /** Moves it into the store. When it resolves, the file survives a crash. */
  take(key: string): Promise<void>
  /** Nothing happens to one that was taken. */
  drop(): Promise<void>
}

/** A bucket that is silent for this long counts as failed; its client would wait for ever. */
const TIMEOUT_MS = 10_000
/** As much of a file as names its kind. */
const HEAD_BYTES = 16

/** `storageUrl`: absent or `file:` for a folder, `s3://bucket?endpoint=…&region=…` for a bucket (keys from the usual AWS variables). */
export async function openFiles(
  storageUrl: string | undefined,
  dataDir: string,
  keyOf: KeyOfFile,
  timeout = TIMEOUT_MS,
): Promise<Files> {
  const parsed = storageUrl ? new URL(storageUrl) : undefined
  return parsed?.protocol === 's3:'
    ? bucketFiles(parsed, dataDir, keyOf, timeout)
    : folderFiles(parsed ? fileURLToPath(parsed) : path.join(dataDir, 'files'), keyOf)
}

function folderFiles(folder: string, keyOf: KeyOfFile): Files {
  const root = path.resolve(folder)
  const stagingFolder = path.join(root, 'incoming')
  mkdirSync(stagingFolder, { recursive: true })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    ...onDisk(disk, keyOf),
    stagingFolder,
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
    stage: stagedIn(stagingFolder, keyOf, async (sealed, key) => {
      const file = path.join(root, disk.file(key).key)
      const folderOfFile = path.dirname(file)
      // Moved, not copied: what was flushed is what stays, and nobody ever sees half of it.
      await rename(sealed, file).catch(async (error: unknown) => {
        ifThere(error)
        await mkdir(folderOfFile, { recursive: true })
        await rename(sealed, file)
      })
      await flushFolder(folderOfFile)
    }),
    async check() {
      await disk.exists('check')
    },
  }
}

/** A new name in a folder is only safe once the folder itself is flushed. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweepFolder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(ifThere)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}

async function bucketFiles(
  url: URL,
  dataDir: string,
  keyOf: KeyOfFile,
  timeout: number,
): Promise<Files> {
  // Its client is large, and most installations keep files in a folder.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const query = url.searchParams
  const endpoint = query.get('endpoint') ?? undefined
  const stagingFolder = path.resolve(dataDir, 'incoming')
  mkdirSync(stagingFolder, { recursive: true })
  const disk = new Disk(
    new S3Driver({
      bucket: url.hostname,
      region: query.get('region') ?? 'us-east-1',
      visibility: 'private',
      supportsACL: false,
      requestHandler: {
        connectionTimeout: timeout,
        requestTimeout: timeout,
        throwOnRequestTimeout: true,
      },
      // Many servers of this protocol would store the newer checksums as a part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(url.username && {
        credentials: {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        },
      }),
    }),
  )
  return {
    ...onDisk(disk, keyOf),
    stagingFolder,
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
    stage: stagedIn(stagingFolder, keyOf, async (sealed, key) => {
      const { size } = await stat(sealed)
      const options = { contentType: 'application/octet-stream', contentLength: size }
      await disk.putStream(key, createReadStream(sealed), options)
      await rm(sealed, { force: true })
    }),
    async check() {
      await disk.exists('check')
    },
  }
}

function stagedIn(
  folder: string,
  keyOf: KeyOfFile,
  take: (sealed: string, key: string) => Promise<void>,
): Files['stage'] {
  return async (content) => {
    const sealed = path.join(folder, randomUUID())
    let isTaken = false
    const drop = async () => {
      if (!isTaken) await rm(sealed, { force: true })
    }
    let head: Buffer = Buffer.alloc(0)
    async function* withHead() {
      for await (const chunk of content) {
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        yield chunk
      }
    }
    try {
      const size = await writeEncryptedFile(keyOf, withHead(), sealed)
      return {
        size,
        head,
        read: () => buffer(readEncryptedFile(keyOf, createReadStream(sealed))),
        async take(key) {
          await take(sealed, key)
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

function onDisk(
  disk: Disk,
  keyOf: KeyOfFile,
): Pick<Files, 'exists' | 'read' | 'remove' | 'discard' | 'listOlder'> {
  return {
    exists: async (key) => disk.exists(key),
    async read(key) {
      const stored = (await disk.getStream(key)) as AsyncIterable<Buffer>
      return Readable.from(readEncryptedFile(keyOf, stored), { objectMode: false })
    },
    remove: async (key) => disk.delete(key),
    async discard(keys) {
      for (const key of keys) await disk.delete(key).catch(() => {})
    },
    async *listOlder(prefix, before) {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(prefix, { recursive: true, paginationToken })
        for (const file of page.objects) {
          if (!file.isFile) continue
          const found = await file.getMetaData().catch(ifThere)
          if (found && found.lastModified < before) yield file.key
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}

/** Others remove files at the same time: one that is gone is no failure. */
function ifThere(error: unknown): undefined {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const isGone = causes.some(
    (cause) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT',
  )
  if (!isGone) throw error
}
