// People who apply while something breaks: each sends the form again, as a person does, until it is taken. And staff who read.
import { setTimeout as wait } from 'node:timers/promises'
import type { Visitor } from '../app.ts'
import { submit, type Application } from './applying.ts'

export type Tally = {
  /** Addresses of applications that the product said yes to. */
  acknowledged: Set<string>
  /** Answers with 503 or 507 and the time of the next try. */
  promised: number
  /** Other answers from 500 on, each in a sentence. */
  failures: string[]
  /** Ended without an answer: only where the fault is the connection itself. */
  unanswered: number
}

export type Load = {
  readonly tally: Tally
  /** Stops sending new applications, and resolves when all that were begun are taken. */
  finish(): Promise<Tally>
}

const PEOPLE = 4
/** The words of the widget for somebody whose first try had arrived although its answer did not. */
const HAS_APPLIED = 'already applied'

const isPromised = (status: number, retryAfter: string | null) =>
  (status === 503 || status === 507) && retryAfter !== null

/** `baseOf` is asked for each try: where there are several servers, the next try may go to another. */
export function startLoad(
  baseOf: () => string,
  applications: Application[],
  staff: readonly Visitor[] = [],
): Load {
  const tally: Tally = { acknowledged: new Set(), promised: 0, failures: [], unanswered: 0 }
  let isOver = false

  async function apply(application: Application): Promise<void> {
    for (;;) {
      const answered = await submit(baseOf(), application)
      if (!answered) tally.unanswered += 1
      else if (answered.status === 200) break
      else if (answered.view?.step === 'list') tally.failures.push('a refusal took the form away')
      else if (isPromised(answered.status, answered.retryAfter)) tally.promised += 1
      else if (answered.status === 409 && JSON.stringify(answered.view).includes(HAS_APPLIED)) break
      else {
        tally.failures.push(`a submit: ${answered.status} ${answered.view?.alert ?? ''}`)
        if (answered.status < 500) return
      }
      await wait(50)
    }
    tally.acknowledged.add(application.email)
  }
  const person = async () => {
    while (!isOver) {
      const next = applications.shift()
      if (!next) return
      await apply(next)
    }
  }
  const read = async (visitor: Visitor) => {
    while (!isOver) {
      for (const address of ['/api/applicants?tab=all', '/api/jobs', '/readyz', '/api/session']) {
        const response = await visitor.fetch(address).catch(() => undefined)
        if (!response) tally.unanswered += 1
        // Anyone who asks for readiness asks again by itself.
        else if (address === '/readyz' && response.status === 503) tally.promised += 1
        else if (isPromised(response.status, response.headers.get('retry-after')))
          tally.promised += 1
        else if (response.status !== 200) tally.failures.push(`${address}: ${response.status}`)
        await response?.arrayBuffer().catch(() => undefined)
        await wait(20)
      }
    }
  }
  const all = Promise.all([...Array.from({ length: PEOPLE }, person), ...staff.map(read)])
  return {
    tally,
    async finish() {
      isOver = true
      await all
      return tally
    },
  }
}
