// The one error that rules throw: a code from the catalogue, and what kind of refusal it is.
import { t, type TextArguments, type TextCode } from './texts/text.ts'

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'too-large'
  | 'slow'
  | 'limited'
  | 'unavailable'

/** Every reason that a rule refuses for: its sentence stands in the catalogue under the same code. A new one begins here. */
export const errorKinds = {
  'auth.emailTaken': 'conflict',
  'auth.badCredentials': 'unauthenticated',
  'auth.unexpected': 'unavailable',
  'auth.resetMailFailed': 'unavailable',
  'auth.signOutFailed': 'unavailable',
  'auth.signInRequired': 'unauthenticated',
  'account.passwordWrong': 'forbidden',
  'account.lastOwner': 'conflict',
  'auth.suspended': 'forbidden',
  'session.missing': 'missing',
  'address.same': 'invalid',
  'account.passwordNone': 'conflict',
  'token.missing': 'unauthenticated',
  'token.invalid': 'unauthenticated',
  'token.sessionMissing': 'unauthenticated',
  'token.refreshMissing': 'invalid',
  'token.refreshUsed': 'invalid',
  'token.grantUnknown': 'invalid',
  'token.scopeUnknown': 'invalid',
  'token.samePassword': 'invalid',
  'token.codeInvalid': 'invalid',
  'token.emailExists': 'invalid',
  'token.flowMissing': 'invalid',
  'token.flowExpired': 'invalid',
  'token.verifierWrong': 'invalid',
  'token.reauthenticationNeeded': 'invalid',
  'token.reauthenticationInvalid': 'invalid',
  'token.notOperator': 'forbidden',
  'user.missing': 'missing',
  'user.onlyOwner': 'conflict',
  'factor.missing': 'missing',
  'factor.nameTaken': 'invalid',
  'factor.tooMany': 'invalid',
  'factor.codeWrong': 'invalid',
  'factor.challengeExpired': 'invalid',
  'factor.needed': 'forbidden',
  'factor.soleFactor': 'invalid',
  'factor.codesExist': 'invalid',
  'factor.proofWrong': 'forbidden',
  'factor.on': 'conflict',
  'factor.locked': 'limited',
  'passkey.missing': 'missing',
  'passkey.tooMany': 'invalid',
  'passkey.refused': 'invalid',
  'passkey.challengeExpired': 'invalid',
  'passkey.proofNeeded': 'forbidden',
  'provider.missing': 'missing',
  'provider.unavailable': 'unavailable',
  'provider.refused': 'forbidden',
  'provider.flowInvalid': 'invalid',
  'provider.failed': 'invalid',
  'provider.emailUnverified': 'forbidden',
  'wallet.invalid': 'invalid',
  'provider.tokenInvalid': 'invalid',
  'verification.linkInvalid': 'invalid',
  'verification.codeWrong': 'invalid',
  'verification.codesTooMany': 'limited',
  'verification.codesLocked': 'limited',
  'verification.againLimit': 'limited',
  'application.jobNotFound': 'missing',
  'application.uploadFailed': 'unavailable',
  'application.dataMissing': 'forbidden',
  'application.fileTooLarge': 'too-large',
  'application.fileTypeInvalid': 'invalid',
  'application.fileEmpty': 'invalid',
  'application.limit': 'limited',
  'application.fileLimit': 'limited',
  'application.filesFull': 'unavailable',
  'application.fileUndecided': 'invalid',
  'application.duplicate': 'conflict',
  'application.jobUnavailable': 'missing',
  'application.invalid': 'invalid',
  'application.formBroken': 'invalid',
  'dashboard.noJobsToSync': 'conflict',
  'dashboard.organizationNotFound': 'missing',
  'dashboard.cvMissing': 'missing',
  'dashboard.cvLinkFailed': 'forbidden',
  'dashboard.cvUnchecked': 'conflict',
  'dashboard.cvInfected': 'conflict',
  'dashboard.customerMissing': 'missing',
  'erasure.missing': 'missing',
  'applicant.missing': 'missing',
  'applicant.moveRefused': 'conflict',
  'applicant.undoRefused': 'conflict',
  'applicant.undoLate': 'conflict',
  'applicant.undoMissing': 'missing',
  'applicant.tooMany': 'conflict',
  'applicant.noCvs': 'conflict',
  'applicant.tooManyCvs': 'conflict',
  'applicant.emailOther': 'invalid',
  'retention.notStopped': 'conflict',
  'retention.more': 'conflict',
  'tag.tooMany': 'conflict',
  'tag.tooManyInUse': 'conflict',
  'note.missing': 'missing',
  'note.notOwn': 'forbidden',
  'note.notOwnDelete': 'forbidden',
  'refresh.notStopped': 'conflict',
  'job.missing': 'missing',
  'job.organizationRequired': 'forbidden',
  'job.ownerRequired': 'forbidden',
  'job.editedMeanwhile': 'conflict',
  'job.describeLimit': 'limited',
  'writer.unreachable': 'unavailable',
  'writer.late': 'unavailable',
  'writer.keyRefused': 'unavailable',
  'writer.busy': 'unavailable',
  'writer.failed': 'unavailable',
  'writer.cut': 'unavailable',
  'writer.nonsense': 'unavailable',
  'incidents.missing': 'missing',
  'incidents.moveRefused': 'conflict',
  'incidents.assigneeUnknown': 'invalid',
  'incidents.withdrawnAlready': 'conflict',
  'incidents.withdrawTold': 'conflict',
  'incidents.limit': 'limited',
  'breach.missing': 'missing',
  'breach.dateInvalid': 'invalid',
  'breach.dateAhead': 'invalid',
  'breach.nobody': 'invalid',
  'breach.peopleChanged': 'conflict',
  'breach.partsMissing': 'invalid',
  'breach.sentAlready': 'conflict',
  'breach.toldAlready': 'conflict',
  'mail.changeGone': 'conflict',
  'mail.statusUnmailed': 'conflict',
  'mail.sentAlready': 'conflict',
  'mail.activeElsewhere': 'conflict',
  'mail.missing': 'missing',
  'mail.tooLate': 'conflict',
  'message.nobody': 'missing',
  'message.tooMany': 'conflict',
  'message.organizationLimit': 'limited',
  'message.personLimit': 'limited',
  'mail.testLimit': 'limited',
  'logo.tooLarge': 'too-large',
  'logo.kindInvalid': 'invalid',
  'logo.broken': 'invalid',
  'logo.animated': 'invalid',
  'logo.tooManyPixels': 'invalid',
  'logo.tooFewPixels': 'invalid',
  'organization.alreadyMember': 'conflict',
  'organization.none': 'forbidden',
  'organization.pending': 'forbidden',
  'organization.ownerRequired': 'forbidden',
  'organization.memberMissing': 'missing',
  'organization.memberPending': 'conflict',
  'organization.memberAlready': 'conflict',
  'organization.ownRow': 'forbidden',
  'organization.lastOwner': 'forbidden',
  'organization.invitationInvalid': 'invalid',
  'organization.invitationExpired': 'invalid',
  'organization.invitationWithdrawn': 'invalid',
  'organization.invitationUsed': 'invalid',
  'organization.invitationOther': 'forbidden',
  'organization.invitationMissing': 'missing',
  'organization.leaveRefused': 'conflict',
  'organization.invitationLimit': 'limited',
  'organization.invitationLimitNew': 'limited',
  'store.exchangeFailed': 'forbidden',
  'store.sessionFailed': 'unavailable',
  'store.sessionRefused': 'missing',
  'store.sessionMissing': 'missing',
  'store.stateInvalid': 'forbidden',
  'store.urlInvalid': 'invalid',
  'store.domainRequired': 'invalid',
  'store.notConfigured': 'conflict',
  'store.notConnected': 'conflict',
  'store.elsewhere': 'conflict',
  'store.unauthorized': 'conflict',
  'store.scopeMissing': 'conflict',
  'store.customersClosed': 'conflict',
  'store.closed': 'unavailable',
  'store.unreachable': 'unavailable',
  'store.throttled': 'unavailable',
  'store.sessionEnded': 'unauthenticated',
  'store.claimEnded': 'forbidden',
  'store.signInRequired': 'unauthenticated',
  'embed.emailNeeded': 'invalid',
  'embed.jobClosed': 'missing',
  'page.fieldsRequired': 'invalid',
  'page.missing': 'missing',
  'page.notOurs': 'forbidden',
  'page.handleTaken': 'conflict',
  'page.refused': 'conflict',
  'page.jobLinked': 'conflict',
  'store.uninstalled': 'conflict',
  'store.disconnected': 'conflict',
  'store.ownerReconnects': 'conflict',
  'store.busy': 'conflict',
  'store.noticeInvalid': 'invalid',
  'store.signatureWrong': 'unauthenticated',
  'request.missing': 'missing',
  'request.completed': 'conflict',
  'mail.noContact': 'conflict',
  'message.noContact': 'conflict',
  'applicant.withdrawn': 'conflict',
  'rights.notRestricted': 'conflict',
  'rights.alreadyObjected': 'conflict',
  'rights.notObjected': 'conflict',
  'rights.alreadyWithdrawn': 'conflict',
  'rights.alreadyNoContact': 'conflict',
  'rights.notAsked': 'conflict',
  'server.unexpected': 'unavailable',
  'server.invalid': 'invalid',
  'server.keyReused': 'conflict',
  'server.notFound': 'missing',
  'server.originRefused': 'forbidden',
  'server.tooLarge': 'too-large',
  'server.rateLimited': 'limited',
  'server.unavailable': 'unavailable',
  'server.networkBusy': 'limited',
  'server.tooSlow': 'slow',
  'live.tooMany': 'limited',
} as const satisfies Partial<Record<TextCode, ErrorKind>>

export type ErrorCode = keyof typeof errorKinds

/** Which form field a refusal belongs to, so that a screen can show the text beside it. */
export type FieldErrors = Readonly<Record<string, string>>

type Details = {
  fields?: FieldErrors
  /** Seconds after which it is worth trying again, where that is known. */
  retryAfter?: number | undefined
  /** For the log only. */
  cause?: unknown
}
/** With the values that its sentence wants. */
type DetailsOf<Code extends ErrorCode> =
  TextArguments<Code> extends [values: infer Values]
    ? [details: Details & { values: Values }]
    : [details?: Details]

export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly kind: ErrorKind
  readonly fields: FieldErrors
  readonly retryAfter: number | undefined

  /** Its message is the sentence in the language of whoever asked, and may be shown to anyone. */
  constructor(code: Code, ...given: DetailsOf<Code>) {
    const [details = {}] = given as [(Details & { values?: unknown })?]
    super(t(code, ...([details.values] as TextArguments<Code>)), { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.kind = errorKinds[code]
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
  }
}
