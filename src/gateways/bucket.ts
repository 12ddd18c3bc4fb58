// The connection to an S3-compatible bucket, with limits on the time and bytes of its answers.
import { pipeline, Readable, Transform } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { CV_MAX_BYTES } from '#domain/cvs/cvs.ts'

/** More than the largest file as it is stored, and than a page of a list. */
const ANSWER_BYTES = CV_MAX_BYTES + 1024 * 1024

/** `socketTimeout`: for silence on a socket; absent: a reader may rest, and must see to it that the storage does not. */
export function connectBucket(
  url: URL,
  { timeout, socketTimeout }: { timeout: number; socketTimeout?: number },
): S3Driver {
  const query = url.searchParams
  const endpoint = query.get('endpoint') ?? undefined
  const client = new S3Client({
    region: query.get('region') ?? 'us-east-1',
    // `requestTimeout` ends when the headers of the answer arrive.
    requestHandler: {
      connectionTimeout: timeout,
      requestTimeout: timeout,
      throwOnRequestTimeout: true,
      ...(socketTimeout !== undefined && { socketTimeout }),
    },
    // Many S3-compatible servers would store the newer trailing checksums as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answered = await next(args)
        const response = answered.response as { body?: unknown }
        if (response.body instanceof Readable) {
          // A file is read while its reader takes it in.
          const isFile = commandName === 'GetObjectCommand'
          response.body = limited(response.body, isFile ? undefined : timeout)
        }
        return answered
      },
    // Last before the answer is parsed.
    { step: 'deserialize', priority: 'low' },
  )
  return new S3Driver({
    client,
    bucket: url.hostname,
    visibility: 'private',
    supportsACL: false,
  })
}

function limited(body: Readable, totalMs: number | undefined): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) done(new Error('The storage sends too much'))
      else done(null, chunk)
    },
  })
  const late = () => counted.destroy(new Error('The storage is too slow'))
  const timer = totalMs === undefined ? undefined : setTimeout(late, totalMs)
  // The error is that of `counted`, whose reader gets it.
  pipeline(body, counted, () => clearTimeout(timer))
  return counted
}
