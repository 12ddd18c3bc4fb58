// Rate limits of attempts and actions. The whole table: docs/specification.md §9.2; why: docs/decisions/0068.
import { AppError } from './errors.ts'
import { CODE_TRIES, VERIFICATION_HOURS } from './verification/verification.ts'

/** The maximum of uses in any window of this length. */
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
/**
 * One use of a limit; the key names its owner. `code` is the message of a refusal, and `isOfShop` one of the shop's own that names the
 * shop; a mail to an address is refused in silence with neither.
 */
export type Use = Limit & {
  readonly key: string
  readonly code?: LimitCode
  readonly isOfShop?: true
}
/** A full limit, and when it has capacity again. */
export type FullUse = Use & { readonly until: Date }

/** The network of a request: an IPv4 address or an IPv6 /64, and whether network limits apply to it. */
export type Network = { readonly name: string; readonly isCounted: boolean }

export const LIMITS = {
  /** Against credential stuffing and password spraying. Only failures count, and a lock-out lasts no longer than the window. */
  signInFailures: {
    accountAndNetwork: { seconds: 900, most: 5 },
    network: { seconds: 3600, most: 50 },
  },
  /** Right ones too: each costs a comparison of a password, a tenth of a second of a processor. */
  signIns: { accountAndNetwork: { seconds: 3600, most: 60 } },
  /**
   * 'Already registered' reveals who has an account, so it is limited; not lower, because a shop's office is one
   * network.
   */
  signUps: { network: { seconds: 3600, most: 20 } },
  /** Reset mails to one address. */
  resetMails: {
    addressMinute: { seconds: 60, most: 1 },
    addressHour: { seconds: 3600, most: 5 },
  },
  /** Mails with the links to all applications of an address. */
  applicationLinks: {
    addressMinute: { seconds: 60, most: 1 },
    addressDay: { seconds: 86_400, most: 5 },
  },
  /** Mails with a code or a link to one address, from all networks and for all organizations together. */
  addressMails: {
    minute: { seconds: 60, most: 1 },
    hour: { seconds: 3600, most: 5 },
    day: { seconds: 86_400, most: 10 },
  },
  /** Sixty for a network, because a fair's or a school's visitors apply from one. */
  verificationMails: {
    network: { seconds: 3600, most: 60 },
  },
  /**
   * Codes and links that one shop's applicants asked for and did not use, as shares of CODES_PER_DAY_PER_ORGANIZATION. A used one does
   * not count, so an advertisement that many people answer closes nobody out. Codes for made-up addresses are never used: networks
   * from which nobody used a code in the last day leave the last tenth to the others.
   */
  shopCodes: { seconds: 86_400, shares: { organization: 1, unknownNetworks: 0.9 } },
  /** For so long a network is known after a code was used from it. */
  knownNetworks: { network: { seconds: 86_400, most: 1 } },
  /** Owners are mailed once a day that the limit of codes is near. */
  codesNotices: { organization: { seconds: 86_400, most: 1 } },
  /** Verifications by the shop, for a customer who is signed in to it: each inserts a row, and sends no mail. */
  customerProofs: { address: { seconds: 3600, most: 30 } },
  /** A person may choose another file a few times; each is written and read. */
  cvUploads: { proof: { seconds: 3600, most: 20 } },
  /** Each of them reads a file, and that of everything records a request. */
  pageDownloads: { application: { seconds: 3600, most: 10 } },
  /** Each act on an applicant's own page is recorded, and has staff read their lists again. */
  pageActs: { application: { seconds: 3600, most: 30 } },
  /** Codes, sign-in links and resets that one network requests. */
  accountMails: { network: { seconds: 3600, most: 60 } },
  /** New addresses that one account requests: each of them gets an unsolicited mail. */
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
    /** Since the last mail: another mail allows new attempts. As long as a code is valid. */
    job: { seconds: VERIFICATION_HOURS * 3600, most: CODE_TRIES },
  },
  /** Thirty, because a class or the visitors of a fair apply to one shop from one network. */
  applications: { networkAndOrganization: { seconds: 3600, most: 30 } },
  /**
   * Notices of a breach to a list of addresses: mails with the owner's own words, and anyone can create an organization.
   * How many strangers each may have: UNKNOWN_PEOPLE_MAX.
   */
  breachLists: { organization: { seconds: 86_400, most: 3 } },
  /** Wrong passwords and recovery codes of one person that is signed in already. */
  factorFailures: { person: { seconds: 900, most: 10 } },
  /**
   * Wrong codes of one person's authenticator app since the last right one, from any network: the password was already right. After `free` of them
   * each further try waits twice as long as the one before, a day at most, so a year has 380 of them: with three valid codes of a million a chance of
   * 0.11 %. A series ends by itself after `keptSeconds` without a try.
   */
  appCodes: { free: 10, firstWait: 900, longestWait: 86_400, keptSeconds: 30 * 86_400 },
  /** Test mails of a text to one's own mailbox; not a way to send mail. */
  testMails: { person: { seconds: 3600, most: 20 } },
  /** Each is unpacked and counted, which takes up to half a second of a processor. */
  pictureUploads: { organization: { seconds: 3600, most: 60 } },
  /** Each is drawn, which takes up to a second of a processor. Enough for all jobs of a shop in two sizes. */
  posters: { organization: { seconds: 3600, most: 120 } },
  /** Tables, files and checks of everything that an organization has. */
  exports: { organization: { seconds: 3600, most: 120 } },
  /** Each can cost the operator money. */
  descriptions: { organization: { seconds: 3600, most: 20 } },
  /** A flood of incidents would hide the real one, and put an alert on every screen of the shop. */
  incidents: { organization: { seconds: 3600, most: 30 } },
  /** Audit events that clients report. */
  auditReports: { organization: { seconds: 3600, most: 600 } },
  /** Each can be a request to the store. */
  customerQuestions: { network: { seconds: 300, most: 120 } },
  /** Counting a segment takes several requests to the store. */
  segmentCounts: { organization: { seconds: 300, most: 60 } },
  /** Each can be a thousand mails to people who did not write to the shop first. */
  jobInvitations: { organization: { seconds: 86_400, most: 20 } },
  /** Of all organizations together: each writes once to an address, but anyone can create organizations and stores. */
  invitedAddresses: { address: { seconds: 86_400, most: 3 } },
  /** Each redirect to a provider stores a row until it expires. */
  providerFlows: { network: { seconds: 300, most: 60 } },
  /** Each WebAuthn challenge stores a row until it is answered. */
  passkeyQuestions: { network: { seconds: 300, most: 60 } },
} as const

