// The one error that rules throw: a code from the catalogue, and what kind of refusal it is.
import { fill, type MessageCode } from './messages.ts'

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

const kinds: Partial<Record<MessageCode, ErrorKind>> = {
  'auth.signInRequired': 'unauthenticated',
  'auth.badCredentials': 'unauthenticated',
  'auth.suspended': 'forbidden',
  'auth.emailTaken': 'conflict',
  'server.keyReused': 'conflict',
  'auth.unexpected': 'unavailable',
  'auth.resetMailFailed': 'unavailable',
  'auth.signOutFailed': 'unavailable',
  'account.passwordWrong': 'forbidden',
  'account.lastOwner': 'conflict',
  'account.passwordNone': 'conflict',
  'session.missing': 'missing',
  'token.missing': 'unauthenticated',
  'token.invalid': 'unauthenticated',
  'token.sessionMissing': 'unauthenticated',
  'token.notOperator': 'forbidden',
  'user.missing': 'missing',
  'user.onlyOwner': 'conflict',
  'passkey.missing': 'missing',
  'passkey.proofNeeded': 'forbidden',
  'provider.missing': 'missing',
  'provider.unavailable': 'unavailable',
  'provider.refused': 'forbidden',
  'provider.emailUnverified': 'forbidden',
  'factor.missing': 'missing',
  'factor.needed': 'forbidden',
  'factor.proofWrong': 'forbidden',
  'factor.on': 'conflict',
  'factor.locked': 'limited',
  'application.jobNotFound': 'missing',
  'application.jobUnavailable': 'missing',
  'application.duplicate': 'conflict',
  'application.dataMissing': 'forbidden',
  'application.fileTooLarge': 'too-large',
  'application.fileLimit': 'limited',
  'application.filesFull': 'unavailable',
  'application.limit': 'limited',
  'verification.codesTooMany': 'limited',
  'verification.codesLocked': 'limited',
  'verification.againLimit': 'limited',
  'application.uploadFailed': 'unavailable',
  'incidents.withdrawnAlready': 'conflict',
  'incidents.withdrawTold': 'conflict',
  'applicant.missing': 'missing',
  'applicant.moveRefused': 'conflict',
  'applicant.undoRefused': 'conflict',
  'applicant.undoLate': 'conflict',
  'applicant.undoMissing': 'missing',
  'applicant.tooMany': 'conflict',
  'applicant.noCvs': 'conflict',
  'applicant.tooManyCvs': 'conflict',
  'tag.tooMany': 'conflict',
  'tag.tooManyInUse': 'conflict',
  'retention.notStopped': 'conflict',
  'retention.more': 'conflict',
  'note.missing': 'missing',
  'note.notOwn': 'forbidden',
  'note.notOwnDelete': 'forbidden',
  'dashboard.customerMissing': 'missing',
  'refresh.notStopped': 'conflict',
  'dashboard.cvMissing': 'missing',
  'dashboard.cvLinkFailed': 'forbidden',
  'dashboard.cvUnchecked': 'conflict',
  'dashboard.cvInfected': 'conflict',
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
  'incidents.limit': 'limited',
  'breach.missing': 'missing',
  'breach.peopleChanged': 'conflict',
  'breach.sentAlready': 'conflict',
  'breach.toldAlready': 'conflict',
  'mail.changeGone': 'conflict',
  'mail.statusUnmailed': 'conflict',
  'mail.sentAlready': 'conflict',
  'mail.activeElsewhere': 'conflict',
  'mail.missing': 'missing',
  'mail.tooLate': 'conflict',
  'mail.testLimit': 'limited',
  'logo.tooLarge': 'too-large',
  'message.nobody': 'missing',
  'message.tooMany': 'conflict',
  'message.organizationLimit': 'limited',
  'message.personLimit': 'limited',
  'organization.none': 'forbidden',
  'organization.pending': 'forbidden',
  'organization.ownerRequired': 'forbidden',
  'organization.alreadyMember': 'conflict',
  'organization.memberMissing': 'missing',
  'organization.memberPending': 'conflict',
  'organization.memberAlready': 'conflict',
  'organization.ownRow': 'forbidden',
  'organization.lastOwner': 'forbidden',
  'organization.invitationOther': 'forbidden',
  'organization.invitationMissing': 'missing',
  'organization.leaveRefused': 'conflict',
  'organization.invitationLimit': 'limited',
  'organization.invitationLimitNew': 'limited',
  'store.exchangeFailed': 'forbidden',
  'store.stateInvalid': 'forbidden',
  'store.sessionFailed': 'unavailable',
  'store.sessionRefused': 'missing',
  'store.sessionMissing': 'missing',
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
  'page.missing': 'missing',
  'page.notOurs': 'forbidden',
  'page.handleTaken': 'conflict',
  'page.refused': 'conflict',
  'page.jobLinked': 'conflict',
  'store.uninstalled': 'conflict',
  'store.disconnected': 'conflict',
  'store.ownerReconnects': 'conflict',
  'store.busy': 'conflict',
  'store.signatureWrong': 'unauthenticated',
  'request.missing': 'missing',
  'dashboard.noJobsToSync': 'conflict',
  'dashboard.organizationNotFound': 'missing',
  'embed.jobClosed': 'missing',
  'server.notFound': 'missing',
  'server.originRefused': 'forbidden',
  'server.tooLarge': 'too-large',
  'server.rateLimited': 'limited',
  'server.networkBusy': 'limited',
  'server.tooSlow': 'slow',
  'live.tooMany': 'limited',
  'server.unavailable': 'unavailable',
  'server.unexpected': 'unavailable',
}

/** Which form field a refusal belongs to, so that a screen can show the text beside it. */
export type FieldErrors = Readonly<Record<string, string>>

export class AppError extends Error {
  readonly code: MessageCode
  readonly kind: ErrorKind
  readonly fields: FieldErrors
  /** Seconds after which it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined

  /** `message` is the catalogue's text with its holes filled: it may be shown to anyone. `cause` is for the log only. */
  constructor(
    code: MessageCode,
    options: {
      values?: Record<string, string | number>
      fields?: FieldErrors
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(fill(code, options.values), { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.kind = kinds[code] ?? 'invalid'
    this.fields = options.fields ?? {}
    this.retryAfter = options.retryAfter
  }
}
