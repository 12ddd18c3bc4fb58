// The addresses of the store: its connection, the OAuth flow of a merchant, and its data in the dashboard.
import { z } from 'zod'
import { messageCode, type ContractTable } from '../contract.ts'
import { customerApplicationsQuery, customerApplicationsView } from './customer-applications.ts'
import { customerRefreshView } from './customer-refresh.ts'
import {
  invitableView,
  invitationRunView,
  segmentJobInput,
  segmentJobsView,
  segmentQuery,
} from './job-invitations.ts'
import {
  callbackInput,
  disconnectInput,
  enterInput,
  linkInput,
  permissionInput,
} from './store-input.ts'
import { joinInput, storeFactorInput, storePersonProof, storePersonView } from './store-person.ts'
import { removalInput, removalView } from './store-removal.ts'
import { locationsQuery, storeLocationsView } from './store-locations.ts'
import { jobsPageView, storePagesView } from './store-pages.ts'
import { adminPageView, installStarts, storeAppView, storeView } from './store.ts'

const codeSetting = z.object({ is_asked: z.boolean() })

export const storeContracts = {
  'GET /api/store': {
    summary: 'The connected store: its name and state, never its token',
    isAboutStore: true,
    who: 'member',
    answer: storeView,
  },
  'GET /api/store/app': {
    summary: "This installation's app on the platform, for whoever is about to connect a store",
    who: 'public',
    query: z.object({ shop: z.string().default('') }),
    answer: storeAppView,
  },
  'POST /api/store/link': {
    summary: 'Connect the store whose admin gave this link to the own organization',
    who: 'signed-in',
    body: linkInput,
    answer: z.object({ shop: z.string(), is_linked: z.boolean() }),
  },
  'POST /api/store/disconnect': {
    summary:
      "End the connection to the organization's store, and delete the pages made in it if asked to",
    who: 'owner',
    body: disconnectInput,
    answer: null,
  },
  'POST /api/store/enter': {
    summary:
      'A visit to /: where it goes, by the query the store put there, and whether the whole window leaves',
    who: 'public',
    body: enterInput,
    answer: z.object({ go: z.string(), is_top: z.boolean(), reason: messageCode.optional() }),
  },
  'POST /api/store/permission': {
    summary:
      "The platform's page that asks for the permissions which the organization's store has not given and a part of the product waits for, or for the named one alone",
    isAboutStore: true,
    who: 'owner',
    body: permissionInput,
    isBodyOptional: true,
    answer: z.object({ go: z.string() }),
  },
  'POST /api/store/callback': {
    summary: 'The way back from the store, its query unchanged: connects the store',
    who: 'public',
    body: callbackInput,
    answer: z.object({
      shop: z.string(),
      began_at: z.enum(installStarts),
      is_linked: z.boolean(),
      is_stored: z.boolean(),
    }),
  },
  'GET /api/store/code-setting': {
    summary: 'Whether customers who are signed in to the shop are sent a code all the same',
    who: 'member',
    answer: codeSetting,
  },
  'PATCH /api/store/code-setting': {
    summary: 'Choose whether customers who are signed in to the shop are sent a code all the same',
    who: 'owner',
    body: codeSetting,
    answer: codeSetting,
  },
  'GET /api/store/removal': {
    summary: 'What the app has in each store, and how far its removal is',
    who: 'owner',
    answer: removalView,
  },
  'POST /api/store/removal': {
    summary:
      'Remove everything that the app wrote into a store, in the background; nothing is written there from then on',
    who: 'owner',
    body: removalInput,
    status: 202,
    answer: removalView,
  },
  'POST /api/store/removal/undo': {
    summary: 'Let the app write into the store again after a removal',
    who: 'owner',
    body: removalInput,
    answer: removalView,
  },
  'GET /api/store/locations': {
    summary:
      "The places of the organization's stores, for the place of a job. `checked`: after a permission was given",
    isAboutStore: true,
    who: 'member',
    query: locationsQuery,
    answer: storeLocationsView,
  },
  'GET /api/store/customer-applications': {
    summary:
      "What a customer of the shop has applied for; the bearer is the store's own session token, which names the shop",
    who: 'member',
    query: customerApplicationsQuery,
    answer: customerApplicationsView,
  },
  'GET /api/store/job-invitations': {
    summary:
      'The open jobs that the customers of a segment can be invited to apply for; as the ones below it takes the session token',
    who: 'member',
    query: segmentQuery,
    answer: segmentJobsView,
  },
  'GET /api/store/job-invitations/count': {
    summary:
      "How many of a segment's customers can be invited to apply for a job, and why others cannot",
    who: 'member',
    query: segmentJobInput,
    answer: invitableView,
  },
  'POST /api/store/job-invitations': {
    summary:
      "Invite a segment's customers to apply for a job, in the background: those who agreed to marketing by email, each once",
    who: 'member',
    body: segmentJobInput,
    status: 202,
    answer: invitationRunView,
  },
  'GET /api/store/job-invitations/:runId': {
    summary: 'How far an invitation is, and what came of it, in counts',
    who: 'member',
    answer: invitationRunView,
  },
  'GET /api/store/jobs-page': {
    summary: "The store's page of all jobs, for the setup in the store's admin",
    isAboutStore: true,
    who: 'member',
    answer: jobsPageView,
  },
  'POST /api/store/jobs-page': {
    summary:
      "Make the store's page of all jobs for the theme's block, or leave the jobs of the one that is there to the block",
    isAboutStore: true,
    who: 'member',
    answer: jobsPageView,
  },
  'GET /api/store/pages': {
    summary: 'Pages in the store as they are known here, and the state of the store',
    isAboutStore: true,
    who: 'member',
    answer: storePagesView,
  },
} satisfies ContractTable

