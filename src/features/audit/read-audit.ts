// Owners read the trail of their organization: a page of it, or all that a filter shows as a file.
import { exportUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import { stringify } from 'csv-stringify/sync'
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import {
  AUDIT_PER_PAGE,
  type AuditEvent,
  type AuditFilter,
  type AuditPage,
} from '#domain/audit/audit.ts'
import { describeAuditEvent } from '#domain/audit/audit-sentences.ts'
import { CSV_FORMAT, harmlessCell } from '#domain/applicants/spreadsheets.ts'
import { t } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent, listAuditEvents } from '#data/audit/audit.ts'
import type { Page } from '#data/paging.ts'
import type { Deps } from '../deps.ts'

export async function readAudit(
  deps: Deps,
  actor: Actor | undefined,
  filter: AuditFilter,
  cursor: string | undefined,
): Promise<AuditPage> {
  const { organizationId } = approvedOwner(actor)
  const { rows: events, next_cursor } = await deps.db.readForOrganization(organizationId, (db) =>
    listAuditEvents(db, organizationId, filter, { cursor, size: AUDIT_PER_PAGE }),
  )
  return { events, next_cursor }
}

const AT_ONCE = 1000
const columns = [
  'number',
  'time',
  'event',
  'action',
  'person',
  'resourceType',
  'resource',
  'details',
  'address',
  'browser',
] as const

/** The export itself is recorded in the log. Read page by page, so that the log is never in memory as a whole. */
export async function exportAudit(
  deps: Deps,
  actor: Actor | undefined,
  filter: AuditFilter,
): Promise<AsyncGenerator<string>> {
  const { organizationId, userId } = approvedOwner(actor)
  const over = await insertUses(deps.db.queries, exportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  await deps.db.forOrganization(organizationId, (tx) =>
    insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'audit.exported',
      resource_type: 'audit_log',
      resource_id: null,
    }),
  )
  return lines(deps, organizationId, filter)
}

async function* lines(
  deps: Deps,
  organizationId: OrganizationId,
  filter: AuditFilter,
): AsyncGenerator<string> {
  // Spreadsheet programs detect UTF-8 by the byte order mark.
  yield `\uFEFF${asCsv([columns.map((name) => t(`audit.column.${name}`))])}`
  let page: Page<AuditEvent> | undefined
  do {
    const cursor = page?.next_cursor ?? undefined
    page = await deps.db.readForOrganization(organizationId, (db) =>
      listAuditEvents(db, organizationId, filter, { cursor, size: AT_ONCE }),
    )
    if (page.rows.length > 0) yield asCsv(page.rows.map(rowOf))
  } while (page.next_cursor)
}

const rowOf = (event: AuditEvent): string[] => [
  String(event.place),
  event.created_at,
  describeAuditEvent(event),
  event.action,
  event.actor_name ?? event.actor_id ?? '',
  event.resource_type,
  event.resource_id ?? '',
  JSON.stringify(event.details),
  event.ip_address ?? event.network_hash ?? '',
  event.user_agent ?? event.browser_hash ?? '',
]

const asCsv = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(harmlessCell)),
    CSV_FORMAT,
  )
