// The addresses of the settings for applicants' own pages.
import type { ContractTable } from '../contract.ts'
import { pageSettingsInput, pageSettingsView } from './status-words.ts'

export const pageSettingsContracts = {
  'GET /api/applicant-page': {
    summary: 'What applicants read on their own pages: the words for each status',
    who: 'member',
    answer: pageSettingsView,
  },
  'PATCH /api/applicant-page': {
    summary:
      'Change the words, or whether applicants read that somebody has opened their application',
    who: 'owner',
    body: pageSettingsInput,
    answer: pageSettingsView,
  },
} satisfies ContractTable
