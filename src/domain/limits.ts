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
  | 'job.translateLimit'
  | 'incidents.limit'
  | 'mail.testLimit'
  | 'jobInvitation.limit'
/** One use of something under its limit; the key says whose. */
export type Use = Limit & { readonly key: string; readonly code?: LimitCode }
/** A limit without room, and when it has some again. */
export type FullUse = Use & { readonly until: Date }

/** Where a request comes from: an IPv4 address or an IPv6 /64, and whether the limits of networks hold for it. */
export type Network = { readonly name: string; readonly isCounted: boolean }

export const LIMITS = {
  /** Against credential stuffing and password spraying. Only failures count, and a lock-out lasts no longer than the window. */
  signInFailures: {
    accountAndNetwork: { seconds: 900, most: 5 },
    network: { seconds: 3600, most: 50 },
  },
  /** 'Already registered' shows who has an account, so it is limited; not lower, because a shop's office is one network. */
  signUps: { network: { seconds: 3600, most: 20 } },
  /** Reset mails to one address. */
  resetMails: {
    addressMinute: { seconds: 60, most: 1 },
    addressHour: { seconds: 3600, most: 5 },
  },
  /** Mails with a code or a link to one address, from all networks and for all organizations together. */
  addressMails: {
    minute: { seconds: 60, most: 1 },
    hour: { seconds: 3600, most: 5 },
    day: { seconds: 86_400, most: 10 },
  },
  /** Sixty for a network, because a fair's or a school's visitors apply from one. */
  verificationMails: {
    organization: { seconds: 86_400, most: 500 },
    network: { seconds: 3600, most: 60 },
  },
  /** Proofs by the shop, for a customer who is signed in to it: each is a row, and none is a mail. */
  customerProofs: { address: { seconds: 3600, most: 30 } },
  /** Choosing another file a few times is a person's right; each of them is written and read. */
  cvUploads: { proof: { seconds: 3600, most: 20 } },
  /** Each of them reads a file and records a request. */
  pageDownloads: { application: { seconds: 3600, most: 10 } },
  /** Each act on an applicant's own page is recorded, and has staff read their lists again. */
  pageActs: { application: { seconds: 3600, most: 30 } },
  /** Codes, sign-in links and resets that one network asks for; beyond it the answer is the same, and no mail goes out. */
  accountMails: { network: { seconds: 3600, most: 60 } },
  /** New addresses that one account asks for: each of them gets a mail from a stranger. */
  addressChanges: { person: { seconds: 3600, most: 5 } },
  /**
   * Counted separately from mails to applicants, so that neither uses up the limit of the other. Anyone can create an
   * organization under any name, so a new one, or one whose owner has not verified their address, may send few.
   */
  invitationMails: {
    addressHour: { seconds: 3600, most: 3 },
    addressDay: { seconds: 86_400, most: 5 },
    network: { seconds: 3600, most: 20 },
    organization: { seconds: 86_400, most: 100 },
    youngOrganization: { seconds: 86_400, most: 20 },
    unprovenOwner: { seconds: 86_400, most: 5 },
  },
  /** Guessing codes and links. */
  wrongProofs: { network: { seconds: 300, most: 30 } },
  /**
   * Wrong codes for one address, from all networks. With 30 attempts a day at the codes of ten mails, guessing takes 3,300 days
   * on average. Only codes are refused then: the link in the mail cannot be guessed, and still works.
   */
  wrongCodes: {
    addressHour: { seconds: 3600, most: 10 },
    addressDay: { seconds: 86_400, most: 30 },
    /** Since the last mail: another one brings new tries. As long as a code is good. */
    job: { seconds: VERIFICATION_HOURS * 3600, most: CODE_TRIES },
  },
  /** Thirty, because a class or the visitors of a fair apply to one shop from one network. */
  applications: { networkAndOrganization: { seconds: 3600, most: 30 } },
  /** Wrong codes of one person's second factors, from anywhere: the password was right already. */
  factorFailures: { person: { seconds: 900, most: 10 } },
  /** Looking at a text in one's own mailbox, not a way to send mail. */
  testMails: { person: { seconds: 3600, most: 20 } },
  /** Each of them can cost the operator money. */
  descriptions: { organization: { seconds: 3600, most: 20 } },
  /** A flood of incidents would bury the real one, and shout from every screen of the shop. */
  incidents: { organization: { seconds: 3600, most: 30 } },
  /** Audit events that clients report. */
  auditReports: { organization: { seconds: 3600, most: 600 } },
  /** Each of them can be a question to the store. */
  customerQuestions: { network: { seconds: 300, most: 120 } },
  /** Counting a segment asks the store several times. */
  segmentCounts: { organization: { seconds: 300, most: 60 } },
  /** Each of them can be a thousand mails to people who did not write to the shop first. */
  jobInvitations: { organization: { seconds: 86_400, most: 20 } },
  /** Each way out to a provider leaves a row behind until it is over. */
  providerFlows: { network: { seconds: 300, most: 60 } },
  /** Each question to a device leaves a row behind until it is answered. */
  passkeyQuestions: { network: { seconds: 300, most: 60 } },
} as const

