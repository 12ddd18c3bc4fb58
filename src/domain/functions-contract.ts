// The server functions (docs/specification.md §7.3), in the format of their clients: every success has a success field, and
// every refusal is `functionRefusalAnswer`.
import { z } from 'zod'
import { requestResetInput } from './accounts/accounts.ts'
import { removalInput } from './applicants/applicants.ts'
import { messageCode, shapeOf, type ContractTable } from './contract.ts'
import { jobsSync, leftOut, syncJobsInput } from './jobs/imported-jobs.ts'
import { briefInput, jobDescription } from './jobs/job-descriptions.ts'
import { customer, customerPrefill } from './store/customers.ts'
import { customerInput, shopifyOauthInput, shopifySessionInput } from './store/store-input.ts'
import { storeIntegrationInput, storePage, syncPagesInput } from './store/store-pages.ts'
import { storeSession } from './store/store.ts'
import { verificationInput } from './verification/verification.ts'

const success = z.object({ success: z.literal(true) })
const pagesSync = z
  .object(shapeOf(['created', 'updated', 'unchanged', 'removed'], z.number()))
  .nullable()

export const functionContracts = {
  'POST /functions/send-verification-email': {
    summary: 'Send the mail that proves an address for one job post',
    who: 'public',
    body: verificationInput,
    answer: success,
  },
  'POST /functions/send-password-reset': {
    summary:
      'Mail the link to a new password; the same answer for every address. resetUrl is not used',
    who: 'public',
    body: requestResetInput,
    answer: success,
  },
  'POST /functions/generate-job-description': {
    summary: 'Have a job description written; 20 in an hour',
    who: 'owner',
    body: briefInput,
    answer: success.extend({ ...jobDescription.shape, writer: z.enum(['template', 'ai']) }),
  },
  'POST /functions/opt-out-data': {
    summary:
      'Remove everything the organization has of an applicant: each application under this address, files, proofs, mails',
    who: 'member',
    body: removalInput,
    answer: success.extend({ message: z.string(), applications: z.number() }),
  },
  'POST /functions/get-shopify-customer': {
    summary:
      'What the store knows of an address: for staff of its own applicants every field of a customer, or with the token that proves the address what the form shows',
    who: 'public',
    body: customerInput,
    answer: z.union([
      success.extend(customer.shape),
      success.extend(customerPrefill.shape),
      success.extend({ id: z.null(), customerStatus: z.literal('unknown') }),
    ]),
  },
  'POST /functions/shopify-oauth': {
    summary:
      'generate_install_url, or exchange_token (also exchangeTokenForAccess) with the query of the way back, or with code and shop in the browser that began it; access_token is a placeholder',
    who: 'public',
    body: shopifyOauthInput,
    answer: z.union([
      success.extend({ install_url: z.string(), state: z.string() }),
      success.extend({ access_token: z.string(), scope: z.string() }),
    ]),
  },
  'POST /functions/shopify-session': {
    summary: "get or store: the session of the own organization's shop, without its token",
    isAboutStore: true,
    who: 'member',
    body: shopifySessionInput,
    answer: success.extend({ session: storeSession }),
  },
  'POST /functions/shopify-integration': {
    summary: 'create-page, update-page, get-pages, delete-page, test-connection',
    isAboutStore: true,
    who: 'member',
    body: storeIntegrationInput,
    answer: z.union([
      success.extend({ message: z.string(), page: storePage }),
      success.extend({ pages: z.array(storePage), has_more_pages: z.boolean() }),
      success.extend({
        shop: z.string(),
        shop_name: z.string(),
        missing_scopes: z.array(z.string()),
        is_password_protected: z.boolean(),
      }),
      success.extend({ message: z.string() }),
    ]),
  },
  'POST /functions/sync-careers-page': {
    summary: 'Create or update the page of all jobs and the pages linked to one',
    isAboutStore: true,
    who: 'member',
    body: syncPagesInput,
    isBodyOptional: true,
    answer: success.extend({ pagesSync }),
  },
  'POST /functions/sync-shopify-jobs': {
    summary: "The store's products that are jobs as job posts, then the store pages",
    isAboutStore: true,
    who: 'member',
    body: syncJobsInput,
    isBodyOptional: true,
    answer: success.extend({
      jobsSync,
      leftOut: z.array(leftOut),
      pagesSync,
      /** Why the pages are outdated, although the jobs were saved. */
      pagesProblem: messageCode.nullable(),
    }),
  },
} satisfies ContractTable
