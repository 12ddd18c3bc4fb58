// Scans a file with the ClamAV daemon. Its protocol: a command, the file in chunks, one line as the answer.
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

export type ScanResult = { infected: string | undefined }

export type VirusScanner = {
  /** Rejects with ScannerError when the daemon gives no verdict. */
  scan(content: Uint8Array): Promise<ScanResult>
  /** Whether the daemon answers. */
  ping(): Promise<boolean>
}

/** The daemon gave no answer or reported an error. */
export class ScannerError extends Error {
  override name = 'ScannerError'
}

/** A daemon that gets too large a file closes the connection during the upload; its error message is then lost. */
function whyClosed(problem: (Error & { code?: string }) | undefined): string {
  const isDuringUpload = problem?.code === 'EPIPE' || problem?.code === 'ECONNRESET'
  if (!problem || isDuringUpload)
    return 'It closed the connection: is the file above its StreamMaxLength?'
  return problem.message
}

const SILENCE_MS = 10_000
const CHUNK_BYTES = 64 * 1024
const DEFAULT_PORT = 3310
/** An answer is one line; more is rejected. */
const ANSWER_CHARACTERS = 1000
const NAME_CHARACTERS = 200

/** `address`: `clamd://host:3310` or `clamd+unix:///path/clamd.ctl`. */
export function connectVirusScanner(address: string, silenceMs = SILENCE_MS): VirusScanner {
  const url = new URL(address)
  const open = () =>
    url.protocol === 'clamd+unix:'
      ? connect(decodeURIComponent(url.pathname))
      : connect(Number(url.port || DEFAULT_PORT), url.hostname.replace(/^\[|\]$/g, ''))

  async function ask(write: (socket: Socket) => Promise<void> | void): Promise<string> {
    const socket = open()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let answer = ''
    let problem: Error | undefined
    socket
      .setTimeout(silenceMs, () => reject(new ScannerError('No answer')))
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        answer += chunk
        const end = answer.indexOf('\0')
        // A second answer would be about something else.
        if (end >= 0 && end < answer.length - 1) reject(new ScannerError('More than one answer'))
        else if (end >= 0) resolve(answer.slice(0, end))
        else if (answer.length > ANSWER_CHARACTERS) reject(new ScannerError('Not an answer'))
      })
      .on('error', (error) => (problem = error))
      .on('close', () => reject(new ScannerError(whyClosed(problem), { cause: problem })))
    void write(socket)
    // The socket timeout counts only silence; this also stops an answer that arrives one letter at a time.
    const end = setTimeout(() => reject(new ScannerError('Too slow')), silenceMs * 6)
    try {
      return await promise
    } finally {
      clearTimeout(end)
      socket.destroy()
    }
  }

  return {
    async scan(content) {
      let isSent = false
      const answer = await ask(async (socket) => {
        socket.write('zINSTREAM\0')
        for (let at = 0; at < content.length; at += CHUNK_BYTES) {
          // Lets an early answer or a closed connection be handled before the next chunk.
          await setImmediate()
          if (socket.destroyed) return
          const chunk = content.subarray(at, at + CHUNK_BYTES)
          const size = Buffer.alloc(4)
          size.writeUInt32BE(chunk.length)
          socket.write(size)
          socket.write(chunk)
        }
        isSent = true
        socket.write(Buffer.alloc(4))
      })
      // A verdict about less than the file is none.
      if (answer === 'stream: OK' && isSent) return { infected: undefined }
      const found = /^stream: (.+) FOUND$/.exec(answer)
      if (found?.[1]) return { infected: found[1].slice(0, NAME_CHARACTERS) }
      throw new ScannerError(`The scanner answered: ${answer || 'nothing'}`)
    },
    async ping() {
      const answer = await ask((socket) => void socket.write('zPING\0')).catch(() => '')
      return answer === 'PONG'
    },
  }
}
