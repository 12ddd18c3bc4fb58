// The access matrix: one row for every address under /api, /functions and /auth/v1, with the status for each identity.
// The contract of the address defines who may call it and the status. Exceptions have a line in `special`, for example:
// with a body:                 'PATCH /api/organizations/own': { body: { accent: '1F6B52' } },
// with an object in its path:  'GET /api/jobs/:jobId': { object: 'job' },
// test/access-matrix.test.ts runs them; its `makers` create the objects.
import type { Access, Contract } from '#domain/contract.ts'
import { contracts, type Address } from '#domain/contracts.ts'

export const identities = [
  'anonymous',
  /** Has verified an email address for a job of the first organization; no session. */
  'grant',
  /** Signed in, without an organization. */
  'newcomer',
  /** Waits for an owner's approval in the first organization. */
  'pending',
  /** Was staff of the first organization; the session from then is still valid. */
  'removed',
  /** Of the first organization. */
  'staff',
  'owner',
  /** Owner of the second organization. Its own objects are the second one's, the first one's are foreign. */
  'other',
] as const
export type Identity = (typeof identities)[number]

/** Further people who get the same answers as one of the above: what their session was before does not count. */
export const variants = {
  /** Was an owner of the first organization at sign-in, and is staff now. */
  demoted: 'staff',
  /** Staff, with an expired session. */
  expired: 'anonymous',
  /** Staff, with a cookie whose signature was changed. */
  forged: 'anonymous',
} as const satisfies Record<string, Identity>

/**
 * Users of a shop's admin, authenticated only by the platform's session token. Each has the rights of the person that
 * the shop's user is linked to, except as defined by `statusFor`.
 */
export const framed = {
  /** Of the first organization's shop. */
  'framed owner': 'owner',
  'framed staff': 'staff',
  /** With a token of the second organization's shop, for the same user number as the first organization's owner. */
  'framed other': 'other',
  /** Was staff of the first organization and is linked to the shop's user still. */
  'framed removed': 'anonymous',
} as const satisfies Record<string, Identity>

export type Asker = Identity | keyof typeof variants | keyof typeof framed
const others: Partial<Record<Asker, Identity>> = { ...variants, ...framed }
export const askers = [...identities, ...Object.keys(others)] as readonly Asker[]
export const identityOf = (asker: Asker): Identity => others[asker] ?? (asker as Identity)
export const isFramed = (asker: Asker): asker is keyof typeof framed => asker in framed

/** Sign-in methods are changed only on our own pages, for every identity. */
const ACCOUNT_CHANGE = /^(?!GET )\S+ \/api\/accounts\//
const TOKEN_API = /^\S+ \/auth\/v1\//

export function statusFor(address: string, row: Row, asker: Asker): number {
  const status = row.statuses[identityOf(asker)]
  if (!isFramed(asker)) return status
  if (asker !== 'framed removed' && ACCOUNT_CHANGE.test(address)) return 403
  // The message says that the token is invalid.
  if (TOKEN_API.test(address)) return status === 401 ? 403 : status
  if (asker !== 'framed removed' && row.framedMembers) return row.framedMembers
  return row.framed ?? status
}

/** The addresses covered here. */
export const COVERED = /^\S+ \/(?:api|functions|auth\/v1)\//

export type Statuses = Record<Identity, number>

/**
 * Placeholders in bodies: '$grant' the asker's grant ('' without one), '$fresh' a new value, '$job' an open job, '$email' a
 * known account.
 */
export type Row = {
  statuses: Statuses
  /** The object of the path's id. Tested with the own one, another organization's, a missing and a malformed one. */
  object?: ObjectKind
  /** The rest of the path. */
  query?: string
  body?: Record<string, unknown>
  /** A multipart form instead of a body; '$pdf' is a file. */
  form?: Record<string, string>
  /** The request ends or changes the asker, so each request needs a new person. */
  isSpent?: boolean
  /** The response does not end; only its start is read. */
  isStream?: boolean
  /** The status for ids of others, if not 404. */
  elsewhere?: number
  /** Members are refused because of the object's state, after it was found: another id is still 404. */
  isRefusedLate?: boolean
  /** The status for users of the admin, if it differs. */
  framed?: number
  /** The same, for those who are still members. */
  framedMembers?: number
  /** What an owner calls before each request. */
  first?: `POST ${string}`
}
export type ObjectKind =
  | 'job'
  | 'invitation'
  | 'applicant'
  | 'note'
  | 'cv'
  | 'member'
  | 'waiting'
  | 'incident'
  | 'job-invitation'
  | 'portrait'

