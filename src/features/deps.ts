// What every act is given: the doors to the outside, opened once by open.ts.
import type { Database } from '#data/database.ts'
import type { CvSpace } from '#domain/cvs/cv-space.ts'
import type { Installation } from '#domain/installation.ts'
import type { RenderMail } from '#domain/mails/mails.ts'
import type { Auth } from '#gateways/accounts/auth.ts'
import type { Clock } from '#gateways/clock.ts'
import type { Customers } from '#gateways/store/customers.ts'
import type { EventBus } from '#gateways/live/event-bus.ts'
import type { Files } from '#gateways/files.ts'
import type { MailServer } from '#gateways/mails/mail.ts'
import type { OpenId } from '#gateways/accounts/openid.ts'
import type { WarnOfExternalFailure } from '#gateways/external-failures.ts'
import type { Passkeys } from '#gateways/accounts/passkeys.ts'
import type { Secrets } from '#gateways/secrets.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { VirusScanner } from '#gateways/cvs/virus-scanner.ts'
import type { Writer } from '#gateways/jobs/writer.ts'

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type Deps = Readonly<{
  db: Database
  auth: Auth
  openId: OpenId
  passkeys: Passkeys
  files: Files
  /** How much room the CVs of an organization may take, and those of all of them. */
  cvQuota: CvSpace
  secrets: Secrets
  clock: Clock
  events: EventBus
  customers: Customers
  log: Log
  warnOfExternalFailure: WarnOfExternalFailure
  /** Absent where no mail server is set: mails then go to the local mailbox, or wait where the installation is public. */
  mailServer: MailServer | undefined
  /** Absent where none is set: then no CV is scanned. */
  scanner: VirusScanner | undefined
  renderMail: RenderMail
  /** Writes job descriptions: a configured AI server, or the built-in template. */
  writer: Writer
  /** Absent where the installation has no app on the store's platform. */
  stores: Stores | undefined
  /** Whoever sends it may manage accounts; absent where nobody may. */
  operatorToken: string | undefined
  /** Who runs this, as the legal pages say. */
  installation: Installation
  /** Other machines can reach it: networks are counted, and nobody may read the mailbox. */
  isPublic: boolean
  /** How many hops of X-Forwarded-For were written by proxies of ours. */
  trustedProxies: number
  /** Aborts when the process is told to stop: what never ends by itself has to end then. */
  closing: AbortSignal
  /** The public address of this installation, without a slash at its end. */
  appUrl: string
}>
