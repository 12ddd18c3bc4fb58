// Staff export applicants as CSV for spreadsheets.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { exportUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { BATCH_SIZE, type ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import {
  answerFields,
  columnOf,
  fieldsOf,
  isOf,
  labelOf,
  type AnswerField,
} from '#domain/applicants/application-fields.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import { CSV_FORMAT, harmlessCell } from '#domain/applicants/spreadsheets.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import { countApplicants } from '#data/applicants/applicant-counts.ts'
import {
  listApplicantsToExport,
  type ExportedApplicant,
} from '#data/applicants/applicant-export.ts'
import { sourceLabel } from '#domain/careers/sources.ts'
import { insertAuditEvent, insertAuditEvents } from '#data/audit/audit.ts'
import type { Page } from '#data/paging.ts'
import type { Deps } from '../deps.ts'

const yesOrNo = (is: boolean) => t(is ? 'export.yes' : 'export.no')

type Column = [
  head: PlainTextCode | (() => string),
  read: (row: ExportedApplicant) => string | number | null,
]
const answers = (fields: readonly AnswerField[]): Column[] =>
  fields.map((field) => [() => labelOf(field), (row) => row[columnOf(field)]])

const columns: readonly Column[] = [
  ['careers.form.firstName', (row) => row.first_name],
  ['careers.form.lastName', (row) => row.last_name],
  ['field.email', (row) => shownEmailAddress(row.email)],
  ...answers(fieldsOf('line')),
  ['export.position', (row) => row.role_title],
  ['export.status', (row) => statusLabel(row.status)],
  [
    'export.customer',
    (row) => t(row.is_existing_customer ? 'export.customer' : 'export.newCustomer'),
  ],
  ['export.contacted', (row) => yesOrNo(row.contacted)],
  ['export.applied', (row) => row.created_at],
  ...answers(answerFields.filter((field) => !isOf(field, 'line'))),
  ['careers.cv.label', (row) => row.cv_name],
  ['export.starred', (row) => yesOrNo(row.starred)],
  ['export.tags', (row) => row.tags.join(', ')],
  ['source.title', (row) => row.source && sourceLabel(row.source)],
]

/** Newest first. Reads batches from the database as the client consumes them, so that the list is never in memory as a whole. */
export async function exportApplicants(
  deps: Deps,
  actor: Actor | undefined,
  selection: ApplicantSelection,
): Promise<Readable> {
  const { organizationId, userId } = approvedMember(actor)
  const over = await insertUses(deps.db.queries, exportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  await recordExport(deps, organizationId, userId, selection)
  const csv = stringify({
    header: true,
    columns: columns.map(([head]) => (typeof head === 'string' ? t(head) : head())),
    // Spreadsheet programs detect UTF-8 by the byte order mark.
    bom: true,
    ...CSV_FORMAT,
  })
  const rows = Readable.from(readRows(deps, organizationId, selection))
  // An error or an aborted download ends both streams.
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

async function* readRows(
  deps: Deps,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): AsyncGenerator<(string | number | null)[]> {
  let page: Page<ExportedApplicant> | undefined
  do {
    const cursor = page?.next_cursor ?? undefined
    page = await deps.db.readForOrganization(organizationId, (tx) =>
      listApplicantsToExport(tx, organizationId, selection, { cursor, size: BATCH_SIZE }),
    )
    for (const row of page.rows) {
      yield columns.map(([, read]) => {
        const value = read(row)
        return typeof value === 'string' ? harmlessCell(value) : value
      })
    }
  } while (page.next_cursor)
}

/** Records how many applicants were exported and by whom; for a selection by id also which ones. */
async function recordExport(
  deps: Deps,
  organizationId: OrganizationId,
  actorId: string | null,
  selection: ApplicantSelection,
): Promise<void> {
  await deps.db.forOrganization(organizationId, async (tx) => {
    let count: number
    if ('ids' in selection) {
      const { rows } = await listApplicantsToExport(tx, organizationId, selection, {
        cursor: undefined,
        size: BATCH_SIZE,
      })
      count = rows.length
      await insertAuditEvents(
        tx,
        organizationId,
        rows.map(({ id }) => ({
          actor_id: actorId,
          action: 'applicant.exported',
          resource_type: 'applicant',
          resource_id: id,
          details: { format: 'csv' },
        })),
      )
    } else {
      const { tab, ...conditions } = selection.filter
      count = (await countApplicants(tx, organizationId, conditions))[tab]
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: actorId,
      action: 'applicants.exported',
      resource_type: 'applicants',
      resource_id: null,
      details: { format: 'csv', count },
    })
  })
}
