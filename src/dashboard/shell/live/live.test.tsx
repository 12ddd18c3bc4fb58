// The live connection when it is lost: when it reconnects, what it requests, which events it dispatches, and what the
// page shows meanwhile.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveProvider, useLiveEvent, useLiveReturn } from './live.tsx'
import { createQueryClient } from '../../queries.ts'
import { HEARTBEAT_MS } from '#domain/live/live-events.ts'
import { t } from '#domain/texts/text.ts'
import { answer, owner, showDashboard } from '#test/screens/dashboard.tsx'

/** A stand-in for the browser's side of the network. */
class Stream extends EventTarget {
  static all: Stream[] = []
  static get last(): Stream {
    return Stream.all.at(-1)!
  }
  readonly address: string
  isClosed = false
  /** Connecting again, as after a lost connection; 2 after an answer that was no stream. */
  readyState = 0
  constructor(address: string) {
    super()
    this.address = address
    Stream.all.push(this)
  }
  close() {
    this.isClosed = true
  }
  send(name: string, id: number | string = '', data: object = {}) {
    const event = new MessageEvent(name, { data: JSON.stringify(data), lastEventId: String(id) })
    act(() => void this.dispatchEvent(event))
  }
  break() {
    act(() => void this.dispatchEvent(new Event('error')))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  Stream.all = []
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Listener({ heard }: { heard: string[] }) {
  useLiveEvent('jobs.changed', ({ id }) => void heard.push(id))
  useLiveReturn(() => void heard.push('everything anew'))
  return null
}

function open(after?: string, more?: ReactNode): string[] {
  const heard: string[] = []
  render(
    <QueryClientProvider client={createQueryClient(0)}>
      <LiveProvider enabled after={after}>
        <Listener heard={heard} />
        {more}
      </LiveProvider>
    </QueryClientProvider>,
  )
  return heard
}

test('an answer that was on its way when an event came is read again', async () => {
  const answers: ((text: string) => void)[] = []
  function Jobs() {
    const { data } = useQuery({
      queryKey: ['jobs'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    return <p>{data}</p>
  }
  open('1', <Jobs />)
  Stream.last.send('hello', 1)
  Stream.last.send('jobs.changed', 2, { id: 'one' })
  await pass(50)
  Stream.last.send('jobs.changed', 3, { id: 'two' })
  await pass(50)
  expect(answers).toHaveLength(1)
  await act(async () => answers[0]?.('before the change'))
  await pass(0)
  expect(answers).toHaveLength(2)
  await act(async () => answers[1]?.('after the change'))
  await screen.findByText('after the change')
  expect(answers).toHaveLength(2)
})

// shows: 9-20
test('comes back after 1, 2, 5 and 10 seconds, and then every 10, until it is there', async () => {
  open()
  for (const [failures, seconds] of [1, 2, 5, 10, 10].entries()) {
    expect(Stream.all).toHaveLength(failures + 1)
    Stream.last.break()
    expect(Stream.last.isClosed).toBe(true)
    await pass(seconds * 1000 - 100)
    expect(Stream.all).toHaveLength(failures + 1)
    await pass(200)
    expect(Stream.all).toHaveLength(failures + 2)
  }
  Stream.last.send('hello', 1)
  Stream.last.break()
  await pass(1100)
  expect(Stream.all).toHaveLength(7)
})

// shows: 9-22
test('gives up a server that does not answer within 10 seconds', async () => {
  open()
  await pass(9900)
  expect(Stream.last.isClosed).toBe(false)
  await pass(200)
  expect(Stream.all[0]?.isClosed).toBe(true)
  await pass(1000)
  expect(Stream.all).toHaveLength(2)
})

test('a line that does not even say that it is alive is lost', async () => {
  open()
  Stream.last.send('hello', 1)
  for (let count = 0; count < 3; count++) {
    await pass(HEARTBEAT_MS)
    Stream.last.send('heartbeat', 1)
  }
  expect(Stream.all).toHaveLength(1)
  // Ten seconds at most, and a second until it is opened again.
  await pass(10_000)
  expect(Stream.all[0]?.isClosed).toBe(true)
  await pass(1000)
  expect(Stream.all[0]?.isClosed).toBe(true)
  expect(Stream.all).toHaveLength(2)
})

test('goes on where it was, and hands out each event once', async () => {
  const heard = open('7')
  expect(Stream.last.address).toBe('/api/live?after=7')
  Stream.last.send('hello')
  for (const id of [8, 9, 9, 8]) Stream.last.send('jobs.changed', id, { id: `job ${id}` })
  await pass(50)
  expect(heard).toEqual(['job 8', 'job 9'])
  const lost = Stream.last
  lost.break()
  await pass(1100)
  expect(Stream.last.address).toBe('/api/live?after=9')
  Stream.last.send('hello')
  // What was left in the lost line's pipe is nobody's any more.
  lost.send('jobs.changed', 10, { id: 'job 10, too late' })
  for (const id of [9, 10, 11]) Stream.last.send('jobs.changed', id, { id: `job ${id}` })
  await pass(50)
  expect(heard).toEqual(['job 8', 'job 9', 'job 10', 'job 11'])
})

test('reads everything anew when the server says that too much was missed, and only then', async () => {
  const heard = open('7')
  Stream.last.send('hello')
  Stream.last.break()
  await pass(1100)
  Stream.last.send('hello')
  expect(heard).toEqual([])
  // A database that was put back from a copy counts from lower places.
  Stream.last.send('reset', 3)
  expect(heard).toEqual(['everything anew'])
  Stream.last.send('jobs.changed', 4, { id: 'job 4' })
  await pass(50)
  expect(heard).toEqual(['everything anew', 'job 4'])
  Stream.last.break()
  await pass(1100)
  expect(Stream.last.address).toBe('/api/live?after=4')
})

test('what could not be read while the server was away is read when it is back, and nothing else', async () => {
  let isAway = true
  const read: string[] = []
  function Reader({ name }: { name: string }) {
    useQuery({
      queryKey: [name],
      queryFn: () => {
        read.push(name)
        return isAway && name === 'counts' ? Promise.reject(new Error('away')) : name
      },
      retry: false,
    })
    return null
  }
  open(
    '7',
    <>
      <Reader name="counts" />
      <Reader name="list" />
    </>,
  )
  Stream.last.break()
  await pass(1100)
  expect(read).toEqual(['counts', 'list'])
  isAway = false
  Stream.last.send('hello')
  await pass(100)
  expect(read).toEqual(['counts', 'list', 'counts'])
})

test('does not wait when the network is back', async () => {
  open()
  for (const seconds of [1, 2]) {
    Stream.last.break()
    await pass(seconds * 1000 + 100)
  }
  Stream.last.break()
  window.dispatchEvent(new Event('online'))
  expect(Stream.all).toHaveLength(4)
  Stream.last.send('hello', 1)
  window.dispatchEvent(new Event('online'))
  await pass(6000)
  expect(Stream.all).toHaveLength(4)
})

test('the page says how the line is: quietly, and after ten seconds in words', async () => {
  const session = { ...owner, live_after: '41' }
  showDashboard('/admin/applicants', { 'GET /api/session': answer(session) }, session)
  await screen.findByRole('heading', { name: 'Applicant Management' })
  expect(Stream.last.address).toBe('/api/live?after=41')
  const dot = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  const words = t('live.down')
  expect(dot().join()).not.toMatch(/Live|Reconnecting/)
  Stream.last.send('hello')
  expect(dot()).toContain('Live')
  Stream.last.break()
  expect(dot()).toContain('Reconnecting…')
  await pass(3000)
  expect(screen.queryByText(words)).toBeNull()
  for (let count = 0; count < 3; count++) {
    if (!Stream.last.isClosed) Stream.last.break()
    await pass(4000)
  }
  expect(screen.getByText(words)).toBeTruthy()
  if (Stream.last.isClosed) await pass(10_000)
  Stream.last.send('hello')
  expect(dot()).toContain('Live')
  expect(screen.queryByText(words)).toBeNull()
})

test('a window beyond those that may be open says so, reads what is new every half minute, and takes no stream away', async () => {
  const session = { ...owner, live_after: '41' }
  let isFull = true
  const { requests } = showDashboard(
    '/admin/applicants',
    {
      'GET /api/session': answer(session),
      'HEAD /api/live': () => new Response(null, { status: isFull ? 429 : 200 }),
    },
    session,
  )
  const asked = (method: string, path: string) =>
    requests.filter((each) => each.method === method && each.path.startsWith(path)).length
  await screen.findByRole('heading', { name: 'Applicant Management' })
  const refuse = async () => {
    Stream.last.readyState = 2
    Stream.last.break()
    await pass(100)
  }
  await refuse()
  expect(screen.getByText(t('live.tooMany'))).toBeTruthy()
  expect(screen.queryByText('Reconnecting…')).toBeNull()
  const lists = asked('GET', '/api/applicants')
  for (let round = 1; round <= 2; round++) {
    await pass(29_000)
    expect(Stream.all).toHaveLength(round)
    await pass(1500)
    expect(Stream.all).toHaveLength(round + 1)
    await refuse()
  }
  expect(asked('HEAD', '/api/live')).toBe(3)
  expect(asked('GET', '/api/applicants')).toBeGreaterThan(lists + 1)
  isFull = false
  await pass(30_500)
  // From where it was: nothing that came in between is missed.
  expect(Stream.last.address).toBe('/api/live?after=41')
  Stream.last.send('hello')
  expect(screen.queryByText(t('live.tooMany'))).toBeNull()
})
