// A worker thread for untrusted files, limited in time and memory so that a file cannot slow down or end the server.
import { Worker } from 'node:worker_threads'

export type ThreadLimits = {
  /** Limit of the thread's JavaScript heap. */
  heapMb: number
  /** Limit of memory outside the heap (buffers), which `resourceLimits` does not count: unpacked streams are there. */
  buffersMb: number
}

/** Why a thread gave no answer: a limit was exceeded, or it failed. */
export type NoAnswer = 'too-heavy' | 'damaged'

export type LimitedThread<Message, Answer> = {
  /** One message at a time, for at most `seconds`. The buffers of `moved` leave this thread. Rejects only after `stop`. */
  run(message: Message, moved: ArrayBuffer[], seconds: number): Promise<Answer | NoAnswer>
  /** Ends the thread while it has nothing to do, which frees its memory; the next message starts another one. */
  rest(): Promise<void>
  /** Ends the thread, even in the middle of a message. */
  stop(): Promise<void>
}

const MEMORY_CHECK_MS = 50

/** The first message of each program, when it has loaded what it needs: a file is given its time from then on. */
export const READY = 'ready'
/** Loading takes a tenth of a second, and seconds on a machine that has no time. */
const LOAD_MS = 60_000

type Loading = { thread: Worker; isReady: Promise<unknown> }

/** `program` must say READY, and then answer each message with one message. The thread is replaced after it exceeded a limit or when `needsNewThread`. */
export function openLimitedThread<Message extends object, Answer extends object>(
  program: URL,
  limits: ThreadLimits,
  needsNewThread: (answer: Answer) => boolean = () => false,
): LimitedThread<Message, Answer> {
  let worker: Loading | undefined
  let isStopped = false

  const start = (): Loading => {
    const thread = new Worker(program, {
      // The server's environment holds secrets; the thread gets none of it, and its output is discarded.
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    })
      // An error after the answer has no other listener; without this handler it would end the server.
      .on('error', () => undefined)
    return { thread, isReady: new Promise((resolve) => thread.once('message', resolve)) }
  }

  return {
    async run(message, moved, seconds) {
      if (isStopped) throw new Error('The thread was stopped')
      const started = (worker ??= start())
      const { thread } = started
      // An idle thread (unref) must not keep the process running.
      thread.ref()
      const answer = await runIn<Answer>(started, { ...limits, seconds }, message, moved)
      thread.unref()
      if (typeof answer === 'string' || needsNewThread(answer)) {
        worker = undefined
        await thread.terminate()
      }
      // `stop` ended the thread, not the file.
      if (isStopped) throw new Error('The thread was stopped')
      return answer
    },
    async rest() {
      const thread = worker?.thread
      worker = undefined
      await thread?.terminate()
    },
    async stop() {
      isStopped = true
      await worker?.thread.terminate()
    },
  }
}

function runIn<Answer>(
  { thread, isReady }: Loading,
  limits: ThreadLimits & { seconds: number },
  message: object,
  moved: ArrayBuffer[],
): Promise<Answer | NoAnswer> {
  const { promise, resolve } = Promise.withResolvers<Answer | NoAnswer>()
  const tooHeavy = () => resolve('too-heavy')
  let timer = setTimeout(tooHeavy, LOAD_MS)
  let isOver = false
  void isReady.then(() => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(tooHeavy, limits.seconds * 1000)
  })
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
  const answered = (answer: Answer | typeof READY) => {
    if (answer !== READY) resolve(answer)
  }
  thread.on('message', answered).on('error', failed).on('exit', ended)
  thread.postMessage(message, moved)
  return promise.finally(() => {
    isOver = true
    clearTimeout(timer)
    clearInterval(memoryCheck)
    thread.off('message', answered).off('error', failed).off('exit', ended)
  })
}
