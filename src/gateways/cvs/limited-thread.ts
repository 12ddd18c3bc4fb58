// A thread that looks into files of strangers: it may cost its time and its memory, never the server's.
import { Worker } from 'node:worker_threads'
import type { CvKind } from '#domain/cvs/cvs.ts'

export type ThreadLimits = {
  /** Of the thread's own heap. */
  heapMb: number
  /** Of buffers, which the heap's limit does not see: what streams unpack to lies there. */
  buffersMb: number
}

export type LimitedThread<Answer> = {
  /** One file at a time, for as long as it may take. Rejects only when it was stopped. */
  run(
    content: Uint8Array<ArrayBuffer>,
    kind: CvKind,
    seconds: number,
  ): Promise<Answer | 'too-heavy' | 'damaged'>
  /** Ends the thread, in the middle of a file if need be. */
  stop(): Promise<void>
}

const LOOK_MS = 50

/** The thread answers each message with one. After a file that broke its limits, or as `isSpent` says, it is replaced. */
export function openLimitedThread<Answer extends object>(
  program: URL,
  limits: ThreadLimits,
  isSpent: (answer: Answer) => boolean = () => false,
): LimitedThread<Answer> {
  let worker: Worker | undefined
  let isStopped = false

  const start = () =>
    new Worker(program, {
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
    async run(content, kind, seconds) {
      if (isStopped) throw new Error('The reader of CVs was stopped')
      const thread = (worker ??= start())
      // A thread that waits for its next file must not hold the process.
      thread.ref()
      const answer = await runIn<Answer>(thread, { ...limits, seconds }, content, kind)
      thread.unref()
      if (typeof answer === 'string' || isSpent(answer)) {
        worker = undefined
        await thread.terminate()
      }
      // It ended because it was told to, not by the file.
      if (isStopped) throw new Error('The reader of CVs was stopped')
      return answer
    },
    async stop() {
      isStopped = true
      await worker?.terminate()
    },
  }
}

function runIn<Answer>(
  thread: Worker,
  limits: ThreadLimits & { seconds: number },
  content: Uint8Array<ArrayBuffer>,
  kind: CvKind,
): Promise<Answer | 'too-heavy' | 'damaged'> {
  const { promise, resolve } = Promise.withResolvers<Answer | 'too-heavy' | 'damaged'>()
  const tooHeavy = () => resolve('too-heavy')
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
    resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-heavy' : 'damaged')
  const ended = () => resolve('damaged')
  thread.on('message', resolve).on('error', failed).on('exit', ended)
  thread.postMessage({ content, kind }, [content.buffer])
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(look)
    thread.off('message', resolve).off('error', failed).off('exit', ended)
  })
}
