// A worker thread for untrusted files, limited in time and memory so that a file cannot slow down or end the server.
import { Worker } from 'node:worker_threads'
import type { CvKind } from '#domain/cvs/cvs.ts'

export type ThreadLimits = {
  /** Limit of the thread's JavaScript heap. */
  heapMb: number
  /** Limit of memory outside the heap (buffers), which `resourceLimits` does not count: unpacked streams are there. */
  buffersMb: number
}

export type LimitedThread<Answer> = {
  /** One file at a time, for at most `seconds`. Rejects only after `stop`. */
  run(
    content: Uint8Array<ArrayBuffer>,
    kind: CvKind,
    seconds: number,
  ): Promise<Answer | 'too-heavy' | 'damaged'>
  /** Ends the thread, even in the middle of a file. */
  stop(): Promise<void>
}

const MEMORY_CHECK_MS = 50

/** `program` must answer each message with one message. The thread is replaced after it exceeded a limit or when `needsNewThread`. */
export function openLimitedThread<Answer extends object>(
  program: URL,
  limits: ThreadLimits,
  needsNewThread: (answer: Answer) => boolean = () => false,
): LimitedThread<Answer> {
  let worker: Worker | undefined
  let isStopped = false

  const start = () =>
    new Worker(program, {
      // The server's environment holds secrets; the thread gets none of it, and its output is discarded.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    })
      // An error after the answer has no other listener; without this handler it would end the server.
      .on('error', () => undefined)

  return {
    async run(content, kind, seconds) {
      if (isStopped) throw new Error('The CV reader was stopped')
      const thread = (worker ??= start())
      // An idle thread (unref) must not keep the process running.
      thread.ref()
      const answer = await runIn<Answer>(thread, { ...limits, seconds }, content, kind)
      thread.unref()
      if (typeof answer === 'string' || needsNewThread(answer)) {
        worker = undefined
        await thread.terminate()
      }
      // `stop` ended the thread, not the file.
      if (isStopped) throw new Error('The CV reader was stopped')
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
  const memoryCheck = setInterval(() => {
    thread.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (bytes > limits.buffersMb * 1_000_000) tooHeavy()
      },
      // The thread has ended; the listeners below handle that.
      () => undefined,
    )
  }, MEMORY_CHECK_MS)
  // Out of memory, or an uncaught error.
  const failed = (error: Error & { code?: string }) =>
    resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-heavy' : 'damaged')
  const ended = () => resolve('damaged')
  thread.on('message', resolve).on('error', failed).on('exit', ended)
  thread.postMessage({ content, kind }, [content.buffer])
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(memoryCheck)
    thread.off('message', resolve).off('error', failed).off('exit', ended)
  })
}