/** Exceptions from the contract, and the request of this address. */
type Special = Omit<Row, 'statuses'> & {
  /** The status for those who may call, if it is not the contract's success. */
  status?: number
  /** Identities with another status than the contract's `who` implies. */
  but?: Partial<Statuses>
}

const everyone = (status: number): Statuses => ({
  anonymous: status,
  grant: status,
  newcomer: status,
  pending: status,
  removed: status,
  staff: status,
  owner: status,
  other: status,
})
const signedOut = { anonymous: 401, grant: 401 }
const noMember = { ...signedOut, newcomer: 403, pending: 403, removed: 403 }
/** The status of each identity by the contract's `who`; `status` is the one for those who may call. */
const statusesOf: Record<Access, (status: number) => Statuses> = {
  public: everyone,
  'signed-in': (status) => ({ ...everyone(status), ...signedOut }),
  member: (status) => ({ ...everyone(status), ...noMember }),
  owner: (status) => ({ ...everyone(status), ...noMember, staff: 403 }),
  // A session does not verify an address.
  grant: (status) => ({ ...everyone(403), grant: status }),
}

const account = { password: 'correct horse', first_name: 'Ana', last_name: 'Silva' }

const deviceAnswer = {
  challenge_id: '01930000-0000-7000-8000-000000000000',
  name: '$fresh',
  credential: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'none' },
  },
}

