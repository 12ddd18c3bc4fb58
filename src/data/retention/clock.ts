// What is known of the time: whether this machine and the database agree, and what the servers have seen pass.
import { sql } from 'kysely'
import {
  BELIEVED,
  lookAtTime,
  type TimeDoubt,
  type TimeMark,
} from '#domain/retention/deletion-time.ts'
import type { Queries, Tx } from '../database.ts'

/** Seconds that the machine is ahead of the database, negative behind. */
export async function readClockDifference(db: Queries, machine: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${machine.toISOString()}::timestamptz - clock_timestamp())::float8 as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** Undefined while the two agree well enough. */
export async function findClockDoubt(db: Queries, machine: Date): Promise<TimeDoubt | undefined> {
  const seconds = Math.round(await readClockDifference(db, machine))
  return Math.abs(seconds) > BELIEVED.differenceSeconds ? { about: 'clocks', seconds } : undefined
}

/** `word`: by which person's word, or whose first look. */
export type StoredMark = { word: string; mark: TimeMark | undefined }

const marks = (db: Queries) =>
  db.selectFrom('time_marks').select(['seen_at', 'looked_at', 'steady_seconds', 'word'])

const stored = (row: Awaited<ReturnType<ReturnType<typeof marks>['executeTakeFirstOrThrow']>>) => ({
  word: row.word,
  mark:
    row.seen_at === null || row.looked_at === null
      ? undefined
      : {
          seen: Date.parse(row.seen_at),
          looked: Date.parse(row.looked_at),
          steadySeconds: row.steady_seconds,
        },
})

/** Locked until the transaction ends. */
export async function findTimeMarkLocked(tx: Tx): Promise<StoredMark> {
  return stored(await marks(tx).forUpdate().executeTakeFirstOrThrow())
}

export async function updateTimeMark(tx: Tx, mark: TimeMark): Promise<void> {
  await tx
    .updateTable('time_marks')
    .set({
      seen_at: new Date(mark.seen),
      looked_at: new Date(mark.looked),
      steady_seconds: mark.steadySeconds,
    })
    .execute()
}

/** A person says that it is this time. */
export async function updateTimeConfirmed(db: Queries, at: Date): Promise<void> {
  await db
    .updateTable('time_marks')
    .set({ seen_at: at, looked_at: at, steady_seconds: 0, word: sql<string>`gen_random_uuid()` })
    .execute()
}

/** Whether nothing is deleted at this moment, and why. Changes nothing. */
export async function findTimeDoubt(db: Queries, machine: Date): Promise<TimeDoubt | undefined> {
  const differs = await findClockDoubt(db, machine)
  if (differs) return differs
  const { mark } = stored(await marks(db).executeTakeFirstOrThrow())
  return lookAtTime(mark, machine.getTime()).doubt
}
