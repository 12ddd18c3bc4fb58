// The access matrix: one row for every address under /api, /functions and /auth/v1, with the status each identity is answered.
// A new address needs one line here, for example:   'GET /api/members': members(200),
// With an object in its path:                       'PATCH /api/members/:memberId': owners(200, { object: 'member' }),
// test/access-matrix.test.ts runs them; how it makes an object of a new kind stands in its `makers`.

export const identities = [
  'anonymous',
  /** Has proved an email address for a job of the first organization; no session. */
  'grant',
  /** Signed in, without an organization. */
  'newcomer',
  /** Waits for an owner's approval in the first organization. */
  'pending',
  /** Was staff of the first organization; the session of then still lives. */
  'removed',
  /** Of the first organization. */
  'staff',
  'owner',
  /** Owner of the second organization. Its own objects are the second one's, the first one's are foreign. */
  'other',
] as const
export type Identity = (typeof identities)[number]

/** Further people, who are answered as one of the above: what their session once was counts for nothing. */
export const variants = {
  /** Was an owner of the first organization when the session began, and is staff now. */
  demoted: 'staff',
  /** Staff, with a session whose time is over. */
  expired: 'anonymous',
  /** Staff, with a cookie whose signature was changed. */
  forged: 'anonymous',
} as const satisfies Record<string, Identity>
export type Asker = Identity | keyof typeof variants
export const askers: readonly Asker[] = [
  ...identities,
  ...(Object.keys(variants) as (keyof typeof variants)[]),
]
export const standsFor = (asker: Asker): Identity =>
  asker in variants ? variants[asker as keyof typeof variants] : (asker as Identity)

export type Statuses = Record<Identity, number>

