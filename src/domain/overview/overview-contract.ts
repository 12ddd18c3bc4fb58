// The addresses of the overview.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { skipInput } from '../organizations/checklist.ts'
import { funnel, funnelQuery, overview, sources } from './overview.ts'

export const overviewContracts = {
  'GET /api/overview': {
    summary: 'What needs somebody, what is new for whoever asks, and the last twelve weeks',
    who: 'member',
    answer: overview,
  },
  'GET /api/overview/funnel': {
    summary: 'How many applicants reached each step',
    who: 'member',
    query: funnelQuery,
    answer: funnel,
  },
  'GET /api/overview/sources': {
    summary: 'Where applicants found the job: the word of the link, or the kind of site',
    who: 'member',
    query: funnelQuery,
    answer: sources,
  },
  'POST /api/overview/visit': {
    summary: 'Note that the asking member is looking, so that the next visit knows what is new',
    who: 'member',
    answer: z.object({ seen_at: z.string() }),
  },
  'POST /api/overview/checklist/skip': {
    summary: 'Do without a step of the first checklist',
    who: 'owner',
    body: skipInput,
    answer: skipInput,
  },
  'DELETE /api/overview/checklist': {
    summary: 'Take the first checklist away for good',
    who: 'owner',
    answer: z.object({ is_closed: z.literal(true) }),
  },
} satisfies ContractTable
