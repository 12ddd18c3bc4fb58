// A thread that uses a shop while others load the server: it reads what its staff and visitors read, one request after the other.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

type Watched = { base: string; cookie: string; network: string; paths: readonly string[] }
export type Seen = { times: number[]; failures: string[] }

const { base, cookie, network, paths } = workerData as Watched
let seen: Seen = { times: [], failures: [] }

// Each message asks for what was seen since the last one.
parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage(seen)
  seen = { times: [], failures: [] }
})

for (let turn = 0; ; turn += 1) {
  const path = paths[turn % paths.length] ?? '/'
  const begun = performance.now()
  try {
    const response = await fetch(base + path, {
      headers: { cookie, 'x-forwarded-for': network },
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    if (response.status !== 200) seen.failures.push(`${path}: ${response.status}`)
  } catch (error) {
    seen.failures.push(`${path}: ${error instanceof Error ? error.message : 'no answer'}`)
  }
  seen.times.push(performance.now() - begun)
  await wait(10)
}