export const YOUNG_ORGANIZATION_DAYS = 7
/** Messages from staff to applicants, counted by the messages that were written: applicants must not be flooded with mail. */
export const MESSAGES = {
  organization: { seconds: 86_400, most: 500 },
  person: { seconds: 86_400, most: 5 },
} as const
/**
 * The maximum open at the same time in one process: the live streams of one person, and the rest for one network. Large enough
 * for the office of a shop, a school or a fair, each of which is one network.
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
 * The slowest allowed upload. A CV of 10 MB at 50 kB a second takes 200 seconds and passes. A body that stalls, or is slower
 * than a slow phone after a minute, is aborted.
 */
export const BODY_TIME = {
  idleMs: 45_000,
  graceMs: 60_000,
  bytesPerSecond: 8 * 1024,
  longestMs: 15 * 60_000,
} as const

const ofNetwork = (what: string, network: Network, limit: Limit): Use[] =>
  network.isCounted ? [{ key: `${what} network ${network.name}`, ...limit }] : []

export const signInUses = (email: string, network: Network): Use[] => [
  // The account's own limit holds everywhere; it is counted per network so that a stranger cannot lock its owner out.
  {
    key: `sign-in account ${email} network ${network.name}`,
    ...LIMITS.signInFailures.accountAndNetwork,
  },
  ...ofNetwork('sign-in', network, LIMITS.signInFailures.network),
]

export const signUpUses = (network: Network): Use[] =>
  ofNetwork('sign-up', network, LIMITS.signUps.network)

export const resetMailUses = (email: string): Use[] => [
  { key: `reset address ${email} minute`, ...LIMITS.resetMails.addressMinute },
  { key: `reset address ${email} hour`, ...LIMITS.resetMails.addressHour },
]

/** A mail with a code or a link to this address: those to applicants and those to accounts are counted together. */
export const addressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} minute`, ...LIMITS.addressMails.minute },
  ...slowAddressMailUses(email),
]

/** The same for accounts, without the one of the minute: their screens do not say yet when the next mail may go. */
export const slowAddressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} hour`, ...LIMITS.addressMails.hour },
  { key: `mail address ${email} day`, ...LIMITS.addressMails.day },
]

export const verificationMailUses = (
  email: string,
  organizationId: string,
  network: Network,
): Use[] => [
  ...addressMailUses(email),
  { key: `mail organization ${organizationId}`, ...LIMITS.verificationMails.organization },
  ...ofNetwork('mail', network, LIMITS.verificationMails.network),
]

export const cvUploadUses = (verificationId: string): Use[] => [
  { key: `cv upload ${verificationId}`, ...LIMITS.cvUploads.proof, code: 'application.fileLimit' },
]

export const customerProofUses = (email: string): Use[] => [
  { key: `customer proof ${email}`, ...LIMITS.customerProofs.address },
]

export const pageDownloadUses = (applicantId: string): Use[] => [
  { key: `page download ${applicantId}`, ...LIMITS.pageDownloads.application },
]

