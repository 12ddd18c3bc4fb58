// The addresses of retention: the deletions that are due soon, and an owner's confirmation when one is required.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { confirmRetentionInput, retentionPreview, retentionView } from './retention.ts'

export const retentionContracts = {
  'GET /api/retention': {
    summary: 'How many applications the clock deletes now and within two weeks',
    who: 'member',
    answer: retentionView,
  },
  'GET /api/retention/preview': {
    summary: 'Who these are: a dry run',
    who: 'owner',
    answer: retentionPreview,
  },
  'POST /api/retention/confirm': {
    summary: 'Agree to a deletion that was too large to happen by itself',
    who: 'owner',
    body: confirmRetentionInput,
    answer: z.object({ deleted: z.number() }),
  },
} satisfies ContractTable
