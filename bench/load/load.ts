// Sends requests over persistent connections and measures each.
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Call = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Buffer
  /** Any other status invalidates the measurement. */
  expect?: number
}

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** A browser's headers when it opens a frame: parsing them is part of the cost. */
export const browserHeaders = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
}

export function connect(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  function ask({ path, method = 'GET', headers, body }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, url),
        {
          agent,
          method,
          headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        },
        (response) => {
          // As sent, letter case included.
          const names = response.rawHeaders
          const received = Object.fromEntries(
            names.flatMap((name, place) =>
              place % 2 === 0 ? [[name, names[place + 1] ?? '']] : [],
            ),
          )
          buffer(response).then(
            (content) =>
              resolve({ status: response.statusCode ?? 0, headers: received, body: content }),
            reject,
          )
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  }

  async function send(call: Call): Promise<Answer> {
    const { path, method = 'GET', expect = 200 } = call
    const answer = await ask(call)
    if (answer.status !== expect) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString()}`)
    }
    return answer
  }

  /** Sends the calls, as many in parallel as there are connections; returns milliseconds of each. */
  async function drive(calls: readonly Call[]): Promise<number[]> {
    const times: number[] = []
    let next = 0
    const worker = async () => {
      for (let call = calls[next++]; call; call = calls[next++]) {
        const began = performance.now()
        await send(call)
        times.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return times
  }

  return { ask, send, drive, close: () => agent.destroy() }
}