export const pageActUses = (applicantId: string): Use[] => [
  { key: `page act ${applicantId}`, ...LIMITS.pageActs.application },
]

export const accountMailUses = (network: Network): Use[] =>
  ofNetwork('account mail', network, LIMITS.accountMails.network)

export const addressChangeUses = (userId: string): Use[] => [
  { key: `address change ${userId}`, ...LIMITS.addressChanges.person },
]

/** `isProven`: the address of the owner who invites. */
export const invitationMailUses = (
  email: string,
  organization: { id: string; isYoung: boolean; isProven: boolean },
  network: Network,
): Use[] =>
  [
    { key: `invitation organization ${organization.id}`, ...invitationsOf(organization) },
    { key: `invitation address ${email} hour`, ...LIMITS.invitationMails.addressHour },
    { key: `invitation address ${email} day`, ...LIMITS.invitationMails.addressDay },
    ...ofNetwork('invitation', network, LIMITS.invitationMails.network),
  ].map((use) => ({ code: 'organization.invitationLimit', ...use }))

function invitationsOf(organization: {
  isYoung: boolean
  isProven: boolean
}): Limit & { code?: LimitCode } {
  if (!organization.isProven) {
    return { ...LIMITS.invitationMails.unprovenOwner, code: 'organization.invitationLimitNew' }
  }
  return organization.isYoung
    ? LIMITS.invitationMails.youngOrganization
    : LIMITS.invitationMails.organization
}

/** A wrong code, or a link or reset token that is none. */
export const wrongProofUses = (network: Network): Use[] =>
  ofNetwork('proof', network, LIMITS.wrongProofs.network)

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
    ...LIMITS.wrongCodes.job,
    code: 'verification.codesTooMany',
  },
]

/**
 * A wrong code of a mail to an account. A signed-in person proves their identity again by a code alone, so the sign-in attempts
 * of strangers are counted separately.
 */
export const wrongAccountCodeUses = (email: string, isSignedIn: boolean): Use[] =>
  wrongCodesOf(isSignedIn ? 'own account code' : 'account code', email)

const wrongCodesOf = (what: string, email: string): Use[] => [
  { key: `${what} address ${email} hour`, ...LIMITS.wrongCodes.addressHour },
  { key: `${what} address ${email} day`, ...LIMITS.wrongCodes.addressDay },
]

export const applicationUses = (network: Network, organizationId: string): Use[] =>
  ofNetwork(`application organization ${organizationId}`, network, {
    ...LIMITS.applications.networkAndOrganization,
  }).map((use) => ({ ...use, code: 'application.limit' as const }))

export const customerUses = (network: Network): Use[] =>
  ofNetwork('customer', network, LIMITS.customerQuestions.network)

export const providerFlowUses = (network: Network): Use[] =>
  ofNetwork('provider', network, LIMITS.providerFlows.network)

export const passkeyUses = (network: Network): Use[] =>
  ofNetwork('passkey', network, LIMITS.passkeyQuestions.network)

export const factorUses = (userId: string): Use[] => [
  { key: `second factor ${userId}`, ...LIMITS.factorFailures.person },
]

export const descriptionUses = (organizationId: string): Use[] => [
  { key: `description organization ${organizationId}`, ...LIMITS.descriptions.organization },
]

export const testMailUses = (userId: string): Use[] => [
  { key: `test mail ${userId}`, ...LIMITS.testMails.person },
]

export const incidentUses = (organizationId: string): Use[] => [
  { key: `incidents organization ${organizationId}`, ...LIMITS.incidents.organization },
]

export const segmentCountUses = (organizationId: string): Use[] => [
  { key: `segment counts organization ${organizationId}`, ...LIMITS.segmentCounts.organization },
]

export const jobInvitationUses = (organizationId: string): Use[] => [
  {
    key: `job invitations organization ${organizationId}`,
    ...LIMITS.jobInvitations.organization,
    code: 'jobInvitation.limit',
  },
]

export const auditReportUses = (organizationId: string): Use[] => [
  { key: `audit reports organization ${organizationId}`, ...LIMITS.auditReports.organization },
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
