// Takes the text out of a CV in a thread of its own: a stranger's file may cost its time and its memory, never the server's.
import { Worker } from 'node:worker_threads'
import type { CvKind, CvTextReason } from '#domain/cvs.ts'

export type CvReading = { text: string; isCut: boolean } | { unreadable: CvTextReason }

export type CvReader = {
  /** One file at a time, for as long as it may take. Rejects only when it was stopped. */
  read(content: Uint8Array<ArrayBuffer>, kind: CvKind, seconds: number): Promise<CvReading>
  /** Ends the thread, in the middle of a file if need be. */
  stop(): Promise<void>
}

export type CvReaderLimits = {
  /** Of the thread's own heap. */
  heapMb: number
  /** Of buffers, which the heap's limit does not see: what streams unpack to lies there. */
  buffersMb: number
}

const LIMITS: CvReaderLimits = { heapMb: 256, buffersMb: 256 }
const LOOK_MS = 50

/** The thread serves many files, because starting one costs more than most files; after one that failed it is replaced. */
export function openCvReader(limits: CvReaderLimits = LIMITS): CvReader {
  let worker: Worker | undefined
  let isStopped = false

  const start = () =>
    new Worker(new URL('./cv-reader-thread.ts', import.meta.url), {
      // No variable of the server's, which may be secrets; and nothing of its own to say.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    })
      // It may fail once more after its answer, when nobody listens: that must not end the server.
      .on('error', () => undefined)

  return {
    async read(content, kind, seconds) {
      if (isStopped) throw new Error('The reader of CVs was stopped')
      const thread = (worker ??= start())
      // A thread that waits for its next file must not hold the process.
      thread.ref()
      const reading = await readIn(thread, { ...limits, seconds }, content, kind)
      thread.unref()
      if ('unreadable' in reading) {
        worker = undefined
        await thread.terminate()
      }
      // It ended because it was told to, not by the file.
      if (isStopped) throw new Error('The reader of CVs was stopped')
      return reading
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}

function readIn(
  thread: Worker,
  limits: CvReaderLimits & { seconds: number },
  content: Uint8Array<ArrayBuffer>,
  kind: CvKind,
): Promise<CvReading> {
  const { promise, resolve } = Promise.withResolvers<CvReading>()
  const tooHeavy = () => resolve({ unreadable: 'too-heavy' })
  const timer = setTimeout(tooHeavy, limits.seconds * 1000)
  const look = setInterval(() => {
    thread.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (bytes > limits.buffersMb * 1_000_000) tooHeavy()
      },
      // It has ended, which is heard below.
      () => undefined,
    )
  }, LOOK_MS)
  // Out of memory, or an error that nobody caught.
  const failed = (error: Error & { code?: string }) =>
    resolve({ unreadable: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-heavy' : 'damaged' })
  const ended = () => resolve({ unreadable: 'damaged' })
  thread.on('message', resolve).on('error', failed).on('exit', ended)
  thread.postMessage({ content, kind }, [content.buffer])
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(look)
    thread.off('message', resolve).off('error', failed).off('exit', ended)
  })
}
