// A server that speaks the S3 protocol, with one empty bucket.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

export type TestBucket = {
  /** The value for STORAGE_URL. */
  url: string
  /** Stops the server and deletes its files. */
  close(): Promise<void>
}

const DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/**
 * `mayList`: false as with a policy that has no right to list. Then the storage also does not say that a file is
 * missing, but refuses.
 */
export async function startBucket({ mayList = true } = {}): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'storehand-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'cvs' }],
  })
  if (!mayList) {
    server.middleware.unshift(async (context, next) => {
      const isList = /^\/cvs\/?$/.test(context.path)
      if (!isList) await next().catch(ignoreMissing)
      if (!isList && context.status !== 404) return
      Object.assign(context, { status: 403, type: 'application/xml', body: DENIED })
    })
  }
  const { port } = await server.run()
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
  return {
    // The only key and secret of this server.
    url: `s3://S3RVER:S3RVER@cvs?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    close: () => (closing ??= close()),
  }
}

function ignoreMissing(error: unknown): void {
  const isMissing = error instanceof Error && 'status' in error && error.status === 404
  if (!isMissing) throw error
}
