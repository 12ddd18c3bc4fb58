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

export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'storehand-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'cvs' }],
  })
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
