// The addresses outside of any feature: the description of the API, the installation, and the frame of the dashboard.
import { z } from 'zod'
import type { ContractTable } from './contract.ts'
import { layoutView } from './layout.ts'
import { installation } from './installation.ts'

export const appInfoContracts = {
  'GET /api/openapi.json': {
    summary: 'This description',
    who: 'public',
    answer: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/installation': {
    summary: 'Who runs this installation, as the legal pages name them',
    who: 'public',
    answer: installation,
  },
  'GET /api/frame': {
    summary:
      'What stands around every section of the dashboard: the session and, for members, the counts and notices',
    who: 'public',
    answer: layoutView,
  },
} satisfies ContractTable