/** What the contract does not define: a body, an object, or another status. */
const special: Partial<Record<Address, Special>> = {
  'POST /api/accounts/sign-up': { body: { ...account, email: '$fresh@staff.example' } },
  'POST /api/accounts/sign-in': { body: { email: '$email', password: account.password } },
  'POST /api/accounts/sign-out': { isSpent: true },
  // No provider is configured in this test.
  'POST /api/accounts/providers/:provider': { status: 404 },
  // The id does not exist; ids of others: src/http/accounts/own-sessions.test.ts.
  'DELETE /api/accounts/sessions/:sessionId': { status: 404 },
  // A wrong password, so that no account changes.
  'POST /api/accounts/password': {
    status: 403,
    body: { current_password: 'wrong horse', password: '$fresh' },
  },
  'POST /api/accounts/email': { body: { email: '$fresh@staff.example' } },
  'POST /api/accounts/email/verify': {
    status: 400,
    body: { email: '$fresh@staff.example', code: '000000' },
  },
  'PUT /api/accounts/names': {
    body: { first_name: account.first_name, last_name: account.last_name },
  },
  'PUT /api/accounts/language': { body: { language: null } },
  'POST /api/accounts/passkeys/begin': { body: {} },
  // An unknown challenge, and an answer of no device.
  'POST /api/accounts/passkeys': { status: 400, body: deviceAnswer },
  'DELETE /api/accounts/passkeys/:passkeyId': { status: 404, body: {} },
  'POST /api/accounts/passkey-sign-in': { status: 400, body: deviceAnswer },
  'POST /api/accounts/request-reset': { body: { email: '$fresh@staff.example' } },
  // The token authorizes the call, regardless of the session; this one is invalid.
  'POST /api/accounts/reset-password': {
    status: 400,
    body: { token: '$fresh', password: account.password },
  },
  'POST /api/accounts/close': { body: { password: account.password }, isSpent: true },
  'POST /api/organizations': {
    status: 409,
    body: { name: '$fresh' },
    isSpent: true,
    but: { newcomer: 201, removed: 201 },
  },
  'PATCH /api/jobs/feeds': { body: { feeds_off: [] } },
  'PATCH /api/organizations/own': { body: { accent: '1F6B52' } },
  // The identity is checked first; the body is not a picture.
  'PUT /api/organizations/own/logo': { status: 400 },
  'GET /api/jobs/:jobId/poster': { object: 'job' },
  'PUT /api/organizations/own/picture': { status: 400 },
  'PUT /api/organizations/own/cover': { status: 400 },
  'PUT /api/organizations/own/portraits/:portraitId/picture': {
    object: 'portrait',
    status: 400,
    elsewhere: 400,
  },
  'DELETE /api/organizations/own/portraits/:portraitId/picture': { object: 'portrait' },
  'PATCH /api/organizations/own/profile': { body: { about: '$fresh' } },
  'POST /api/organizations/join': {
    status: 409,
    body: { name: '$fresh' },
    isSpent: true,
    but: { newcomer: 202, removed: 202 },
  },
  'DELETE /api/organizations/join': {
    status: 409,
    isSpent: true,
    but: { newcomer: 204, removed: 204 },
  },
  'POST /api/organizations/invitations': { body: { email: '$fresh@staff.example' } },
  // The token authorizes the call; this one is invalid.
  'POST /api/organizations/invitations/read': { status: 400, body: { token: '$fresh' } },
  'POST /api/organizations/invitations/accept': { status: 400, body: { token: '$fresh' } },
  'DELETE /api/organizations/invitations/:invitationId': { object: 'invitation' },
  'POST /api/organizations/leave': {
    status: 409,
    isSpent: true,
    but: { newcomer: 403, removed: 403, pending: 204 },
  },
  'POST /api/organizations/members/:memberId/approve': { object: 'waiting' },
  'PATCH /api/organizations/members/:memberId/role': { object: 'member', body: { role: 'staff' } },
  'DELETE /api/organizations/members/:memberId': { object: 'member' },
  'POST /api/jobs': { body: { title: '$fresh', description: 'Tea all day.' } },
  'GET /api/jobs/:jobId': { object: 'job' },
  'POST /api/jobs/description': { body: { jobTitle: 'Tea Taster' } },
  'PATCH /api/jobs/:jobId': { object: 'job', body: { location: 'York' } },
  'GET /api/jobs/:jobId/texts': { object: 'job' },
  // ':language' is not one of ours.
  'PUT /api/jobs/:jobId/texts/:language': {
    object: 'job',
    status: 404,
    body: { title: '$fresh', description: '$fresh', requirements: '', benefits: '' },
  },
  'POST /api/jobs/:jobId/texts/:language/translation': { object: 'job', status: 404 },
  'DELETE /api/jobs/:jobId/texts/:language': { object: 'job', status: 404 },
  'DELETE /api/jobs/:jobId': { object: 'job' },
  // Finds only the asker's applicants: src/http/applicants/applicant-batches.test.ts uses ids of other organizations.
  'POST /api/applicants/move': { body: { status: 'reviewing', filter: { tab: 'hired' } } },
  'POST /api/applicants/contacted': { body: { contacted: false, filter: { tab: 'hired' } } },
  'POST /api/applicants/export.csv': { body: { filter: { tab: 'all' } } },
  // No applicant here has a CV.
  'GET /api/applicants/export.zip': { status: 409, query: '?tab=hired' },
  'POST /api/applicants/export.zip': { status: 409, body: { filter: { tab: 'hired' } } },
  'POST /api/applicants/undo': {
    status: 404,
    body: { batch_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  },
  'GET /api/applicants/:applicantId': { object: 'applicant' },
  'DELETE /api/applicants/:applicantId': { object: 'applicant' },
  'PATCH /api/applicants/:applicantId/status': {
    object: 'applicant',
    body: { status: 'reviewing' },
  },
  'PATCH /api/applicants/:applicantId/contacted': {
    object: 'applicant',
    body: { contacted: true },
  },
  'PATCH /api/applicants/:applicantId/starred': { object: 'applicant', body: { starred: true } },
  'PATCH /api/applicants/:applicantId/tags': { object: 'applicant', body: {} },
  'POST /api/applicants/:applicantId/notes': { object: 'applicant', body: { body: '$fresh' } },
  // There is no mail about 'applied'; the applicant is checked first.
  'GET /api/applicants/:applicantId/mails/preview': { status: 409, object: 'applicant' },
  'POST /api/applicants/:applicantId/mails': {
    status: 409,
    object: 'applicant',
    body: { change_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  },
  'POST /api/applicants/mails/preview': { body: { filter: { tab: 'hired' } } },
  // No applicant here is hired, so no mail can be written.
  'POST /api/applicants/messages/preview': {
    status: 404,
    body: { filter: { tab: 'hired' }, subject: '$fresh', body: '$fresh' },
  },
  'POST /api/applicants/messages': {
    status: 404,
    body: { filter: { tab: 'hired' }, subject: '$fresh', body: '$fresh' },
  },
  'POST /api/applicants/mails/cancel': {
    status: 404,
    body: { batch_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  },
  'POST /api/applicants/mails/take-back': {
    status: 404,
    body: { batch_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  },
  'PATCH /api/notifications': { body: { applications: 'hourly' } },
  'PUT /api/notifications/jobs/:jobId': { object: 'job', body: { applications: 'daily' } },
  'DELETE /api/notifications/jobs/:jobId': { object: 'job' },
  // The token authorizes the call; this one is invalid.
  'GET /api/unsubscribe': { status: 400, query: '?token=none' },
  'POST /api/unsubscribe': { status: 400, query: '?token=none' },
  'PATCH /api/mail-templates': { body: { confirmation_mails: true } },
  'PATCH /api/applicant-page': { body: { shows_opened: true } },
  'PATCH /api/store/code-setting': { body: { is_asked: true } },
  'POST /api/mail-templates/preview': { body: { subject: '$fresh', body: '$fresh' } },
  // The path ends with a status; here it is invalid.
  'PUT /api/mail-templates/:status': { status: 404, body: { subject: '$fresh', body: '$fresh' } },
  'DELETE /api/mail-templates/:status': { status: 404 },
  'POST /api/mail-templates/:status/test': {
    status: 404,
    body: { subject: '$fresh', body: '$fresh' },
  },
  'POST /api/overview/checklist/skip': { body: { step: 'store' } },
  // Nothing waits for a confirmation there.
  'POST /api/retention/confirm': { status: 409, body: { applicants: 0 } },
  // The note of another member: only its author may edit it, and owners may delete it.
  'PATCH /api/notes/:noteId': {
    status: 403,
    object: 'note',
    body: { body: '$fresh' },
    isRefusedLate: true,
  },
  'DELETE /api/notes/:noteId': { object: 'note', isRefusedLate: true, but: { staff: 403 } },
  'POST /api/applicants/:applicantId/cv-link': { object: 'applicant' },
  'POST /api/applicants/:applicantId/cv-text': { object: 'applicant' },
  // Only a signed link for staff opens it, no session.
  'GET /api/cvs/:name': { status: 403, object: 'cv', elsewhere: 403 },
  'POST /api/rpc/create_security_incident': { body: { p_title: '$fresh' } },
  'POST /api/customers/refresh/resume': { first: 'POST /api/customers/refresh/stop' },
  // The store has no customers.
  'GET /api/applicants/:applicantId/customer': { status: 404, object: 'applicant' },
  'GET /api/incidents/:incidentId': { object: 'incident' },
  'PATCH /api/incidents/:incidentId/status': {
    object: 'incident',
    body: { status: 'investigating' },
  },
  'PATCH /api/incidents/:incidentId/assigned': { object: 'incident', body: { assigned_to: null } },
  'PATCH /api/incidents/:incidentId/breach': {
    object: 'incident',
    body: { notice_when: '$fresh' },
  },
  'POST /api/incidents/:incidentId/withdraw': {
    object: 'incident',
    body: { reason: 'It was the other export.' },
  },
  'GET /api/incidents/:incidentId/breach/preview': { object: 'incident' },
  // Earlier than every incident: the authority cannot have been notified before the discovery.
  'POST /api/incidents/:incidentId/breach/authority-told': {
    status: 400,
    object: 'incident',
    body: { authority_told_at: '2000-01-01T00:00:00Z' },
  },
  // The identity is checked first, then the missing fields of a new record.
  'POST /api/incidents/:incidentId/breach/send': {
    status: 400,
    object: 'incident',
    body: { people: 1 },
  },
  'POST /api/rpc/log_audit_event': { body: { p_action: 'page.opened', p_resource_type: 'page' } },
  // Only for the platform's session tokens; they need no link, so a removed member may request to join again.
  'GET /api/store/admin-page': { status: 401, framed: 200 },
  'GET /api/store/person': { status: 401, framed: 200 },
  'POST /api/store/person': { status: 401, framed: 204, isSpent: true },
  // The platform does not know these users, so nothing can be proved.
  'POST /api/store/person/code': { status: 401, framed: 403 },
  'POST /api/store/person/proof': { status: 401, framed: 403, body: { code: '123456' } },
  'POST /api/store/person/second-factor': { status: 401, framed: 400, body: { code: '123456' } },
  'POST /api/store/disconnect': { status: 404, body: { shop: 'tiny-tea' } },
  // No store of theirs has this name.
  'POST /api/store/removal': { status: 404, body: { shop: 'tiny-tea' } },
  'POST /api/store/removal/undo': { status: 404, body: { shop: 'tiny-tea' } },
  // A cookie names no shop.
  'GET /api/store/customer-applications': {
    status: 401,
    framedMembers: 200,
    query: '?customer=gid://shopify/Customer/501',
  },
  'GET /api/store/job-invitations': {
    status: 401,
    framedMembers: 200,
    query: '?segment=gid://shopify/Segment/401',
  },
  'GET /api/store/job-invitations/count': {
    status: 401,
    // The job does not exist; with one: src/http/store/store-people.test.ts.
    framedMembers: 404,
    query: '?segment=gid://shopify/Segment/401&job=01930000-0000-7000-8000-000000000000',
  },
  'POST /api/store/job-invitations': {
    status: 401,
    framedMembers: 404,
    body: {
      segment: 'gid://shopify/Segment/401',
      job: '01930000-0000-7000-8000-000000000000',
    },
  },
  'GET /api/store/job-invitations/:runId': { object: 'job-invitation' },
  // Other organizations read and make the page of their own store: src/http/store/store-pages.test.ts.
  'GET /api/store/jobs-page': {},
  'POST /api/store/jobs-page': {},
  // Not granted by the stores; with it: src/http/store/store-locations.test.ts.
  'GET /api/store/locations': {},
  'POST /api/store/link': { status: 403, body: { claim: 'forged' } },
  'POST /api/store/enter': { body: { query: {} } },
  // Not signed by the platform.
  'POST /api/store/callback': { status: 403, body: { query: {} } },
  // No own applicant, no grant, no store: one answer for every signed-in person.
  'POST /functions/get-shopify-customer': {
    status: 404,
    body: { email: '$email' },
    but: signedOut,
  },
  'POST /functions/shopify-oauth': {
    body: { action: 'generate_install_url', shop: 'tiny-tea' },
  },
  'POST /functions/shopify-session': { status: 404, body: { action: 'get', shop: 'tiny-tea' } },
  // There is no request; src/http/rights/register.test.ts uses those of other organizations.
  'POST /api/rights/find': { body: { email: '$fresh@example.com' } },
  'POST /api/rights/requests': {
    status: 404,
    body: {
      applicantId: '00000000-0000-4000-8000-000000000000',
      act: 'restriction',
      verified_by: 'known_address',
      received_on: '2026-01-02',
    },
  },
  'POST /api/rights/requests/:requestId/decide': {
    status: 404,
    body: { upheld: true, reason: 'None' },
  },
  'POST /api/rights/requests/:requestId/refuse': { status: 404, body: { reason: 'None' } },
  'GET /api/rights/requests/:requestId/copy.zip': { status: 404 },
  'POST /api/rights/requests/:requestId/sent': { status: 404 },
  'PUT /api/rights/keeping': { body: { asks_to_keep: true } },
  'PUT /api/applicants/:applicantId/keeping': { object: 'applicant', body: { ask: true } },
  'POST /functions/shopify-integration': { body: { action: 'get-pages' } },
  'POST /functions/sync-careers-page': { body: {} },
  'POST /functions/sync-shopify-jobs': { body: {} },
  'GET /api/live': { isStream: true },
  'POST /api/applications/cv': { form: { token: '$grant', cvFile: '$pdf' } },
  // The address authorizes the call; this one is invalid. Those of others: src/http/store/shop-pages.test.ts.
  'POST /api/applications/cv/:address': { status: 400, form: { cvFile: '$pdf' } },
  'DELETE /api/applications/cv': {
    body: { token: '$grant', cvId: '00000000-0000-4000-8000-000000000000' },
  },
  'POST /api/applications': { body: { token: '$grant', firstName: 'Maya', lastName: 'Okafor' } },
  // The body names a recipient who does not exist.
  'POST /functions/opt-out-data': {
    status: 404,
    body: { email: '$fresh@example.com', applicantId: '00000000-0000-4000-8000-000000000000' },
  },
  'POST /functions/send-password-reset': {
    body: { email: '$fresh@staff.example', resetUrl: 'https://evil.example/auth' },
  },
  'POST /functions/send-verification-email': {
    body: { email: '$fresh@example.com', roleId: '$job' },
  },
  'POST /functions/generate-job-description': { body: { jobTitle: 'Tea Taster' } },
  'POST /api/accounts/confirm-address': { body: {} },
  // A code that was never mailed.
  'POST /api/accounts/confirm-address/verify': { status: 400, body: { code: '123456' } },
  // No person here has a passkey.
  'POST /api/accounts/second-factor/confirm': {
    status: 404,
    body: { factor_id: '00000000-0000-4000-8000-000000000000', code: '123456' },
  },
  'POST /api/accounts/second-factor/recovery-codes': {
    status: 404,
    body: { proof: account.password },
  },
  'POST /api/accounts/second-factor/remove': { status: 404, body: { proof: account.password } },
  'POST /api/accounts/second-factor': {
    status: 400,
    body: { token: '$fresh', code: '123456' },
    but: signedOut,
  },
}

const tokenApi: Record<string, Row> = {
  // The token API reads no cookie, so a session cookie counts as anonymous here. The tests in src/http/accounts/token-api use tokens.
  'GET /auth/v1/health': { statuses: everyone(200) },
  'GET /auth/v1/settings': { statuses: everyone(200) },
  'GET /auth/v1/.well-known/jwks.json': { statuses: everyone(200) },
  'POST /auth/v1/signup': {
    statuses: everyone(200),
    body: { email: '$fresh@staff.example', password: account.password, data: account },
  },
  'POST /auth/v1/token': { statuses: everyone(400), body: {} },
  'POST /auth/v1/otp': {
    statuses: everyone(200),
    body: { email: '$fresh@staff.example', create_user: false, data: {} },
  },
  'POST /auth/v1/recover': { statuses: everyone(200), body: { email: '$fresh@staff.example' } },
  'POST /auth/v1/resend': {
    statuses: everyone(200),
    body: { email: '$fresh@staff.example', type: 'signup' },
  },
  'GET /auth/v1/verify': { statuses: everyone(200) },
  'POST /auth/v1/verify': {
    statuses: everyone(403),
    body: { email: '$fresh@staff.example', token: '123456', type: 'email' },
  },
  // No provider is configured in this test, so there is no callback.
  'GET /auth/v1/authorize': { statuses: everyone(400) },
  'GET /auth/v1/callback': { statuses: everyone(303) },
  'GET /auth/v1/reauthenticate': { statuses: everyone(401) },
  'GET /auth/v1/user': { statuses: everyone(401) },
  'PUT /auth/v1/user': { statuses: everyone(401), body: {} },
  'POST /auth/v1/logout': { statuses: everyone(401) },
  'POST /auth/v1/factors': { statuses: everyone(401), body: { factor_type: 'totp' } },
  'POST /auth/v1/factors/:factorId/challenge': { statuses: everyone(401) },
  'POST /auth/v1/factors/:factorId/verify': {
    statuses: everyone(401),
    body: { challenge_id: '$fresh', code: '123456' },
  },
  'DELETE /auth/v1/factors/:factorId': { statuses: everyone(401) },
  'GET /auth/v1/factors/recovery-codes': { statuses: everyone(401) },
  'POST /auth/v1/factors/recovery-codes': { statuses: everyone(401) },
  'DELETE /auth/v1/factors/recovery-codes': { statuses: everyone(401) },
  'POST /auth/v1/factors/recovery-codes/regenerate': { statuses: everyone(401) },
  'POST /auth/v1/factors/recovery-codes/verify': {
    statuses: everyone(401),
    body: { code: '$fresh' },
  },
  // For the holder of the operator's token; no session is enough.
  'POST /auth/v1/invite': { statuses: everyone(401), body: { email: '$fresh@staff.example' } },
  'POST /auth/v1/admin/generate_link': {
    statuses: everyone(401),
    body: { type: 'magiclink', email: '$fresh@staff.example' },
  },
  'GET /auth/v1/admin/users': { statuses: everyone(401) },
  'POST /auth/v1/admin/users': { statuses: everyone(401), body: { email: '$fresh@staff.example' } },
  'GET /auth/v1/admin/users/:userId': { statuses: everyone(401) },
  'PUT /auth/v1/admin/users/:userId': {
    statuses: everyone(401),
    body: { email: '$fresh@staff.example' },
  },
  'DELETE /auth/v1/admin/users/:userId': { statuses: everyone(401) },
  'GET /auth/v1/admin/users/:userId/factors': { statuses: everyone(401) },
  'DELETE /auth/v1/admin/users/:userId/factors/:factorId': { statuses: everyone(401) },
}

const rowOf = ([address, { who, answer, status = 200 }]: [string, Contract]): [string, Row] => {
  const { status: answered, but, ...row }: Special = special[address as Address] ?? {}
  const success = answered ?? (answer === null ? 204 : status)
  return [address, { ...row, statuses: { ...statusesOf[who](success), ...but } }]
}

export const accessMatrix: Record<string, Row> = {
  ...Object.fromEntries(
    Object.entries<Contract>(contracts)
      .filter(([address]) => COVERED.test(address))
      .map(rowOf),
  ),
  ...tokenApi,
}
