// How often something may be tried or caused before it has to wait. The whole table: docs/specification.md §9.2; why: docs/decisions/0068.
import { AppError } from './errors.ts'
import { CODE_TRIES, VERIFICATION_HOURS } from './verification/verification.ts'

/** How many uses fit into any stretch of time of this length. */
export type Limit = { readonly seconds: number; readonly most: number }
/** The message of a refusal. */
export type LimitCode =
  | 'server.rateLimited'
  | 'organization.invitationLimit'
  | 'organization.invitationLimitNew'
  | 'application.limit'
  | 'application.fileLimit'
  | 'verification.codesTooMany'
  | 'verification.codesLocked'
  | 'job.describeLimit'
  | 'incidents.limit'
  | 'mail.testLimit'
/** One use of something under its limit; the key says whose. */
export type Use = Limit & { readonly key: string; readonly code?: LimitCode }
/** A limit without room, and when it has some again. */
export type FullUse = Use & { readonly until: Date }

/** Where a request comes from: an IPv4 address or an IPv6 /64, and whether the limits of networks hold for it. */
export type Network = { readonly name: string; readonly isCounted: boolean }

/** Against credential stuffing and password spraying. Only failures count, and a lock-out lasts no longer than the window. */
const SIGN_IN_FAILURES = {
  accountAndNetwork: { seconds: 900, most: 5 },
  network: { seconds: 3600, most: 50 },
} as const
/** 'Already registered' shows who has an account, so it is limited; not lower, because a shop's office is one network. */
const SIGN_UPS = { network: { seconds: 3600, most: 20 } } as const
/** Reset mails to one address. */
const RESET_MAILS = {
  addressMinute: { seconds: 60, most: 1 },
  addressHour: { seconds: 3600, most: 5 },
} as const
/** Mails with a code or a link to one address, from all networks and for all organizations together. */
const ADDRESS_MAILS = {
  minute: { seconds: 60, most: 1 },
  hour: { seconds: 3600, most: 5 },
  day: { seconds: 86_400, most: 10 },
} as const
/** Sixty for a network, because a fair's or a school's visitors apply from one. */
const VERIFICATION_MAILS = {
  organization: { seconds: 86_400, most: 500 },
  network: { seconds: 3600, most: 60 },
} as const
/** Choosing another file a few times is a person's right; each of them is written and read. */
const CV_UPLOADS = { proof: { seconds: 3600, most: 20 } } as const
/** Codes, sign-in links and resets that one network asks for; beyond it the answer is the same, and no mail goes out. */
const ACCOUNT_MAILS = { network: { seconds: 3600, most: 60 } } as const
/** New addresses that one account asks for: each of them gets a mail from a stranger. */
const ADDRESS_CHANGES = { person: { seconds: 3600, most: 5 } } as const
/**
 * Invitations are counted apart from the mails to applicants so that neither uses up the other's share. Anyone can found
 * an organization under any name, so one that is new, or whose owner proved no address, may write to few.
 */
const INVITATION_MAILS = {
  addressHour: { seconds: 3600, most: 3 },
  addressDay: { seconds: 86_400, most: 5 },
  network: { seconds: 3600, most: 20 },
  organization: { seconds: 86_400, most: 100 },
  youngOrganization: { seconds: 86_400, most: 20 },
  unprovenOwner: { seconds: 86_400, most: 5 },
} as const
export const YOUNG_ORGANIZATION_DAYS = 7
/** Guessing codes and links. */
const WRONG_PROOFS = { network: { seconds: 300, most: 30 } } as const
/**
 * Wrong codes for one address, from anywhere. At 30 a day, with the codes of ten mails to hit, a guesser needs 3,300 days on
 * average. Only codes are refused then: the link in the mail cannot be guessed, and works.
 */
const WRONG_CODES = {
  addressHour: { seconds: 3600, most: 10 },
  addressDay: { seconds: 86_400, most: 30 },
  /** Since the last mail: another one brings new tries. As long as a code is good. */
  job: { seconds: VERIFICATION_HOURS * 3600, most: CODE_TRIES },
} as const
/** Thirty, because a class or the visitors of a fair apply to one shop from one network. */
const APPLICATIONS = { networkAndOrganization: { seconds: 3600, most: 30 } } as const
/** Wrong codes of one person's second factors, from anywhere: the password was right already. */
const FACTOR_FAILURES = { person: { seconds: 900, most: 10 } } as const
/** Looking at a text in one's own mailbox, not a way to send mail. */
const TEST_MAILS = { person: { seconds: 3600, most: 20 } } as const
/** Messages from staff to applicants, counted by the messages that were written: applicants must not be flooded with mail. */
export const MESSAGES = {
  organization: { seconds: 86_400, most: 500 },
  person: { seconds: 86_400, most: 5 },
} as const
/** Each of them can cost the operator money. */
const DESCRIPTIONS = { organization: { seconds: 3600, most: 20 } } as const

