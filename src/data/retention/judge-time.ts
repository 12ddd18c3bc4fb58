// The guard of deletions: everything that is deleted because of its age asks here which time may be believed.
import {
  lookAtTime,
  monthsBefore,
  type Cutoff,
  type DeletionTime,
  type TimeDoubt,
} from '#domain/retention/deletion-time.ts'
import { OperatorError } from '#domain/operator-error.ts'
import type { Database } from '../database.ts'
import { findClockDoubt, findTimeMarkLocked, updateTimeMark, updateTimeConfirmed } from './clock.ts'

type WriteLog = (details: object, message: string) => void
/** Of `Deps`. */
type TimeDeps = {
  db: Database
  clock: { now(): Date; machine(): Date }
  log: { info: WriteLog; warn: WriteLog; error: WriteLog }
  /** The latest time that this machine believed, in milliseconds. */
  timeFile: {
    read(): { word: string; seen: number } | undefined
    write(word: string, seen: number): void
  }
}

/** Whether this process has said that nothing is deleted. */
const warned = new WeakSet<TimeDeps['log']>()

/** Undefined while the time is in doubt: then nothing is deleted. The log says so once, and once when it is over. */
export async function believedTime(deps: TimeDeps): Promise<DeletionTime | undefined> {
  const doubt = await judge(deps)
  if (doubt) {
    if (!warned.has(deps.log)) deps.log.error(doubt, DOUBTS[doubt.about])
    warned.add(deps.log)
    return undefined
  }
  if (warned.delete(deps.log)) deps.log.info({}, 'the time is believed again: deletions go on')
  return deletionTime(deps.clock)
}

const HOW_TO_CONFIRM = 'if its clock is right, say so: npm run retention -- --time-is-right'
const DOUBTS: Record<TimeDoubt['about'], string> = {
  clocks: "nothing is deleted: this machine's clock is not the database's",
  ahead: `nothing is deleted: this machine's clock is far ahead of the last time that was seen; ${HOW_TO_CONFIRM}`,
  behind: `nothing is deleted: this machine's clock is behind a time that was seen already; ${HOW_TO_CONFIRM}`,
}

/** A task that a wrong clock must not do waits, so that another process takes it; in seconds. */
export async function pauseInDoubt(deps: TimeDeps): Promise<number | undefined> {
  return (await believedTime(deps)) ? undefined : LOOK_SECONDS
}

/** How often the time is looked at. */
export const LOOK_SECONDS = 60

/** Looks at the clock, and remembers what it says. A machine that differs from the database's clock changes nothing. */
async function judge({ db, clock, timeFile }: TimeDeps): Promise<TimeDoubt | undefined> {
  const machine = clock.machine()
  const differs = await findClockDoubt(db.queries, machine)
  if (differs) return differs
  const { word, mark, doubt } = await db.transaction(async (tx) => {
    const { word, mark: known } = await findTimeMarkLocked(tx)
    const file = timeFile.read()
    const seen = Math.max(known?.seen ?? 0, file?.word === word ? file.seen : 0)
    const looked = lookAtTime(known && { ...known, seen }, machine.getTime())
    await updateTimeMark(tx, looked.mark)
    return { word, ...looked }
  })
  timeFile.write(word, mark.seen)
  return doubt
}

const cutoff = (date: Date) => date as Cutoff

function deletionTime(clock: TimeDeps['clock']): DeletionTime {
  const now = clock.now()
  return {
    now: cutoff(now),
    machine: cutoff(clock.machine()),
    ago: (seconds) => cutoff(new Date(now.getTime() - seconds * 1000)),
    monthsAgo: (months) => cutoff(monthsBefore(now, months)),
  }
}

/** For the operator: nobody but a person can tell a clock that is wrong from a server that was off. */
export async function confirmTime({ db, clock, log }: TimeDeps): Promise<Date> {
  const machine = clock.machine()
  const differs = await findClockDoubt(db.queries, machine)
  if (differs) {
    throw new OperatorError(
      `The clock of this machine is ${Math.abs(differs.seconds)} seconds ${differs.seconds > 0 ? 'ahead of' : 'behind'} the clock of the database: set the wrong one right first.`,
    )
  }
  await updateTimeConfirmed(db.queries, machine)
  log.warn({}, 'the operator says that the time is right')
  return machine
}