export const YOUNG_ORGANIZATION_DAYS = 7
/** Messages from staff to applicants, counted per message: applicants must not be flooded with mail. */
export const MESSAGES = {
  organization: { seconds: 86_400, most: 500 },
  person: { seconds: 86_400, most: 5 },
} as const
/**
 * The maximum open at the same time in one process: the live streams of one person; all others for one network. Large
 * enough for the office of a shop, a school or a fair, each of which is one network.
 */
export const OPEN_AT_ONCE = {
  streamsOfPerson: 10,
  streams: 200,
  requests: 300,
  /** Request bodies being received: forms, files, JSON. */
  bodies: 60,
  /** Of all networks together: they must fit into memory. */
  allBodies: 1000,
  connections: 600,
} as const

/**
 * Of the files that one network has sent to one organization and no application has claimed yet: eight of the largest
 * size, or the CVs of forty visitors of a fair who fill in the form at once. A claimed file does not count, and what is
 * not claimed is deleted within the hour.
 */
export const WAITING_CV_BYTES = 80 * 1024 * 1024

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

/**
 * How much of a body is received although it is refused: a browser reads the answer only when it has sent everything. `idleMs`: without
 * anything of it, the connection is closed.
 */
export const REFUSED_BODY = { bytes: 64 * 1024 ** 2, idleMs: 5000 } as const

/** Uses of a limit of networks: none from a network that limits do not apply to. */
export const ofNetwork = (what: string, network: Network, limit: Limit): Use[] =>
  network.isCounted ? [{ key: `${what} network ${network.name}`, ...limit }] : []

export const applicationLinksUses = (email: string): Use[] => [
  { key: `links address ${email} minute`, ...LIMITS.applicationLinks.addressMinute },
  { key: `links address ${email} day`, ...LIMITS.applicationLinks.addressDay },
]

