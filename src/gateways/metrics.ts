// Metrics for a Prometheus server: counters of this process, and gauges that are measured when they are read. No label
// names a person or an organization.
import type { Registry } from 'prom-client'

type Request = { method: string; route: string; status: number }
const limitKinds = ['reads', 'changes', 'connections', 'mails', 'cv-space', 'tasks'] as const
type LimitKind = (typeof limitKinds)[number]
type TaskOutcome = 'done' | 'again' | 'given up'

/** The gauges, measured when the metrics are read. */
export type Measures = {
  tasks: readonly {
    kind: string
    due: number
    scheduled: number
    in_hand: number
    given_up: number
    /** The age of the task that has been due longest. */
    oldest_seconds: number
  }[]
  erasures: readonly { reason: string; count: number }[]
  /** Undefined where no backups are set. */
  backups: { uncopied: number; age_seconds: number } | undefined
  /** Organizations whose deletion waits for an owner's word. */
  stopped: number
  /** How far this machine is ahead of the database. */
  clock_seconds: number
  /** Nothing is deleted because of its age. */
  is_time_doubted: boolean
}

export type Metrics = {
  countRequest(request: Request, seconds: number): void
  countSubmit(outcome: 'accepted' | 'refused' | 'failed'): void
  countMail(outcome: 'sent' | 'given up'): void
  /** A limit of an organization was applied: something was refused, or waits. */
  countLimit(limit: LimitKind): void
  countTask(task: { kind: string; outcome: TaskOutcome }, seconds: number): void
  /** Called for each reading. */
  measureStreams(count: () => number): void
  /** The text, with its content type. `measures` is undefined while the database does not answer. */
  read(measures: Measures | undefined): Promise<{ type: string; text: string }>
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Loads the library only when metrics are enabled. `isReplicaAway` returns undefined without a replica. */
export async function openMetrics(
  pool: Pool,
  isReplicaAway: () => boolean | undefined = () => undefined,
): Promise<Metrics> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client')
  const register: Registry = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'storehand_http_request_duration_seconds',
    help: 'Time until an answer began, by the pattern of the address',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const submits = new Counter({
    name: 'storehand_applications_total',
    help: 'Submitted applications: accepted, refused by a rule, failed',
    labelNames: ['outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'storehand_mails_total',
    help: 'Mails that the mail server accepted (sent), and mails that are not tried any more (given up)',
    labelNames: ['outcome'],
    registers,
  })
  const limits = new Counter({
    name: 'storehand_organization_limits_total',
    help: 'How often a limit of an organization refused or delayed something, by limit',
    labelNames: ['limit'],
    registers,
  })
  const attempts = new Histogram({
    name: 'storehand_task_attempt_duration_seconds',
    help: 'Attempts at background tasks, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 30, 120],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const tasks = gauge('storehand_tasks', 'Background tasks in the queue, by kind and state', [
    'kind',
    'state',
  ])
  const ages = gauge(
    'storehand_task_oldest_due_seconds',
    'How long the oldest task of a kind has been due',
    ['kind'],
  )
  const erasures = gauge('storehand_erasures', 'Applications in the ledger of erasures', ['reason'])
  const backupAge = gauge(
    'storehand_backup_age_seconds',
    'Time since the last backup; +Inf where there was none',
  )
  const uncopied = gauge(
    'storehand_erasures_uncopied',
    'Erasures and other acts that are not copied beside the backups yet',
  )
  const stopped = gauge(
    'storehand_retention_stopped',
    'Organizations whose deletion waits for the word of an owner',
  )
  const clock = gauge(
    'storehand_clock_difference_seconds',
    'How far the clock of this machine is ahead of that of the database',
  )
  const deletions = gauge(
    'storehand_deletions_stopped',
    '1 where this process deletes nothing because of its age: it cannot tell whether its clock is right',
  )
  const databaseUp = gauge('storehand_database_up', '1 where the database answered just now')
  const connections = gauge('storehand_database_connections', 'Connections of the pool, by state', [
    'state',
  ])
  const replicaUp =
    isReplicaAway() === undefined
      ? undefined
      : gauge(
          'storehand_database_replica_up',
          '1 where the replica answered its last read in time, 0 where the primary answers all',
        )
  const waiting = gauge('storehand_database_waiting', 'Queries that wait for a connection')
  const streams = gauge('storehand_live_streams', 'Open live streams of dashboards')
  let countStreams = () => 0

  for (const outcome of ['accepted', 'refused', 'failed']) submits.inc({ outcome }, 0)
  for (const outcome of ['sent', 'given up']) mails.inc({ outcome }, 0)
  for (const limit of limitKinds) limits.inc({ limit }, 0)
  return {
    countRequest: (request, seconds) => requests.observe(request, seconds),
    countSubmit: (outcome) => submits.inc({ outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    countLimit: (limit) => limits.inc({ limit }),
    countTask: (task, seconds) => attempts.observe(task, seconds),
    measureStreams: (count) => void (countStreams = count),
    async read(measures) {
      streams.set(countStreams())
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      waiting.set(pool.waitingCount)
      databaseUp.set(measures ? 1 : 0)
      replicaUp?.set(isReplicaAway() ? 0 : 1)
      // A kind without tasks must not keep its last number.
      for (const each of [tasks, ages, erasures]) each.reset()
      for (const each of [backupAge, uncopied, stopped, clock, deletions]) each.remove()
      for (const { kind, oldest_seconds, ...counts } of measures?.tasks ?? []) {
        for (const [state, count] of Object.entries(counts)) tasks.set({ kind, state }, count)
        ages.set({ kind }, oldest_seconds)
      }
      for (const { reason, count } of measures?.erasures ?? []) erasures.set({ reason }, count)
      if (measures) {
        stopped.set(measures.stopped)
        clock.set(measures.clock_seconds)
        deletions.set(measures.is_time_doubted ? 1 : 0)
      }
      if (measures?.backups) {
        backupAge.set(measures.backups.age_seconds)
        uncopied.set(measures.backups.uncopied)
      }
      return { type: register.contentType, text: await register.metrics() }
    },
  }
}
