// A zip of stored files, which is written while it is read, so that it is never in memory as a whole.
import type { Readable } from 'node:stream'
import { ZipFile, type ReadStreamOptions } from 'yazl'

type ZipStream = {
  zip: ZipFile
  output: Readable
  /** Opened when it is its turn. */
  addFile: (
    name: string,
    options: Partial<ReadStreamOptions>,
    open: () => Promise<Readable>,
  ) => void
}

/** A file that cannot be read ends the zip with its error. A client that leaves must not leave a file open. */
export function createZipStream(): ZipStream {
  const zip = new ZipFile()
  // yazl types its stream as a ReadableStream; it is a PassThrough of Node.
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : undefined)
  zip.on('error', fail)
  let reading: Readable | undefined
  output.once('close', () => reading?.destroy())
  return {
    zip,
    output,
    addFile: (name, options, open) => {
      zip.addReadStreamLazy(name, options, (give) => {
        open().then((file) => {
          reading = file
          // yazl does not listen to it, and an error without a listener ends the process.
          file.on('error', fail)
          // The client left while the file was being opened.
          if (output.destroyed) file.destroy()
          else give(null, file)
        }, fail)
      })
    },
  }
}