/** A mail with a code or a link to this address: those to applicants and those to accounts share the limit. */
export const addressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} minute`, ...LIMITS.addressMails.minute },
  ...slowAddressMailUses(email),
]

/**
 * The same for accounts, without the limit per minute: their screens do not show yet when the next mail is possible.
 */
export const slowAddressMailUses = (email: string): Use[] => [
  { key: `mail address ${email} hour`, ...LIMITS.addressMails.hour },
  { key: `mail address ${email} day`, ...LIMITS.addressMails.day },
]

export const verificationMailUses = (email: string, network: Network): Use[] => [
  ...addressMailUses(email),
  ...ofNetwork('mail', network, LIMITS.verificationMails.network).map((use) => ({
    ...use,
    code: 'server.rateLimited' as const,
  })),
]

/** What a mail with a code uses of its shop's limit. The first counts all of them. */
export function shopCodeUses(
  organizationId: string,
  perDay: number,
  isKnownNetwork: boolean,
): Use[] {
  const { seconds, shares } = LIMITS.shopCodes
  const use = (name: keyof typeof shares): Use => ({
    key: `codes ${name} ${organizationId}`,
    seconds,
    most: Math.ceil(perDay * shares[name]),
    isOfShop: true,
  })
  return [use('organization'), ...(isKnownNetwork ? [] : [use('unknownNetworks')])]
}

export const knownNetworkUses = (network: Network): Use[] =>
  ofNetwork('codes used', network, LIMITS.knownNetworks.network)

export const codesNoticeUses = (organizationId: string): Use[] => [
  { key: `codes notice organization ${organizationId}`, ...LIMITS.codesNotices.organization },
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

/** A wrong code, or an invalid link or reset token. */
export const wrongProofUses = (network: Network): Use[] =>
  ofNetwork('proof', network, LIMITS.wrongProofs.network)

/**
 * A wrong code of an applicant's mail. The first full limit decides the message: the one for which a new mail does not
 * help comes first.
 */
export const wrongCodeUses = (email: string, jobId: string, network: Network): Use[] => [
  ...wrongCodesOf('code', email).map((use) => ({
    ...use,
    code: 'verification.codesLocked' as const,
  })),
  ...mailedCodeUses(email, jobId),
  ...wrongProofUses(network),
]

/** The attempts that a mail about this job allows. */
export const mailedCodeUses = (email: string, jobId: string): Use[] => [
  {
    key: `code address ${email} job ${jobId}`,
    ...LIMITS.wrongCodes.job,
    code: 'verification.codesTooMany',
  },
]

/** Wrong codes for one address, from all networks; `what` names the kind of code. */
export const wrongCodesOf = (what: string, email: string): Use[] => [
  { key: `${what} address ${email} hour`, ...LIMITS.wrongCodes.addressHour },
  { key: `${what} address ${email} day`, ...LIMITS.wrongCodes.addressDay },
]

export const applicationUses = (network: Network, organizationId: string): Use[] =>
  ofNetwork(`application organization ${organizationId}`, network, {
    ...LIMITS.applications.networkAndOrganization,
  }).map((use) => ({ ...use, code: 'application.limit' as const }))

export const customerUses = (network: Network): Use[] =>
  ofNetwork('customer', network, LIMITS.customerQuestions.network)

export const pictureUploadUses = (organizationId: string): Use[] => [
  { key: `picture uploads organization ${organizationId}`, ...LIMITS.pictureUploads.organization },
]

export const posterUses = (organizationId: string): Use[] => [
  { key: `posters organization ${organizationId}`, ...LIMITS.posters.organization },
]

export const exportUses = (organizationId: string): Use[] => [
  { key: `exports organization ${organizationId}`, ...LIMITS.exports.organization },
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

export const breachListUses = (organizationId: string): Use[] => [
  { key: `breach lists organization ${organizationId}`, ...LIMITS.breachLists.organization },
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

export const invitedAddressUses = (email: string): Use[] => [
  { key: `job invitations address ${email}`, ...LIMITS.invitedAddresses.address },
]

export const auditReportUses = (organizationId: string): Use[] => [
  { key: `audit reports organization ${organizationId}`, ...LIMITS.auditReports.organization },
]

export const longestWait = (full: readonly FullUse[]): FullUse | undefined =>
  full.reduce<FullUse | undefined>(
    (longest, use) => (longest && longest.until >= use.until ? longest : use),
    undefined,
  )

/** The error when a limit is full: `code`, or one text for all, and when a retry is allowed. */
export function rateLimited(
  { until, code: ownCode = 'server.rateLimited' }: FullUse,
  now: Date,
  code: LimitCode = ownCode,
): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new AppError(code, { retryAfter: Math.max(seconds, 1) })
}

/** Pages that a shop created itself; the panel lists at most this many. */
export const OTHER_PAGES_MAX = 1000
