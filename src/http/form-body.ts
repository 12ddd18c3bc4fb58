// A form as a browser posts it: fields in memory, the file streamed on while it arrives.
import { PassThrough, type Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { CV_MAX_BYTES } from '#domain/cvs.ts'
import { AppError } from '#domain/errors.ts'
import type { Ctx } from './context.ts'

/** Long texts must arrive whole to be refused by name, with everything the person typed still there. */
const FIELD_BYTES = 256 * 1024
const FIELDS = 40
/** A refused file still has to flow past before a browser reads the answer; but not for ever. */
const DRAIN_BYTES = 64 * 1024 * 1024

export type FormFile<Taken> = {
  field: string
  /** Called when the file's first bytes arrive, with the fields that came before it. */
  take(fields: Record<string, string>, file: { name: string; content: Readable }): Promise<Taken>
}

export type FormBody<Taken> = {
  fields: Record<string, string>
  /** Undefined where no file was chosen. */
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
  if (Number(incoming.headers['content-length'] ?? 0) > DRAIN_BYTES) {
    throw new AppError('application.fileTooLarge')
  }
  const parser = startParser(incoming.headers as BusboyHeaders)

  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let taking: Promise<Taken | undefined> | undefined
  let handed: PassThrough | undefined
  let fileError: unknown
  let refused: AppError | undefined
  let received = 0
  const takeFile = (
    name: string,
    content: Readable,
    taker: FormFile<Taken>,
  ): Promise<Taken | undefined> => {
    handed = handOver(content)
    return taker
      .take(fields, { name, content: handed })
      .catch((error: unknown) => {
        fileError = error
        return undefined
      })
      .finally(() => handed?.destroy())
  }

  const finished = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value, _, truncated) => {
      if (truncated) refused = new AppError('server.tooLarge')
      fields[name] = value.replaceAll('\0', '')
    })
    parser.on('file', (name, content, fileName) => {
      // A form may end here: unheard, that would end the process.
      content.on('error', () => {})
      if (name !== file?.field || taking || !fileName) {
        content.resume()
        return
      }
      taking = takeFile(browserName(fileName), content, file)
    })
    parser.on('fieldsLimit', () => (refused = new AppError('server.tooLarge')))
    parser.on('finish', resolve)
    parser.on('error', reject)
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > DRAIN_BYTES) reject(new AppError('application.fileTooLarge'))
    })
    incoming.on('error', reject)
    incoming.on('aborted', () => reject(new AppError('application.formBroken')))
  })
  incoming.pipe(parser)
  try {
    await finished
  } catch (error) {
    incoming.unpipe(parser)
    incoming.resume()
    handed?.destroy(new AppError('application.formBroken'))
    await taking
    throw error instanceof AppError
      ? error
      : new AppError('application.formBroken', { cause: error })
  }
  const taken = await taking
  if (refused) throw refused
  return { fields, file: fileError ? undefined : taken, fileError }
}

/** A stream the taker may stop reading at any byte: the rest still flows past, or the parser would wait for ever. */
function handOver(content: Readable): PassThrough {
  const handed = content.pipe(new PassThrough())
  // The taker may not be listening yet.
  handed.on('error', () => {})
  // After the pipe's own listener, which pauses what it lets go of.
  handed.on('close', () => content.resume())
  content.on('error', (error) => handed.destroy(error))
  return handed
}

/** Browsers write these three characters of a file name as percent escapes, and no others. */
const browserName = (name: string): string => name.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ')

function startParser(headers: BusboyHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers,
      // One byte over the limit must reach the taker, who refuses by name.
      limits: {
        fieldSize: FIELD_BYTES,
        fields: FIELDS,
        files: 2,
        fileSize: CV_MAX_BYTES + 1,
        parts: FIELDS + 2,
      },
    })
  } catch (error) {
    throw new AppError('application.formBroken', { cause: error })
  }
}