/** In texts of a body: '$grant' the asker's grant ('' without one), '$fresh' something new, '$job' an open job, '$email' a known account. */
export type Row = {
  statuses: Statuses
  /** What the path's id names. Then the own, another organization's, a missing and a malformed one are tried. */
  object?: ObjectKind
  /** What the address ends with. */
  query?: string
  body?: Record<string, unknown>
  /** A multipart form instead; '$pdf' is a file. */
  form?: Record<string, string>
  /** It ends or changes who is asking, so each request is made by somebody new. */
  isSpent?: boolean
  /** The answer does not end; only its beginning is read. */
  isStream?: boolean
  /** What ids that are not the asker's own are answered, where that is not 404. */
  elsewhere?: number
  /** A member is refused for the sake of the object, once it was found: another id is answered 404 all the same. */
  isRefusedLate?: boolean
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

type More = Omit<Row, 'statuses'>

const everyone = (status: number, more: More = {}, but: Partial<Statuses> = {}): Row => ({
  statuses: {
    anonymous: status,
    grant: status,
    newcomer: status,
    pending: status,
    removed: status,
    staff: status,
    owner: status,
    other: status,
    ...but,
  },
  ...more,
})
/** Whoever has a session; the rest is asked to sign in. */
const signedIn = (status: number, more: More = {}, but: Partial<Statuses> = {}): Row =>
  everyone(status, more, { anonymous: 401, grant: 401, ...but })
/** Approved staff and owners. */
const members = (status: number, more: More = {}, but: Partial<Statuses> = {}): Row =>
  signedIn(status, more, { newcomer: 403, pending: 403, removed: 403, ...but })
/** Approved owners. */
const owners = (status: number, more: More = {}, but: Partial<Statuses> = {}): Row =>
  members(status, more, { staff: 403, ...but })

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

export const accessMatrix: Record<string, Row> = {
  'GET /api/openapi.json': everyone(200),
  'GET /api/installation': everyone(200),
  'GET /api/session': everyone(200),
  'GET /api/frame': everyone(200),
  'POST /api/accounts/sign-up': everyone(201, {
    body: { ...account, email: '$fresh@staff.example' },
  }),
  'POST /api/accounts/sign-in': everyone(200, {
    body: { email: '$email', password: account.password },
  }),
  'POST /api/accounts/sign-out': everyone(204, { isSpent: true }),
  'GET /api/accounts/providers': everyone(200),
  // None is set up in this run.
  'POST /api/accounts/providers/:provider': everyone(404),
  'GET /api/accounts/sessions': signedIn(200),
  'DELETE /api/accounts/sessions': signedIn(204),
  // Nobody's; with somebody else's: src/http/accounts/own-sessions.test.ts.
  'DELETE /api/accounts/sessions/:sessionId': signedIn(404),
  'GET /api/accounts/password': signedIn(200),
  // With a wrong one, so that everybody stays who they are.
  'POST /api/accounts/password': signedIn(403, {
    body: { current_password: 'wrong horse', password: '$fresh' },
  }),
  'POST /api/accounts/email': signedIn(204, { body: { email: '$fresh@staff.example' } }),
  'POST /api/accounts/email/verify': signedIn(400, {
    body: { email: '$fresh@staff.example', code: '000000' },
  }),
  'PUT /api/accounts/names': signedIn(204, {
    body: { first_name: account.first_name, last_name: account.last_name },
  }),
  'GET /api/accounts/passkeys': signedIn(200),
  'POST /api/accounts/passkeys/begin': signedIn(200, { body: {} }),
  // The challenge is nobody's, and the answer no device's.
  'POST /api/accounts/passkeys': signedIn(400, { body: deviceAnswer }),
  'DELETE /api/accounts/passkeys/:passkeyId': signedIn(404, { body: {} }),
  'POST /api/accounts/passkey-sign-in/begin': everyone(200),
  'POST /api/accounts/passkey-sign-in': everyone(400, { body: deviceAnswer }),
  'POST /api/accounts/request-reset': everyone(200, { body: { email: '$fresh@staff.example' } }),
  // The token is the right to do it, whoever is signed in; this one is none.
  'POST /api/accounts/reset-password': everyone(400, {
    body: { token: '$fresh', password: account.password },
  }),
  'POST /api/accounts/close': signedIn(200, {
    body: { password: account.password },
    isSpent: true,
  }),
  'POST /api/accounts/keep': signedIn(200),

  'POST /api/organizations': signedIn(
    409,
    { body: { name: '$fresh' }, isSpent: true },
    { newcomer: 201, removed: 201 },
  ),
  'PATCH /api/organizations/own': owners(200, { body: { accent: '1F6B52' } }),
  // Who may is asked first; the body is no picture.
  'PUT /api/organizations/own/logo': owners(400),
  'DELETE /api/organizations/own/logo': owners(200),

  'POST /api/organizations/join': signedIn(
    409,
    { body: { name: '$fresh' }, isSpent: true },
    { newcomer: 202, removed: 202 },
  ),
  'DELETE /api/organizations/join': signedIn(
    409,
    { isSpent: true },
    { newcomer: 204, removed: 204 },
  ),
  'POST /api/organizations/invitations': owners(201, { body: { email: '$fresh@staff.example' } }),
  // The token is the right to do it; this one is none.
  'POST /api/organizations/invitations/read': everyone(400, { body: { token: '$fresh' } }),
  'POST /api/organizations/invitations/accept': signedIn(400, { body: { token: '$fresh' } }),
  'DELETE /api/organizations/invitations/:invitationId': owners(204, { object: 'invitation' }),
  'POST /api/organizations/leave': signedIn(
    409,
    { isSpent: true },
    { newcomer: 403, removed: 403, pending: 204 },
  ),
  'GET /api/organizations/members': members(200),
  'POST /api/organizations/members/:memberId/approve': owners(200, { object: 'waiting' }),
  'PATCH /api/organizations/members/:memberId/role': owners(200, {
    object: 'member',
    body: { role: 'staff' },
  }),
  'DELETE /api/organizations/members/:memberId': owners(204, { object: 'member' }),

  'GET /api/jobs': members(200),
  'POST /api/jobs': owners(201, { body: { title: '$fresh', description: 'Tea all day.' } }),
  'GET /api/jobs/titles': members(200),
  'GET /api/jobs/:jobId': members(200, { object: 'job' }),
  'GET /api/jobs/description': owners(200),
  'POST /api/jobs/description': owners(200, { body: { jobTitle: 'Tea Taster' } }),
  'PATCH /api/jobs/:jobId': members(200, { object: 'job', body: { location: 'York' } }),
  'DELETE /api/jobs/:jobId': members(204, { object: 'job' }),

  'GET /api/applicants': members(200),
  'GET /api/applicants/counts': members(200),
  // Whom they find is the asker's own: src/http/applicants/applicant-batches.test.ts names other organizations' people.
  'POST /api/applicants/move': members(200, {
    body: { status: 'reviewing', filter: { tab: 'hired' } },
  }),
  'POST /api/applicants/contacted': members(200, {
    body: { contacted: false, filter: { tab: 'hired' } },
  }),
  'GET /api/applicants/export.csv': members(200),
  'POST /api/applicants/export.csv': members(200, { body: { filter: { tab: 'all' } } }),
  // Nobody is hired here, so there is no CV.
  'GET /api/applicants/export.zip': members(409, { query: '?tab=hired' }),
  'POST /api/applicants/export.zip': members(409, { body: { filter: { tab: 'hired' } } }),
  'POST /api/applicants/undo': members(404, {
    body: { batch_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  }),
  'GET /api/applicants/:applicantId': members(200, { object: 'applicant' }),
  'DELETE /api/applicants/:applicantId': members(200, { object: 'applicant' }),
  'PATCH /api/applicants/:applicantId/status': members(200, {
    object: 'applicant',
    body: { status: 'reviewing' },
  }),
  'PATCH /api/applicants/:applicantId/contacted': members(200, {
    object: 'applicant',
    body: { contacted: true },
  }),
  'PATCH /api/applicants/:applicantId/starred': members(200, {
    object: 'applicant',
    body: { starred: true },
  }),
  'PATCH /api/applicants/:applicantId/tags': members(200, {
    object: 'applicant',
    body: {},
  }),
  'GET /api/applicants/tags': members(200),
  'POST /api/applicants/:applicantId/notes': members(201, {
    object: 'applicant',
    body: { body: '$fresh' },
  }),
  // Of 'applied' there is nothing to write; whom it is about is asked first.
  'GET /api/applicants/:applicantId/mails/preview': members(409, { object: 'applicant' }),
  'POST /api/applicants/:applicantId/mails': members(409, {
    object: 'applicant',
    body: { change_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  }),
  'GET /api/applicants/mails': members(200),
  'POST /api/applicants/mails/preview': members(200, { body: { filter: { tab: 'hired' } } }),
  // Nobody is hired here, so there is nobody to write to.
  'POST /api/applicants/messages/preview': members(404, {
    body: { filter: { tab: 'hired' }, subject: '$fresh', body: '$fresh' },
  }),
  'POST /api/applicants/messages': members(404, {
    body: { filter: { tab: 'hired' }, subject: '$fresh', body: '$fresh' },
  }),
  'POST /api/applicants/mails/take-back': members(404, {
    body: { batch_id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' },
  }),
  'GET /api/notifications': members(200),
  'PATCH /api/notifications': members(200, { body: { applications: 'hourly' } }),
  'PUT /api/notifications/jobs/:jobId': members(200, {
    object: 'job',
    body: { applications: 'daily' },
  }),
  'DELETE /api/notifications/jobs/:jobId': members(200, { object: 'job' }),
  // The token is the right to do it; this one is none.
  'GET /api/unsubscribe': everyone(400, { query: '?token=none' }),
  'POST /api/unsubscribe': everyone(400, { query: '?token=none' }),

  'GET /api/mail-templates': members(200),
  'PATCH /api/mail-templates': owners(200, { body: { confirmation_mails: true } }),
  'POST /api/mail-templates/preview': members(200, {
    body: { subject: '$fresh', body: '$fresh' },
  }),
  // The path names a status; here it names none.
  'PUT /api/mail-templates/:status': owners(404, { body: { subject: '$fresh', body: '$fresh' } }),
  'DELETE /api/mail-templates/:status': owners(404),
  'POST /api/mail-templates/:status/test': owners(404, {
    body: { subject: '$fresh', body: '$fresh' },
  }),
  'GET /api/applicants/:applicantId/customer': members(200, { object: 'applicant' }),
  'GET /api/overview': members(200),
  'GET /api/overview/funnel': members(200),
  'POST /api/overview/visit': members(200),
  'POST /api/overview/checklist/skip': owners(200, { body: { step: 'store' } }),
  'DELETE /api/overview/checklist': owners(200),
  'GET /api/retention': members(200),
  'GET /api/retention/preview': owners(200),
  // Nothing waits for a word there.
  'POST /api/retention/confirm': owners(409, { body: { applicants: 0 } }),
  // Somebody else's note: only its author may change it, and owners may delete it.
  'PATCH /api/notes/:noteId': members(403, {
    object: 'note',
    body: { body: '$fresh' },
    isRefusedLate: true,
  }),
  'DELETE /api/notes/:noteId': members(
    200,
    { object: 'note', isRefusedLate: true },
    { staff: 403 },
  ),
  'POST /api/applicants/:applicantId/cv-link': members(200, { object: 'applicant' }),
  'POST /api/applicants/:applicantId/cv-text': members(200, { object: 'applicant' }),
  // Only a link that staff were given opens it: nobody's session does.
  'GET /api/cvs/:name': everyone(403, { object: 'cv', elsewhere: 403 }),
  'GET /api/audit': owners(200),
  'GET /api/audit/check': owners(200),
  'GET /api/audit/export.csv': owners(200),
  'POST /api/rpc/create_security_incident': members(200, { body: { p_title: '$fresh' } }),
  'GET /api/customers/refresh': members(200),
  // No store is connected in this run.
  'POST /api/customers/refresh': members(409),
  'POST /api/customers/refresh/stop': members(200),
  'POST /api/customers/refresh/resume': members(409),
  'GET /api/incidents': members(200),
  'GET /api/incidents/counts': members(200),
  'GET /api/incidents/urgent': members(200),
  'GET /api/incidents/:incidentId': members(200, { object: 'incident' }),
  'PATCH /api/incidents/:incidentId/status': members(200, {
    object: 'incident',
    body: { status: 'investigating' },
  }),
  'PATCH /api/incidents/:incidentId/assigned': members(200, {
    object: 'incident',
    body: { assigned_to: null },
  }),
  'PATCH /api/incidents/:incidentId/breach': members(200, {
    object: 'incident',
    body: { notice_when: '$fresh' },
  }),
  'POST /api/incidents/:incidentId/withdraw': owners(200, {
    object: 'incident',
    body: { reason: 'It was the other export.' },
  }),
  'GET /api/incidents/:incidentId/breach/preview': members(200, { object: 'incident' }),
  // Whenever the incident was created, this was before: nobody told anybody before knowing.
  'POST /api/incidents/:incidentId/breach/authority-told': members(400, {
    object: 'incident',
    body: { authority_told_at: '2000-01-01T00:00:00Z' },
  }),
  // Who may is asked first; what a new record lacks is said then.
  'POST /api/incidents/:incidentId/breach/send': owners(400, {
    object: 'incident',
    body: { people: 1 },
  }),
  'POST /api/rpc/log_audit_event': members(200, {
    body: { p_action: 'page.opened', p_resource_type: 'page' },
  }),
  // No store app is set up in this run: what is refused for its sake is refused to everyone.
  'GET /api/store': members(200),
  'GET /api/store/app': everyone(200),
  'GET /api/store/embedded': everyone(409),
  'POST /api/store/disconnect': owners(404, { body: { shop: 'tiny-tea' } }),
  'POST /api/store/link': signedIn(403, { body: { claim: 'forged' } }),
  'POST /api/store/enter': everyone(200, { body: { query: {} } }),
  'POST /api/store/callback': everyone(409, { body: { query: {} } }),
  // No applicant of theirs, no proof of it, no store: one answer for everybody who is signed in.
  'POST /functions/get-shopify-customer': signedIn(404, { body: { email: '$email' } }),
  'POST /functions/shopify-oauth': everyone(409, {
    body: { action: 'generate_install_url', shop: 'tiny-tea' },
  }),
  'POST /functions/shopify-session': members(404, { body: { action: 'get', shop: 'tiny-tea' } }),
  'GET /api/store/pages': members(200),
  // Nobody has asked for anything; src/http/store/webhooks.test.ts names other organizations' requests.
  'GET /api/store/data-requests/:requestId/export.json': owners(404),
  'POST /functions/shopify-integration': members(409, { body: { action: 'get-pages' } }),
  'POST /functions/sync-careers-page': members(409, { body: {} }),
  'POST /functions/sync-shopify-jobs': members(409, { body: {} }),
  'GET /api/live': members(200, { isStream: true }),

  // A session is no proof of an address.
  'POST /api/applications/cv': everyone(
    403,
    { form: { token: '$grant', cvFile: '$pdf' } },
    { grant: 201 },
  ),
  'POST /api/applications': everyone(
    403,
    { body: { token: '$grant', firstName: 'Maya', lastName: 'Okafor' } },
    { grant: 201 },
  ),
  // The body names whom; this one names nobody.
  'POST /functions/opt-out-data': members(404, {
    body: { email: '$fresh@example.com', applicantId: '00000000-0000-4000-8000-000000000000' },
  }),
  'POST /functions/send-password-reset': everyone(200, {
    body: { email: '$fresh@staff.example', resetUrl: 'https://evil.example/auth' },
  }),
  'POST /functions/send-verification-email': everyone(200, {
    body: { email: '$fresh@example.com', roleId: '$job' },
  }),
  'POST /functions/generate-job-description': owners(200, { body: { jobTitle: 'Tea Taster' } }),

  'POST /api/accounts/confirm-address': signedIn(200, { body: {} }),
  // A code of no mail.
  'POST /api/accounts/confirm-address/verify': signedIn(400, { body: { code: '123456' } }),
  'GET /api/accounts/second-factor': signedIn(200),
  'POST /api/accounts/second-factor/enroll': signedIn(201),
  // Nobody here has one.
  'POST /api/accounts/second-factor/confirm': signedIn(404, {
    body: { factor_id: '00000000-0000-4000-8000-000000000000', code: '123456' },
  }),
  'POST /api/accounts/second-factor/recovery-codes': signedIn(404, {
    body: { proof: account.password },
  }),
  'POST /api/accounts/second-factor/remove': signedIn(404, { body: { proof: account.password } }),
  'POST /api/accounts/second-factor': signedIn(400, { body: { token: '$fresh', code: '123456' } }),

  // The token API reads no cookie: whoever is signed in by one is nobody here. src/http/auth-v1 asks with tokens.
  'GET /auth/v1/health': everyone(200),
  'GET /auth/v1/settings': everyone(200),
  'GET /auth/v1/.well-known/jwks.json': everyone(200),
  'POST /auth/v1/signup': everyone(200, {
    body: { email: '$fresh@staff.example', password: account.password, data: account },
  }),
  'POST /auth/v1/token': everyone(400, { body: {} }),
  'POST /auth/v1/otp': everyone(200, {
    body: { email: '$fresh@staff.example', create_user: false, data: {} },
  }),
  'POST /auth/v1/recover': everyone(200, { body: { email: '$fresh@staff.example' } }),
  'POST /auth/v1/resend': everyone(200, {
    body: { email: '$fresh@staff.example', type: 'signup' },
  }),
  'GET /auth/v1/verify': everyone(200),
  'POST /auth/v1/verify': everyone(403, {
    body: { email: '$fresh@staff.example', token: '123456', type: 'email' },
  }),
  // No provider is set up in this run, and nobody has been at one.
  'GET /auth/v1/authorize': everyone(400),
  'GET /auth/v1/callback': everyone(303),
  'GET /auth/v1/reauthenticate': everyone(401),
  'GET /auth/v1/user': everyone(401),
  'PUT /auth/v1/user': everyone(401, { body: {} }),
  'POST /auth/v1/logout': everyone(401),
  'POST /auth/v1/factors': everyone(401, { body: { factor_type: 'totp' } }),
  'POST /auth/v1/factors/:factorId/challenge': everyone(401),
  'POST /auth/v1/factors/:factorId/verify': everyone(401, {
    body: { challenge_id: '$fresh', code: '123456' },
  }),
  'DELETE /auth/v1/factors/:factorId': everyone(401),
  'GET /auth/v1/factors/recovery-codes': everyone(401),
  'POST /auth/v1/factors/recovery-codes': everyone(401),
  'DELETE /auth/v1/factors/recovery-codes': everyone(401),
  'POST /auth/v1/factors/recovery-codes/regenerate': everyone(401),
  'POST /auth/v1/factors/recovery-codes/verify': everyone(401, { body: { code: '$fresh' } }),

  // For whoever holds the operator's token; a session is none, whoever's it is.
  'POST /auth/v1/invite': everyone(401, { body: { email: '$fresh@staff.example' } }),
  'POST /auth/v1/admin/generate_link': everyone(401, {
    body: { type: 'magiclink', email: '$fresh@staff.example' },
  }),
  'GET /auth/v1/admin/users': everyone(401),
  'POST /auth/v1/admin/users': everyone(401, { body: { email: '$fresh@staff.example' } }),
  'GET /auth/v1/admin/users/:userId': everyone(401),
  'PUT /auth/v1/admin/users/:userId': everyone(401, { body: { email: '$fresh@staff.example' } }),
  'DELETE /auth/v1/admin/users/:userId': everyone(401),
  'GET /auth/v1/admin/users/:userId/factors': everyone(401),
  'DELETE /auth/v1/admin/users/:userId/factors/:factorId': everyone(401),
}
