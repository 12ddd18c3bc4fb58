// All addresses of the API and their contracts.
import { accountContracts, accountPageContracts } from './accounts/accounts-contract.ts'
import { passkeyContracts } from './accounts/passkeys-contract.ts'
import {
  applicantContracts,
  applicationContracts,
  cvPageContracts,
  noteContracts,
} from './applicants/applicants-contract.ts'
import { auditContracts } from './audit/audit-contract.ts'
import { cvContracts } from './cvs/cvs-contract.ts'
import { functionContracts } from './functions-contract.ts'
import { appInfoContracts } from './app-info-contract.ts'
import { incidentContracts } from './incidents/incidents-contract.ts'
import { jobContracts } from './jobs/jobs-contract.ts'
import { liveContracts } from './live/live-contract.ts'
import {
  mailboxContracts,
  mailTemplateContracts,
  notificationContracts,
  unsubscribeContracts,
} from './mails/mails-contract.ts'
import { logoContracts, organizationContracts } from './organizations/organizations-contract.ts'
import { overviewContracts } from './overview/overview-contract.ts'
import { rightsContracts } from './rights/rights-contract.ts'
import { pageSettingsContracts } from './rights/page-settings-contract.ts'
import { retentionContracts } from './retention/retention-contract.ts'
import {
  adminPageContracts,
  customerContracts,
  storeContracts,
  webhookContracts,
} from './store/store-contract.ts'

export const contracts = {
  ...appInfoContracts,
  ...accountContracts,
  ...accountPageContracts,
  ...passkeyContracts,
  ...organizationContracts,
  ...logoContracts,
  ...jobContracts,
  ...applicantContracts,
  ...noteContracts,
  ...applicationContracts,
  ...cvPageContracts,
  ...cvContracts,
  ...mailTemplateContracts,
  ...notificationContracts,
  ...unsubscribeContracts,
  ...mailboxContracts,
  ...overviewContracts,
  ...retentionContracts,
  ...rightsContracts,
  ...pageSettingsContracts,
  ...incidentContracts,
  ...auditContracts,
  ...liveContracts,
  ...storeContracts,
  ...customerContracts,
  ...adminPageContracts,
  ...webhookContracts,
  ...functionContracts,
}

/** The dashboard imports only this type: its calls are typed by it, and no schema is sent to a browser. */
export type Contracts = typeof contracts

/** 'GET /api/jobs/:jobId' */
export type Address = keyof Contracts
