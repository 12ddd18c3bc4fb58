// The addresses of the audit log.
import { z } from 'zod'
import { cursorQuery, type ContractTable } from '../contract.ts'
import { auditPage, auditQuery, auditReportInput, chainCheck } from './audit.ts'

export const auditContracts = {
  'GET /api/audit': {
    summary: "A page of the organization's audit log, newest first",
    who: 'owner',
    query: auditQuery.extend(cursorQuery.shape),
    answer: auditPage,
  },
  'GET /api/audit/check': {
    summary: 'Follow the chain of the audit log to its end; broken_at is null when all hold',
    who: 'owner',
    answer: chainCheck,
  },
  'GET /api/audit/export.csv': {
    summary: 'The audit log as a file, by the same filters',
    who: 'owner',
    query: auditQuery,
    answer: { type: 'text/csv' },
  },
  'POST /api/rpc/log_audit_event': {
    summary: "Add a line to the own organization's audit log, marked as reported by a client",
    who: 'member',
    body: auditReportInput,
    answer: z.object({ action: z.string() }),
  },
} satisfies ContractTable
