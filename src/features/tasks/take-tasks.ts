// Leases the next tasks of a kind. Lanes and organizations take turns: the one served longest ago is first.
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { leaseTasks, listLanesLocked, type LeaseRequest } from '#data/tasks/tasks.ts'
import { leaseTasksInTurn, ownerOf } from '#data/tasks/turns.ts'
import type { Deps } from '../deps.ts'

export type Taker = {
  /** Leases the next tasks. */
  take: (isEarly: boolean, most: number) => Promise<LeasedTask[]>
  /** The task has ended or was released. */
  settled: (task: LeasedTask) => void
}

export function takeByLanes(deps: Deps, requestOf: (most: number) => LeaseRequest): Taker['take'] {
  let turns = new Map<string, number>()
  let turn = 0
  return () =>
    deps.db.transaction(async (tx) => {
      const request = requestOf(1)
      const lanes = await listLanesLocked(tx, request.kind, request.moved)
      turns = new Map(lanes.map(({ lane }) => [lane, turns.get(lane) ?? 0]))
      const [first] = lanes.toSorted(
        (one, other) =>
          one.rank - other.rank ||
          (turns.get(one.lane) ?? 0) - (turns.get(other.lane) ?? 0) ||
          Date.parse(one.due_at) - Date.parse(other.due_at),
      )
      if (!first) return []
      turn += 1
      turns.set(first.lane, turn)
      return leaseTasks(tx, { ...request, lane: first.lane })
    })
}

/** Older entries are forgotten; those organizations come first again. */
const TURNS_KEPT = 200

export function takeInTurn(
  deps: Deps,
  atOnce: number,
  requestOf: (most: number) => LeaseRequest,
): Taker {
  /** One slot is left for other organizations, however long the tasks of one take. */
  const share = Math.max(1, atOnce - 1)
  /** Longest ago first. */
  const served = new Set<string>()
  const leasedCounts = new Map<string, number>()
  function note(task: LeasedTask): void {
    const owner = ownerOf(task)
    served.delete(owner)
    served.add(owner)
    for (const oldest of served) {
      if (served.size <= TURNS_KEPT) break
      served.delete(oldest)
    }
    if (task.organization_id !== null) leasedCounts.set(owner, (leasedCounts.get(owner) ?? 0) + 1)
  }
  return {
    async take(_isEarly, most) {
      const taken: LeasedTask[] = []
      while (taken.length < most) {
        const alone = Math.max(1, share - Math.max(0, ...leasedCounts.values()))
        const busy = [...leasedCounts].flatMap(([owner, count]) => (count < share ? [] : [owner]))
        const request = requestOf(most - taken.length)
        const next = await leaseTasksInTurn(deps.db.queries, request, {
          served: [...served],
          busy,
          alone,
        })
        if (next.length === 0) break
        next.forEach(note)
        taken.push(...next)
      }
      return taken
    },
    settled(task) {
      const owner = ownerOf(task)
      const left = (leasedCounts.get(owner) ?? 0) - 1
      if (left > 0) leasedCounts.set(owner, left)
      else leasedCounts.delete(owner)
    },
  }
}
