// Whole rows and answers, for tests that are about one field of them.
import type { IncidentRow } from '#domain/incidents/incidents.ts'
import type { Attention } from '#domain/overview/overview.ts'

/** A shop in which nothing needs attention. */
export const quietAttention: Attention = {
  waiting: 0,
  requests: { open: 0, overdue: 0, next_due_at: null },
  is_store_lost: false,
  store_version: null,
  theme_problems: [],
  is_mail_off: false,
  inactive_linked: 0,
  undelivered: { count: 0, applicant_id: null },
  infected: { count: 0, applicant_id: null },
  incidents: [],
  pending: 0,
  is_clock_wrong: false,
  cv_space: 'enough',
  limits: [],
  retention: { due: 0, soon: 0, first_on: null, total: 0, is_stopped: false, goes_on: null },
}

/** 31 of its 72 hours are over at noon of 12 August 2026. */
export const openBreach: IncidentRow = {
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a0b',
  incident_type: 'Data breach',
  severity: 'critical',
  title: 'Order export sent to the wrong supplier',
  affected_users: 3,
  status: 'open',
  assigned_to: null,
  resolved_at: null,
  created_at: '2026-08-11T05:00:00Z',
  deadline_at: '2026-08-14T05:00:00Z',
  authority_told_at: null,
  withdrawn_at: null,
}
