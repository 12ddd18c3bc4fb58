// The address of a CV: a signed link, which is itself the permission.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'

export const cvContracts = {
  'GET /api/cvs/:name': {
    summary: 'The file behind a link that a member was given, as an attachment',
    who: 'public',
    params: { name: z.string() },
    query: z.object({ expires: z.string().default(''), signature: z.string().default('') }),
    answer: { type: 'application/octet-stream' },
  },
} satisfies ContractTable