/** A flood of incidents would bury the real one, and shout from every screen of the shop. */
const INCIDENTS = { organization: { seconds: 3600, most: 30 } } as const
/** Audit events that clients report. */
const AUDIT_REPORTS = { organization: { seconds: 3600, most: 600 } } as const

/** Each of them can be a question to the store. */
const CUSTOMER_QUESTIONS = { network: { seconds: 300, most: 120 } } as const

/** Each way out to a provider leaves a row behind until it is over. */
const PROVIDER_FLOWS = { network: { seconds: 300, most: 60 } } as const

/** Each question to a device leaves a row behind until it is answered. */
const PASSKEY_QUESTIONS = { network: { seconds: 300, most: 60 } } as const

/**
 * What may be open at one time, counted by each process for itself: one person's live streams, and what one network holds. Large
 * enough for a shop's office, a school or a fair, each of which is one network.
 */
export const OPEN_AT_ONCE = {
  streamsOfPerson: 10,
  streams: 200,
  requests: 300,
  /** Bodies on their way: forms, files, JSON. */
  bodies: 60,
  /** From all networks together: what they hold has to fit into the memory. */
  allBodies: 1000,
  connections: 600,
} as const

/** Thirty CVs of the largest size. */
export const BYTES_IN_A_MINUTE = 300 * 1024 * 1024

/**
 * How slowly a body may come. A CV of 10 MB over a telephone with 50 kB a second takes 200 seconds and passes; what stands still,
 * or has come slower than the slowest telephone after a minute, is cut.
 */
export const BODY_TIME = {
  idleMs: 45_000,
  graceMs: 60_000,
  bytesPerSecond: 8 * 1024,
  longestMs: 15 * 60_000,
} as const

export const LIMITS = {
  signInFailures: SIGN_IN_FAILURES,
  signUps: SIGN_UPS,
  resetMails: RESET_MAILS,
  addressMails: ADDRESS_MAILS,
  verificationMails: VERIFICATION_MAILS,
  cvUploads: CV_UPLOADS,
  accountMails: ACCOUNT_MAILS,
  addressChanges: ADDRESS_CHANGES,
  invitationMails: INVITATION_MAILS,
  wrongProofs: WRONG_PROOFS,
  wrongCodes: WRONG_CODES,
  applications: APPLICATIONS,
  factorFailures: FACTOR_FAILURES,
  customerQuestions: CUSTOMER_QUESTIONS,
  providerFlows: PROVIDER_FLOWS,
  passkeyQuestions: PASSKEY_QUESTIONS,
  testMails: TEST_MAILS,
  descriptions: DESCRIPTIONS,
  incidents: INCIDENTS,
  auditReports: AUDIT_REPORTS,
} as const

const ofNetwork = (what: string, network: Network, limit: Limit): Use[] =>
  network.isCounted ? [{ key: `${what} network ${network.name}`, ...limit }] : []

export const signInUses = (email: string, network: Network): Use[] => [
  // The account's own limit holds everywhere; it is counted per network so that a stranger cannot lock its owner out.
  {
    key: `sign-in account ${email} network ${network.name}`,
    ...SIGN_IN_FAILURES.accountAndNetwork,
  },
  ...ofNetwork('sign-in', network, SIGN_IN_FAILURES.network),
]

export const signUpUses = (network: Network): Use[] =>
  ofNetwork('sign-up', network, SIGN_UPS.network)

export const resetMailUses = (email: string): Use[] => [
  { key: `reset address ${email} minute`, ...RESET_MAILS.addressMinute },
  { key: `reset address ${email} hour`, ...RESET_MAILS.addressHour },
]

/** A mail with a code or a link to this address: those to applicants and those to accounts are counted together. */
export const addressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} minute`, ...ADDRESS_MAILS.minute },
  ...slowAddressMailUses(email),
]

/** The same for accounts, without the one of the minute: their screens do not say yet when the next mail may go. */
export const slowAddressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} hour`, ...ADDRESS_MAILS.hour },
  { key: `mail address ${email} day`, ...ADDRESS_MAILS.day },
]

export const verificationMailUses = (
  email: string,
  organizationId: string,
  network: Network,
): Use[] => [
  ...addressMailUses(email),
  { key: `mail organization ${organizationId}`, ...VERIFICATION_MAILS.organization },
  ...ofNetwork('mail', network, VERIFICATION_MAILS.network),
]

export const cvUploadUses = (verificationId: string): Use[] => [
  { key: `cv upload ${verificationId}`, ...CV_UPLOADS.proof, code: 'application.fileLimit' },
]

