// Retries of queries: a temporary failure is retried, after 200 ms and longer each time; a refusal is not.
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { createQueryClient } from './queries.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Reads once through a server that answers with these statuses in turn; tells when it was asked. */
async function read(statuses: readonly number[]) {
  vi.useFakeTimers()
  const asked: number[] = []
  vi.stubGlobal('fetch', () => {
    const status = statuses[asked.length] ?? 200
    asked.push(Date.now())
    return Promise.resolve(new Response('{}', { status }))
  })
  const client = createQueryClient()
  const answer = client
    .fetchQuery({
      ...client.getDefaultOptions().queries,
      queryKey: ['x'],
      queryFn: () => call('GET /api/retention'),
    })
    .then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  await vi.runAllTimersAsync()
  const first = asked[0] ?? 0
  return { status: await answer, after: asked.map((moment) => moment - first) }
}

// shows: 8-5
test.each([502, 503, 504])(
  '%i passes: it is asked for again until there is an answer',
  async (status) => {
    expect(await read([status, status])).toEqual({ status: 200, after: [0, 200, 600] })
  },
)

// shows: 9-19, 9-24
test('after three repetitions it is given up, each having waited twice as long', async () => {
  expect(await read([503, 503, 503, 503, 503])).toEqual({
    status: 503,
    after: [0, 200, 600, 1400],
  })
})

test.each([400, 401, 404, 409])('%i is an answer, and is not asked for again', async (status) => {
  expect(await read([status])).toEqual({ status, after: [0] })
})

// shows: 9-24
test('what nobody uses is kept for five minutes', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
})
