// A form as a browser posts it: fields in memory, the file streamed on while it arrives.
import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { CV_MAX_BYTES } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { REFUSED_BODY } from '#domain/limits.ts'
import { cleanText } from '#domain/plain-text.ts'
import { onCut } from './server/body-watch.ts'
import type { Ctx } from './context.ts'

/**
 * For all fields together, because each running upload holds so much memory. Three times the size of the longest valid
 * texts in any script: a text that is too long must arrive whole to be refused by name, with all other fields intact.
 */
const FIELDS_BYTES = 100 * 1024
const FIELDS = 40
/** A file's name stands in the head of its part, and may have thousands of characters. */
const PART_HEAD_BYTES = 32 * 1024
/** On the wire before a file begins: in an address each byte can be three. A field or a head without an end is refused here. */
const FORM_BYTES = 3 * FIELDS_BYTES + PART_HEAD_BYTES
/** For a sender who may send no file: as much as an accepted file, so that an honest person can read the reason. */
const REFUSED_BYTES = CV_MAX_BYTES + FIELDS_BYTES

export type FormFile<Taken> = {
  field: string
  /** Called when the file's first bytes arrive, with the fields that came before it. */
  take(fields: Record<string, string>, file: { name: string; content: Readable }): Promise<Taken>
}

export type FormBody<Taken> = {
  fields: Record<string, string>
  /** Undefined when no file was chosen. */
  file: Taken | undefined
  /** The file was refused; the fields are there all the same. */
  fileError: unknown
}

export async function readForm<Taken>(c: Ctx, file?: FormFile<Taken>): Promise<FormBody<Taken>> {
  const { incoming } = c.env
  const type = incoming.headers['content-type'] ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    throw new AppError('application.formBroken')
  }
  if (Number(incoming.headers['content-length'] ?? 0) > REFUSED_BODY.bytes) {
    throw new AppError('application.fileTooLarge')
  }
  const parser = startParser(incoming.headers as BusboyHeaders)
  // What arrives later is announced outside of the request's context, which has its language, its id and its share of the database.
  const inRequest = AsyncLocalStorage.snapshot()

  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let taking: Promise<Taken | undefined> | undefined
  let forwarded: PassThrough | undefined
  let fileError: unknown
  let fieldsBytes = 0
  let received = 0
  let most = REFUSED_BODY.bytes
  let hasFile = false
  const takeFile = (
    name: string,
    content: Readable,
    taker: FormFile<Taken>,
  ): Promise<Taken | undefined> => {
    forwarded = forward(content)
    return taker
      .take(fields, { name, content: forwarded })
      .catch((error: unknown) => {
        fileError = error
        const isTooLarge = error instanceof AppError && error.code === 'application.fileTooLarge'
        if (!isTooLarge) most = Math.min(most, received + REFUSED_BYTES)
        return undefined
      })
      .finally(() => forwarded?.destroy())
  }

  const finished = new Promise<void>((resolve, reject) => {
    const refuse = (code: 'server.tooLarge' | 'application.fileTooLarge') =>
      reject(inRequest(() => new AppError(code)))
    parser.on('field', (name, value, _, truncated) => {
      fieldsBytes += Buffer.byteLength(name) + Buffer.byteLength(value)
      // Refuses immediately and stores no more of the field.
      if (truncated || fieldsBytes > FIELDS_BYTES) refuse('server.tooLarge')
      else fields[name] = cleanText(value)
    })
    parser.on('file', (name, content, fileName) => {
      hasFile = true
      // A form may be cut off here: an unhandled error would end the process.
      content.on('error', () => {})
      if (name !== file?.field || taking || !fileName) {
        content.resume()
        return
      }
      taking = inRequest(() => takeFile(browserName(fileName), content, file))
    })
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => refuse('server.tooLarge'))
    }
    parser.on('finish', resolve)
    parser.on('error', reject)
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (!hasFile && received > FORM_BYTES) refuse('server.tooLarge')
      if (received <= most) return
      if (fileError) reject(fileError)
      else refuse('application.fileTooLarge')
    })
    incoming.on('error', reject)
    onCut(c, reject)
  })
  incoming.pipe(parser)
  try {
    await finished
  } catch (error) {
    incoming.unpipe(parser)
    incoming.resume()
    forwarded?.destroy(new AppError('application.formBroken'))
    await taking
    throw error instanceof AppError
      ? error
      : new AppError('application.formBroken', { cause: error })
  }
  const taken = await taking
  return { fields, file: fileError ? undefined : taken, fileError }
}

/** The consumer may stop reading a stream at any byte: the rest is discarded, or the parser would wait forever. */
function forward(content: Readable): PassThrough {
  const forwarded = content.pipe(new PassThrough())
  // The taker may not be listening yet.
  forwarded.on('error', () => {})
  // After the pipe's own listener, which pauses what it lets go of.
  forwarded.on('close', () => content.resume())
  content.on('error', (error) => forwarded.destroy(error))
  return forwarded
}

/** Browsers write these three characters of a file name as percent escapes, and no others. */
const browserName = (name: string): string => name.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ')

function startParser(headers: BusboyHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers,
      // One byte over the limit must reach the taker, who refuses by name.
      limits: {
        fieldSize: FIELDS_BYTES,
        fields: FIELDS,
        files: 2,
        fileSize: CV_MAX_BYTES + 1,
        parts: FIELDS + 2,
        headerPairs: 20,
        headerSize: PART_HEAD_BYTES,
      },
    })
  } catch (error) {
    throw new AppError('application.formBroken', { cause: error })
  }
}
