// Metrics for a Prometheus server: counters of this process, and gauges that are measured when they are read. No label
// names a person or an organization.
import type * as PromClient from 'prom-client'
import type { Registry } from 'prom-client'

type Library = typeof PromClient

type Request = { method: string; route: string; status: number }
const limitKinds = [
  'reads',
  'changes',
  'connections',
  'codes',
  'mails',
  'cv-space',
  'tasks',
] as const
type LimitKind = (typeof limitKinds)[number]
type TaskOutcome = 'done' | 'again' | 'given up'

/** The gauges that are measured when the metrics are read: what each says, and its labels. */
const gauges = {
  storehand_tasks: ['Background tasks in the queue, by kind and state', 'kind', 'state'],
  storehand_task_oldest_due_seconds: [
    'How long the oldest task of a kind has been due, counted from its first attempt',
    'kind',
  ],
  storehand_task_success_age_seconds: ['Time since a scheduled task last succeeded', 'kind'],
  storehand_tasks_of_organization: [
    'Waiting tasks of the organizations with the most; the label is a hash of the id',
    'organization',
  ],
  storehand_erasures: ['Applications in the ledger of erasures', 'reason'],
  storehand_backups_configured: ['1 where backups are configured'],
  storehand_backup_age_seconds: ['Time since the last backup; +Inf where there was none'],
  storehand_erasures_uncopied: [
    'Erasures and other acts that are not copied beside the backups yet',
  ],
  storehand_retention_stopped: ['Organizations whose deletion waits for the word of an owner'],
  storehand_clock_difference_seconds: [
    'How far the clock of this machine is ahead of that of the database',
  ],
  storehand_deletions_stopped: [
    '1 where this process deletes nothing because of its age: it cannot tell whether its clock is right',
  ],
  storehand_volume_free_bytes: ['Free space of the volume of a folder', 'folder'],
  storehand_volume_size_bytes: ['Size of the volume of a folder', 'folder'],
  storehand_cv_space_bytes: ['Space that CVs use'],
  storehand_cv_quota_bytes: ['Space that CVs may use (CV_QUOTA_MB)'],
  storehand_table_rows: ['Rows of the tables with the most dead rows', 'table'],
  storehand_table_dead_rows: ['Dead rows of these tables, which vacuum removes', 'table'],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>

export type Measure = readonly [
  name: keyof typeof gauges,
  value: number,
  labels?: Readonly<Record<string, string>>,
]

type Counts = {
  countRequest(request: Request, seconds: number): void
  countSubmit(outcome: 'accepted' | 'refused' | 'failed'): void
  countMail(outcome: 'sent' | 'given up'): void
  /** A limit of an organization was applied: something was refused, or waits. */
  countLimit(limit: LimitKind): void
  countTask(task: { kind: string; outcome: TaskOutcome }, seconds: number): void
}

export type Metrics = Counts & {
  /** Called for each reading. */
  measureStreams(count: () => number): void
  /** A scheduled task of this process, and the longest time between two runs of it. */
  expectTask(kind: string, period: number): void
  /** The text, with its content type. `measure` returns undefined while the database does not answer. */
  read(
    measure: () => Promise<readonly Measure[] | undefined>,
  ): Promise<{ type: string; text: string }>
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Loads the library only when metrics are enabled. `isReplicaAway` returns undefined without a replica. */
export async function openMetrics(
  pool: Pool,
  version: string,
  isReplicaAway: () => boolean | undefined = () => undefined,
): Promise<Metrics> {
  const library = await import('prom-client')
  const register: Registry = new library.Registry()
  library.collectDefaultMetrics({ register })
  const counts = createCounts(library, register)
  const { measured, periods, databaseUp, connections, replicaUp, waiting, streams } = createGauges(
    library,
    register,
    { version, hasReplica: isReplicaAway() !== undefined },
  )
  let countStreams = () => 0
  return {
    ...counts,
    measureStreams: (count) => void (countStreams = count),
    expectTask: (kind, period) => periods.set({ kind }, period),
    async read(measure) {
      // Before measuring, which waits for a connection itself.
      streams.set(countStreams())
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      waiting.set(pool.waitingCount)
      const measures = await measure()
      databaseUp.set(measures ? 1 : 0)
      replicaUp?.set(isReplicaAway() ? 0 : 1)
      // What is not measured any more must not keep its last number.
      for (const [name, each] of measured) {
        each.reset()
        if (gauges[name as keyof typeof gauges].length === 1) each.remove()
      }
      for (const [name, value, labels = {}] of measures ?? []) {
        measured.get(name)?.set(labels, value)
      }
      return { type: register.contentType, text: await register.metrics() }
    },
  }
}

function createCounts({ Counter, Histogram }: Library, register: Registry): Counts {
  const registers = [register]
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
  for (const outcome of ['accepted', 'refused', 'failed']) submits.inc({ outcome }, 0)
  for (const outcome of ['sent', 'given up']) mails.inc({ outcome }, 0)
  for (const limit of limitKinds) limits.inc({ limit }, 0)
  return {
    countRequest: (request, seconds) => requests.observe(request, seconds),
    countSubmit: (outcome) => submits.inc({ outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    countLimit: (limit) => limits.inc({ limit }),
    countTask: (task, seconds) => attempts.observe(task, seconds),
  }
}

/** Those of `gauges` by their names, and those that this process knows without asking. */
function createGauges(
  { Gauge }: Library,
  register: Registry,
  { version, hasReplica }: { version: string; hasReplica: boolean },
) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  const measured = new Map(
    Object.entries(gauges).map(([name, [help, ...labels]]) => [name, gauge(name, help, labels)]),
  )
  const periods = gauge(
    'storehand_task_period_seconds',
    'The longest time between two runs of a scheduled task',
    ['kind'],
  )
  gauge('storehand_build_info', 'The version of this process; always 1', ['version']).set(
    { version },
    1,
  )
  const databaseUp = gauge('storehand_database_up', '1 where the database answered just now')
  const connections = gauge('storehand_database_connections', 'Connections of the pool, by state', [
    'state',
  ])
  const replicaUp = hasReplica
    ? gauge(
        'storehand_database_replica_up',
        '1 where the replica answered its last read in time, 0 where the primary answers all',
      )
    : undefined
  const waiting = gauge('storehand_database_waiting', 'Queries that wait for a connection')
  const streams = gauge('storehand_live_streams', 'Open live streams of dashboards')
  return { measured, periods, databaseUp, connections, replicaUp, waiting, streams }
}
