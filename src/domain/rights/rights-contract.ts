// The addresses of the register of requests about personal data.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { erasurePage } from '../retention/erasures.ts'
import {
  findPersonInput,
  foundPerson,
  keepQuestionInput,
  keepSettingInput,
  objectionDecisionInput,
  postalRequestInput,
  refusalInput,
  requestCounts,
  register,
  registerQuery,
} from './register.ts'

export const rightsContracts = {
  'GET /api/rights/requests': {
    summary: 'What applicants asked about their data',
    who: 'member',
    query: registerQuery,
    answer: register,
  },
  'GET /api/rights/counts': {
    summary: 'How many of them wait for an answer',
    who: 'member',
    answer: requestCounts,
  },
  'POST /api/rights/find': {
    summary: 'The applications under an address, for a request that came by post',
    who: 'member',
    body: findPersonInput,
    answer: foundPerson,
  },
  'POST /api/rights/requests': {
    summary: 'Record a request that came by post, and carry it out',
    who: 'member',
    status: 201,
    body: postalRequestInput,
    answer: z.object({
      /** Of a request that stays open. */
      id: z.string().nullable(),
      /** Of an erasure. */
      receipt: z.string().nullable(),
    }),
  },
  'POST /api/rights/requests/:requestId/decide': {
    summary: 'Decide an objection',
    who: 'owner',
    body: objectionDecisionInput,
    answer: null,
  },
  'POST /api/rights/requests/:requestId/refuse': {
    summary: 'Refuse a request, with a reason',
    who: 'owner',
    body: refusalInput,
    answer: null,
  },
  'GET /api/rights/requests/:requestId/copy.zip': {
    summary: 'Everything held about the person who asked, for the post',
    who: 'owner',
    answer: { type: 'application/zip' },
  },
  'POST /api/rights/requests/:requestId/sent': {
    summary: 'The copy was sent to the person, which answers the request',
    who: 'owner',
    answer: null,
  },
  'GET /api/rights/erasures': {
    summary: 'The ledger of erasures, newest first',
    who: 'owner',
    query: z.object({ cursor: z.string().optional() }),
    answer: erasurePage,
  },
  'GET /api/rights/keeping': {
    summary: 'Whether people are asked if their application may be kept for another six months',
    who: 'member',
    answer: keepSettingInput,
  },
  'PUT /api/rights/keeping': {
    summary: 'Choose whether they are asked',
    who: 'owner',
    body: keepSettingInput,
    answer: null,
  },
  'PUT /api/applicants/:applicantId/keeping': {
    summary: 'Whether this person is asked',
    who: 'member',
    body: keepQuestionInput,
    answer: null,
  },
} satisfies ContractTable