export const accountMailUses = (network: Network): Use[] =>
  ofNetwork('account mail', network, ACCOUNT_MAILS.network)

export const addressChangeUses = (userId: string): Use[] => [
  { key: `address change ${userId}`, ...ADDRESS_CHANGES.person },
]

/** `isProven`: the address of the owner who invites. */
export const invitationMailUses = (
  email: string,
  organization: { id: string; isYoung: boolean; isProven: boolean },
  network: Network,
): Use[] =>
  [
    { key: `invitation organization ${organization.id}`, ...invitationsOf(organization) },
    { key: `invitation address ${email} hour`, ...INVITATION_MAILS.addressHour },
    { key: `invitation address ${email} day`, ...INVITATION_MAILS.addressDay },
    ...ofNetwork('invitation', network, INVITATION_MAILS.network),
  ].map((use) => ({ code: 'organization.invitationLimit', ...use }))

function invitationsOf(organization: {
  isYoung: boolean
  isProven: boolean
}): Limit & { code?: LimitCode } {
  if (!organization.isProven) {
    return { ...INVITATION_MAILS.unprovenOwner, code: 'organization.invitationLimitNew' }
  }
  return organization.isYoung ? INVITATION_MAILS.youngOrganization : INVITATION_MAILS.organization
}

/** A wrong code, or a link or reset token that is none. */
export const wrongProofUses = (network: Network): Use[] =>
  ofNetwork('proof', network, WRONG_PROOFS.network)

/** A wrong code of an applicant's mail. The first full limit decides the message: first the one that no new mail helps against. */
export const wrongCodeUses = (email: string, jobId: string, network: Network): Use[] => [
  ...wrongCodesOf('code', email).map((use) => ({
    ...use,
    code: 'verification.codesLocked' as const,
  })),
  ...mailedCodeUses(email, jobId),
  ...wrongProofUses(network),
]

/** The tries that a mail about this job brings. */
export const mailedCodeUses = (email: string, jobId: string): Use[] => [
  {
    key: `code address ${email} job ${jobId}`,
    ...WRONG_CODES.job,
    code: 'verification.codesTooMany',
  },
]

/**
 * A wrong code of a mail to an account. Whoever is signed in proves themselves again by a code alone, so strangers' tries at
 * signing in are counted apart.
 */
export const wrongAccountCodeUses = (email: string, isSignedIn: boolean): Use[] =>
  wrongCodesOf(isSignedIn ? 'own account code' : 'account code', email)

const wrongCodesOf = (what: string, email: string): Use[] => [
  { key: `${what} address ${email} hour`, ...WRONG_CODES.addressHour },
  { key: `${what} address ${email} day`, ...WRONG_CODES.addressDay },
]

export const applicationUses = (network: Network, organizationId: string): Use[] =>
  ofNetwork(`application organization ${organizationId}`, network, {
    ...APPLICATIONS.networkAndOrganization,
  }).map((use) => ({ ...use, code: 'application.limit' as const }))

export const customerUses = (network: Network): Use[] =>
  ofNetwork('customer', network, CUSTOMER_QUESTIONS.network)

export const providerFlowUses = (network: Network): Use[] =>
  ofNetwork('provider', network, PROVIDER_FLOWS.network)

export const passkeyUses = (network: Network): Use[] =>
  ofNetwork('passkey', network, PASSKEY_QUESTIONS.network)

export const factorUses = (userId: string): Use[] => [
  { key: `second factor ${userId}`, ...FACTOR_FAILURES.person },
]

export const descriptionUses = (organizationId: string): Use[] => [
  { key: `description organization ${organizationId}`, ...DESCRIPTIONS.organization },
]

export const testMailUses = (userId: string): Use[] => [
  { key: `test mail ${userId}`, ...TEST_MAILS.person },
]

export const incidentUses = (organizationId: string): Use[] => [
  { key: `incidents organization ${organizationId}`, ...INCIDENTS.organization },
]

export const auditReportUses = (organizationId: string): Use[] => [
  { key: `audit reports organization ${organizationId}`, ...AUDIT_REPORTS.organization },
]

export const longestWait = (full: readonly FullUse[]): FullUse | undefined =>
  full.reduce<FullUse | undefined>(
    (longest, use) => (longest && longest.until >= use.until ? longest : use),
    undefined,
  )

/** The refusal when a limit is full: `code`, or one text for all, and when a retry is allowed. */
export function rateLimited(
  { until, code: ownCode = 'server.rateLimited' }: FullUse,
  now: Date,
  code: LimitCode = ownCode,
): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new AppError(code, { retryAfter: Math.max(seconds, 1) })
}

/** Pages that a shop made itself, of which the panel lists so many. */
export const OTHER_PAGES_MAX = 1000
