// The address of the live stream.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'

export const liveContracts = {
  'GET /api/live': {
    summary:
      'Server-sent events of the own organization, from Last-Event-ID or `after` on where one is named: applicant.created, applicant.updated, applicant.deleted, applicants.changed, jobs.changed, refresh.changed, incident.created, incident.updated, store.changed, organization.changed, membership.changed; hello, heartbeat, and reset where too much was missed. Ten at one time for a person; HEAD says (429) whether one more may be opened',
    who: 'member',
    query: z.object({ after: z.string().optional() }),
    answer: { type: 'text/event-stream' },
  },
} satisfies ContractTable
