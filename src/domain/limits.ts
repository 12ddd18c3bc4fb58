// How often something may be tried or caused before it has to wait. The sources name rows of the security goals (section 2).
import { AppError } from './errors.ts'

/** A window of time that begins by the clock, and how many uses fit into it. */
export type Limit = { readonly seconds: number; readonly most: number }
/** One use of something under its limit; the key says whose. */
export type Use = Limit & { readonly key: string }

/** Where a request comes from: an IPv4 address or an IPv6 /64, and whether the limits of networks hold for it. */
export type Network = { readonly name: string; readonly isCounted: boolean }

/** S4: stuffing and spraying. Only failures count, and nobody is locked out for longer than the window. */
const SIGN_IN_FAILURES = {
  accountAndNetwork: { seconds: 900, most: 5 },
  network: { seconds: 3600, most: 50 },
} as const
/** S3: 'already registered' tells who has an account. More than the 5 of S3, because a shop's office is one network. */
const SIGN_UPS = { network: { seconds: 3600, most: 20 } } as const
/** V7: mails to one address. */
const RESET_MAILS = {
  addressMinute: { seconds: 60, most: 1 },
  addressHour: { seconds: 3600, most: 5 },
} as const
/** V7 says 20; three times that, because a fair's or a school's visitors apply from one network. */
const VERIFICATION_MAILS = { network: { seconds: 3600, most: 60 } } as const
/** Codes, sign-in links and resets that one network asks for; beyond it the answer is the same, and no mail goes out. */
const ACCOUNT_MAILS = { network: { seconds: 3600, most: 60 } } as const
/** A code for one's own address that was mailed a moment ago is not mailed again; the one before stays good. */
const OWN_ADDRESS_MAILS = { addressMinute: { seconds: 60, most: 1 } } as const
/** Addresses that one account asks to be moved to: each of them gets a mail from somebody it does not know. */
const ADDRESS_CHANGES = { person: { seconds: 3600, most: 5 } } as const
/** V7 for invitations, counted apart from the mails to applicants so that neither uses up the other's share. */
const INVITATION_MAILS = {
  addressHour: { seconds: 3600, most: 3 },
  addressDay: { seconds: 86_400, most: 5 },
  organization: { seconds: 86_400, most: 100 },
} as const
/** V3: guessing codes and links. */
const WRONG_PROOFS = { network: { seconds: 300, most: 30 } } as const
/** Wrong codes of one person's second factors, from anywhere: the password was right already. */
const FACTOR_FAILURES = { person: { seconds: 900, most: 10 } } as const
/** Looking at a text in one's own mailbox, not a way to send mail. */
const TEST_MAILS = { person: { seconds: 3600, most: 20 } } as const
/** P1: each of them can cost the operator money. */
const DESCRIPTIONS = { organization: { seconds: 3600, most: 20 } } as const

/** P2: a flood of incidents would bury the real one, and shout from every screen of the shop. */
const INCIDENTS = { organization: { seconds: 3600, most: 30 } } as const
/** Lines that clients add to the trail by themselves. */
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
  verificationMails: VERIFICATION_MAILS,
  accountMails: ACCOUNT_MAILS,
  ownAddressMails: OWN_ADDRESS_MAILS,
  addressChanges: ADDRESS_CHANGES,
  invitationMails: INVITATION_MAILS,
  wrongProofs: WRONG_PROOFS,
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

export const verificationMailUses = (network: Network): Use[] =>
  ofNetwork('mail', network, VERIFICATION_MAILS.network)

export const accountMailUses = (network: Network): Use[] =>
  ofNetwork('account mail', network, ACCOUNT_MAILS.network)

export const ownAddressUses = (email: string): Use[] => [
  { key: `own address ${email} minute`, ...OWN_ADDRESS_MAILS.addressMinute },
]

export const addressChangeUses = (userId: string): Use[] => [
  { key: `address change ${userId}`, ...ADDRESS_CHANGES.person },
]

export const invitationMailUses = (email: string, organizationId: string): Use[] => [
  { key: `invitation address ${email} hour`, ...INVITATION_MAILS.addressHour },
  { key: `invitation address ${email} day`, ...INVITATION_MAILS.addressDay },
  { key: `invitation organization ${organizationId}`, ...INVITATION_MAILS.organization },
]

/** A wrong code, or a link or reset token that is none. */
export const wrongProofUses = (network: Network): Use[] =>
  ofNetwork('proof', network, WRONG_PROOFS.network)

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

/** When a limit that is full ends. */
export const windowEnd = ({ seconds }: Limit, now: Date): Date =>
  new Date((Math.floor(now.getTime() / 1000 / seconds) + 1) * seconds * 1000)

/** The refusal of what is over its limit: one text where it needs none of its own, and how long until the window ends. */
export function rateLimited(
  { seconds }: Limit,
  now: Date,
  code:
    | 'server.rateLimited'
    | 'organization.invitationLimit'
    | 'job.describeLimit'
    | 'incidents.limit'
    | 'mail.testLimit' = 'server.rateLimited',
): AppError {
  const passed = (now.getTime() / 1000) % seconds
  return new AppError(code, { retryAfter: Math.ceil(seconds - passed) })
}
