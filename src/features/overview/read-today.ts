// The overview's section about today, for one member.
import { statusBefore, UNDO_SECONDS } from '#domain/applicants/applicants.ts'
import { titleOf } from '#domain/incidents/incidents.ts'
import { UNDELIVERED_DAYS } from '#domain/overview/overview.ts'
import type { Attention } from '#domain/overview/overview.ts'
import {
  subjectOf,
  TODAY_MOST,
  ownActionNames,
  type ActionSubject,
  type DueDate,
  type OwnAction,
  type Today,
} from '#domain/overview/today.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '#data/database.ts'
import {
  listArrivals,
  listLastChanges,
  listLongestWaiting,
  listNames,
  listOwnActions,
  listUnsentMails,
  type ActionRow,
  type LastChange,
} from '#data/overview/today.ts'

const DAY_MS = 24 * 3_600_000
/** Audit events of one action on many rows have almost the same time; separate actions are at least some clicks apart. */
const SAME_ACT_MS = 1000

export async function readToday(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  now: Date,
): Promise<Omit<Today, 'dates'>> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const [{ since, is_first_visit, ...fresh }, waiting, mails, acts] = await Promise.all([
    listArrivals(db, organizationId, userId, now),
    listLongestWaiting(db, organizationId, daysAgo(1)),
    listUnsentMails(db, organizationId, daysAgo(UNDELIVERED_DAYS)),
    readOwnActions(db, organizationId, userId, now),
  ])
  return { since, is_first_visit, fresh, waiting, mails, acts }
}

/** Upcoming deadlines and automatic deletions, next first. */
export function datesOf({
  incidents,
  retention,
  requests,
}: Pick<Attention, 'incidents' | 'retention' | 'requests'>): DueDate[] {
  const dates: DueDate[] = incidents.flatMap((incident) =>
    incident.deadline_at !== null && incident.authority_told_at === null
      ? [{ about: 'incident', at: incident.deadline_at, id: incident.id, title: titleOf(incident) }]
      : [],
  )
  if (requests.next_due_at) {
    dates.push({ about: 'requests', at: requests.next_due_at, count: requests.open })
  }
  if (retention.first_on !== null) {
    dates.push({ about: 'deletions', at: retention.first_on, count: retention.soon })
  }
  return dates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Groups the audit events of one action on many rows. */
function groupActs(rows: readonly ActionRow[]): ActionRow[][] {
  const groups: ActionRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isSameAct(last, row)) group.push(row)
    else groups.push([row])
  }
  return groups
}

const isSameAct = (one: ActionRow, other: ActionRow): boolean =>
  one.action === other.action &&
  one.details.to === other.details.to &&
  one.details.kind === other.details.kind &&
  isAtOnce(one.created_at, other.created_at)

const isAtOnce = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < SAME_ACT_MS

async function readOwnActions(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  now: Date,
): Promise<OwnAction[]> {
  const rows = await listOwnActions(db, organizationId, userId, ownActionNames)
  const groups = groupActs(withoutMailsOfMoves(rows)).slice(0, TODAY_MOST)
  const subjects = groups.flatMap(([first]) => (first ? (subjectOf(first) ?? []) : []))
  const idsOf = (kind: ActionSubject['kind']) =>
    subjects.filter((subject) => subject.kind === kind).map(({ id }) => id)
  const [names, changes] = await Promise.all([
    listNames(db, organizationId, {
      applicant: idsOf('applicant'),
      job: idsOf('job'),
      incident: idsOf('incident'),
    }),
    listLastChanges(db, organizationId, groups.flat().flatMap(undoableApplicant(now))),
  ])
  const last = new Map(changes.map((change) => [change.applicant_id, change]))
  return groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const subject = subjectOf(first)
    const name = subject ? names.get(subject.id) : undefined
    return {
      id: first.id,
      action: first.action,
      at: first.created_at,
      details: first.details,
      subject: subject && name !== undefined ? { ...subject, name } : null,
      count: group.length,
      undo: undoOf(group, last, { userId, now }),
    }
  })
}

/** Drops mails sent together with a status change: rejection and mail are one action. */
function withoutMailsOfMoves(rows: readonly ActionRow[]): ActionRow[] {
  const movedAt = new Map<string | null, string[]>()
  for (const { action, resource_id, created_at } of rows) {
    if (action !== 'applicant.moved') continue
    movedAt.set(resource_id, [...(movedAt.get(resource_id) ?? []), created_at])
  }
  return rows.filter(
    ({ action, resource_id, created_at }) =>
      action !== 'applicant.mailed' ||
      !movedAt.get(resource_id)?.some((moved) => isAtOnce(moved, created_at)),
  )
}

/** The applicant of a move that can still be undone, as a list of one or none. */
const undoableApplicant =
  (now: Date) =>
  ({ action, resource_id, created_at }: ActionRow): string[] => {
    const isLate = now.getTime() - Date.parse(created_at) > UNDO_SECONDS * 1000
    return action === 'applicant.moved' && resource_id !== null && !isLate ? [resource_id] : []
  }

/** A group can be undone while at least one of its moves can; applicants who were moved again since stay where they are. */
function undoOf(
  group: readonly ActionRow[],
  last: ReadonlyMap<string, LastChange>,
  { userId, now }: { userId: string; now: Date },
): OwnAction['undo'] {
  const change = group
    .map((row) => {
      const newest = row.action === 'applicant.moved' ? last.get(row.resource_id ?? '') : undefined
      const isOfRow =
        newest?.changed_by === userId &&
        newest.to_status === row.details.to &&
        isAtOnce(newest.changed_at, row.created_at)
      return isOfRow && statusBefore(newest, newest, now) ? newest : undefined
    })
    .find((found) => found !== undefined)
  if (!change) return null
  const until = new Date(Date.parse(change.changed_at) + UNDO_SECONDS * 1000).toISOString()
  if (group.length === 1) return { change_id: change.id, until }
  return change.batch_id === null ? null : { batch_id: change.batch_id, until }
}