export const customerContracts = {
  'GET /api/customers/refresh': {
    summary: 'How far the customer refresh is',
    who: 'member',
    answer: customerRefreshView,
  },
  'POST /api/customers/refresh': {
    summary:
      'Look every applicant up in the connected store again, in the background; one run at a time',
    who: 'member',
    status: 202,
    answer: customerRefreshView,
  },
  'POST /api/customers/refresh/stop': {
    summary: 'Stop it; it can be gone on with',
    who: 'member',
    answer: customerRefreshView,
  },
  'POST /api/customers/refresh/resume': {
    summary: 'Go on from where it was stopped, or failed',
    who: 'member',
    status: 202,
    answer: customerRefreshView,
  },
} satisfies ContractTable

export const adminPageContracts = {
  'GET /api/store/admin-page': {
    summary:
      "The page in the store's admin; the bearer is the store's own session token. `checked`: after a permission was given",
    who: 'public',
    query: z.object({ checked: z.enum(['true', 'false']).default('false') }),
    answer: adminPageView,
  },
  'GET /api/store/person': {
    summary: "Who the user of the store's admin is; the bearer is the store's own session token",
    who: 'public',
    answer: storePersonView,
  },
  'POST /api/store/person': {
    summary:
      'Become a person of the organization of this store, where the address is proved: as the account of the address, or as a person of this shop alone',
    who: 'public',
    body: joinInput,
    isBodyOptional: true,
    answer: null,
  },
  'POST /api/store/person/code': {
    summary: 'Mail a code to the address that the store has for this user, to prove it with',
    who: 'public',
    answer: null,
  },
  'POST /api/store/person/proof': {
    summary: 'Prove the address by the mailed code, or an account by its password, and be linked',
    who: 'public',
    body: storePersonProof,
    answer: null,
  },
  'POST /api/store/person/second-factor': {
    summary: "Show a second factor for the session in the store's admin",
    who: 'public',
    body: storeFactorInput,
    answer: null,
  },
} satisfies ContractTable

/** The platform's own format: the signature is the only proof, so the raw body is read. */
export const webhookContracts = {
  'POST /webhooks': {
    summary: 'What the platform reports of its shops',
    who: 'public',
    answer: z.object({ received: z.literal(true) }),
  },
} satisfies ContractTable
