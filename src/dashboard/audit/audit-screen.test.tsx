import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { auditActions } from '#domain/audit/audit-actions.ts'
import { describeAuditEvent } from '#domain/audit/audit-sentences.ts'
import { REPORTED, type AuditEvent } from '#domain/audit/audit.ts'
import { hasUuid } from '#domain/uuid.ts'
import { answer, owner, showDashboard } from '#test/screens/dashboard.tsx'

const id = '5f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01'
const event: AuditEvent = {
  id: '1',
  place: 1,
  action: 'job.edited',
  resource_type: 'job_post',
  resource_id: id,
  details: {},
  ip_address: null,
  user_agent: null,
  network_hash: null,
  browser_hash: null,
  actor_id: id,
  actor_name: 'Ana Silva',
  applicant_name: null,
  account_name: null,
  created_at: '2026-11-28T10:00:00.000Z',
}
/** Whatever a sentence may take from the details is an id here. */
const ids = new Proxy({}, { get: () => id, has: () => true })
const named = { applicant_name: 'Maya Okafor', account_name: 'Ben Cole' }
const gone = { actor_name: null, applicant_name: null, account_name: null }

/** Of each action, once with all names known and once with none. */
const events: AuditEvent[] = [...auditActions, `${REPORTED}opened`, 'later.added'].flatMap(
  (action, place) =>
    [named, gone].map((names, nth) => ({
      ...event,
      ...names,
      id: String(2 * place + nth),
      place: 2 * place + nth + 1,
      action,
      resource_type: action.split('.')[0] ?? '',
      resource_id: nth === 0 ? id : `${action}/${id}`,
    })),
)
const shop = { ...event, id: '9999', resource_type: 'store', resource_id: 'tea.myshopify.com' }

const server = (shown: readonly AuditEvent[]) => ({
  'GET /api/audit': answer({ events: shown, next_cursor: null }),
  'GET /api/organizations/members': answer({ members: [], pending: null, invitations: null }),
})

it('shows what each event is about in words and names, and no random id', async () => {
  showDashboard('/admin/audit', server([...events, shop]), owner)
  const table = await screen.findByRole('table', { name: 'Audit events' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(events.length + 1)
  const withIds = rows.map(({ textContent }) => textContent).filter(hasUuid)
  expect(withIds).toEqual([])
  const titles = [...table.querySelectorAll('[title]')].map((each) => each.getAttribute('title'))
  expect(titles.filter((title) => hasUuid(title ?? ''))).toEqual([])
  // What a person can read stays.
  expect(rows.at(-1)?.textContent).toContain('store tea.myshopify.com')
})

it('has no sentence that repeats an id of the details', () => {
  const sentences = events.map((each) => describeAuditEvent({ ...each, details: ids }))
  expect(sentences.filter(hasUuid)).toEqual([])
})
