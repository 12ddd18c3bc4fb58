// The addresses of security incidents, and of the record of a breach.
import { z } from 'zod'
import { cursorQuery, type ContractTable } from '../contract.ts'
import { renderedMail } from '../mails/mails.ts'
import {
  authorityNotifiedInput,
  breachEditInput,
  breachSendInput,
  breachView,
  incidentView,
} from './breaches.ts'
import {
  advanceInput,
  assignInput,
  incident,
  incidentCounts,
  incidentInput,
  incidentPage,
  incidentQuery,
  incidentRow,
  withdrawInput,
} from './incidents.ts'

export const incidentContracts = {
  'POST /api/rpc/create_security_incident': {
    summary: 'Write a security incident down; a critical breach gets its record and its 72 hours',
    who: 'member',
    body: incidentInput,
    answer: incident,
  },
  'GET /api/incidents': {
    summary: 'A page of security incidents, newest first; 50, then next_cursor',
    who: 'member',
    query: incidentQuery.extend(cursorQuery.shape),
    answer: incidentPage,
  },
  'GET /api/incidents/counts': {
    summary: 'How many incidents have each status',
    who: 'member',
    answer: incidentCounts,
  },
  'GET /api/incidents/urgent': {
    summary:
      'Critical ones that are not over, and breaches whose authority was not told yet; the nearest deadline first',
    who: 'member',
    answer: z.object({ incidents: z.array(incidentRow) }),
  },
  'GET /api/incidents/:incidentId': {
    summary: 'One incident, its history, and the record of a breach',
    who: 'member',
    answer: incidentView,
  },
  'PATCH /api/incidents/:incidentId/status': {
    summary: 'Take an incident one step forward: investigating, resolved, closed',
    who: 'member',
    body: advanceInput,
    answer: incident,
  },
  'POST /api/incidents/:incidentId/withdraw': {
    summary: 'Withdraw a false alarm, as long as nobody was told of it',
    who: 'owner',
    body: withdrawInput,
    answer: incident,
  },
  'PATCH /api/incidents/:incidentId/assigned': {
    summary: 'Give an incident to a member of the organization, or to nobody',
    who: 'member',
    body: assignInput,
    answer: incident,
  },
  'PATCH /api/incidents/:incidentId/breach': {
    summary: 'Change the drafted notices of a breach, and whom they go to',
    who: 'member',
    body: breachEditInput,
    answer: breachView,
  },
  'GET /api/incidents/:incidentId/breach/preview': {
    summary: 'The notice as it will arrive',
    who: 'member',
    answer: renderedMail,
  },
  'POST /api/incidents/:incidentId/breach/authority-told': {
    summary: 'Note when the authority was told, and under which reference',
    who: 'member',
    body: authorityNotifiedInput,
    answer: breachView,
  },
  'POST /api/incidents/:incidentId/breach/send': {
    summary: 'Let the notices go to so many people',
    who: 'owner',
    body: breachSendInput,
    answer: breachView,
  },
} satisfies ContractTable
