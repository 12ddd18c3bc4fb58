// A process that sends requests at a rate, however long their answers take, and reports the results.
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { applicationCall, ownCv } from '../application-form.ts'
import { connect, type Call } from './load.ts'
import type { BenchGrant } from '../million/questions.ts'

export type Load = {
  url: string
  rate: number
  seconds: number
  /** With this many running requests, further due ones are not sent. */
  atOnce: number
  /** Round robin; or one application for each grant, with a CV derived from this one. */
  send: { calls: readonly Call[] } | { grants: readonly BenchGrant[]; cv: Buffer }
}

export type Sent = {
  /** Milliseconds from the moment when it was due to the end of its answer, for each expected answer; ascending. */
  times: number[]
  /** From the first to the last answer. */
  seconds: number
  unsent: number
  /** Numbers of other answers by status, and of failures by the error's code. */
  others: Record<string, number>
  /** Addresses whose applications were accepted. */
  acknowledged: string[]
}

type Next = { call: Call; email?: string }

const nextOf = (send: Load['send']): ((place: number) => Next | undefined) =>
  'calls' in send
    ? (place) => {
        const call = send.calls[place % send.calls.length]
        return call && { call }
      }
    : (place) => {
        const grant = send.grants[place]
        if (!grant) return undefined
        const { email } = grant
        return { call: applicationCall(grant, ownCv(send.cv, email)), email }
      }

async function sendLoad({ url, rate, seconds, atOnce, send }: Load): Promise<Sent> {
  const client = connect(url, atOnce)
  const next = nextOf(send)
  const sent: Sent = { times: [], seconds: 0, unsent: 0, others: {}, acknowledged: [] }
  const onTheirWay = new Set<Promise<void>>()

  async function one({ call, email }: Next, due: number): Promise<void> {
    const what = await client.ask(call).then(
      ({ status }) => (status === (call.expect ?? 200) ? undefined : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    if (what !== undefined) sent.others[what] = (sent.others[what] ?? 0) + 1
    else {
      sent.times.push(performance.now() - due)
      if (email !== undefined) sent.acknowledged.push(email)
    }
  }

  const began = performance.now()
  for (let place = 0; place < rate * seconds; place++) {
    const due = began + (place * 1000) / rate
    const early = due - performance.now()
    // Answers are processed in between, even when everything is late.
    await (early > 1 ? wait(early) : setImmediate())
    const made = onTheirWay.size < atOnce ? next(place) : undefined
    if (!made) {
      sent.unsent += 1
      continue
    }
    const going = one(made, due).finally(() => onTheirWay.delete(going))
    onTheirWay.add(going)
  }
  await Promise.all(onTheirWay)
  client.close()
  sent.seconds = (performance.now() - began) / 1000
  sent.times.sort((a, b) => a - b)
  return sent
}

process.once('message', (load: Load) => {
  void sendLoad(load).then((sent) => process.send?.(sent, () => process.disconnect()))
})
