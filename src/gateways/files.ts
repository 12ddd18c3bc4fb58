// Private storage for CVs: a folder or an S3-compatible bucket, behind the same few verbs.
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'

export type Files = {
  /** Where uploads are written while they arrive; on the same file system as a local store. */
  readonly stagingFolder: string
  /** Moves a finished local file into the store. When it resolves, the file survives a crash. */
  take(key: string, localFile: string, contentType: string): Promise<void>
  exists(key: string): Promise<boolean>
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** Everything under `prefix` that was last written before `before`. */
  listOlder(prefix: string, before: Date): AsyncGenerator<string>
  /** Removes what was left half-written before `before`, by a crash or a visitor who went away. */
  sweepStaging(before: Date): Promise<void>
  /** A link that the store itself serves, or undefined when the application has to. */
  link(
    key: string,
    options: { seconds: number; contentType: string; disposition: string },
  ): Promise<string | undefined>
  /** Throws when the store does not answer. */
  check(): Promise<void>
}

/** `storageUrl`: absent or `file:` for a folder, `s3://bucket?endpoint=…&region=…` for a bucket (keys from the usual AWS variables). */
export function openFiles(storageUrl: string | undefined, dataDir: string): Files {
  const parsed = storageUrl ? new URL(storageUrl) : undefined
  return parsed?.protocol === 's3:'
    ? bucketFiles(parsed, dataDir)
    : folderFiles(parsed ? fileURLToPath(parsed) : path.join(dataDir, 'files'))
}

function folderFiles(folder: string): Files {
  const root = path.resolve(folder)
  const stagingFolder = path.join(root, 'incoming')
  mkdirSync(stagingFolder, { recursive: true })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    ...onDisk(disk),
    stagingFolder,
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
    async take(key, localFile) {
      await disk.moveFromFs(localFile, key)
      await flushFolder(path.dirname(path.join(root, key)))
    },
    link: async () => undefined,
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
    const { mtime } = await stat(file)
    if (mtime < before) await rm(file, { force: true })
  }
}

function bucketFiles(url: URL, dataDir: string): Files {
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
    ...onDisk(disk),
    stagingFolder,
    sweepStaging: (before) => sweepFolder(stagingFolder, before),
    async take(key, localFile, contentType) {
      await disk.putStream(key, createReadStream(localFile), { contentType })
      await rm(localFile, { force: true })
    },
    link: (key, { seconds, contentType, disposition }) =>
      disk.getSignedUrl(key, {
        expiresIn: seconds * 1000,
        contentType,
        contentDisposition: disposition,
      }),
    async check() {
      await disk.exists('check')
    },
  }
}

function onDisk(disk: Disk): Pick<Files, 'exists' | 'read' | 'remove' | 'listOlder'> {
  return {
    exists: (key) => disk.exists(key),
    read: (key) => disk.getStream(key),
    remove: (key) => disk.delete(key),
    async *listOlder(prefix, before) {
      let paginationToken: string | undefined
      do {
        const page = await disk
          .listAll(prefix, { recursive: true, paginationToken })
          .catch(() => null)
        // The folder does not exist before the first file.
        if (!page) return
        for (const file of page.objects) {
          if (!file.isFile) continue
          const { lastModified } = await disk.getMetaData(file.key)
          if (lastModified < before) yield file.key
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}
