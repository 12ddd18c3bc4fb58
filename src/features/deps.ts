// The dependencies of every use case, created once by open.ts.
import type { Database } from '#data/database.ts'
import type { CvSpace } from '#domain/cvs/cv-space.ts'
import type { OrganizationLimits } from '#domain/organizations/organization-limits.ts'
import type { RefusedNetworks } from '#gateways/refused-networks.ts'
import type { RequestRates } from '#gateways/request-rates.ts'
import type { RequestTurns } from '#gateways/request-turns.ts'
import type { Installation } from '#domain/installation.ts'
import type { RenderMail } from '#domain/mails/mails.ts'
import type { Arrivals } from '#gateways/arrivals.ts'
import type { Auth } from '#gateways/accounts/auth.ts'
import type { BackupFolder } from '#gateways/backups/backup-folder.ts'
import type { Clock } from '#gateways/clock.ts'
import type { Customers } from '#gateways/store/customers.ts'
import type { EventBus } from '#gateways/live/event-bus.ts'
import type { Files } from '#gateways/files.ts'
import type { MailServer } from '#gateways/mails/mail.ts'
import type { Metrics } from '#gateways/metrics.ts'
import type { OpenId } from '#gateways/accounts/openid.ts'
import type { WarnOfExternalFailure } from '#gateways/external-failures.ts'
import type { Passkeys } from '#gateways/accounts/passkeys.ts'
import type { Pictures } from '#gateways/careers/pictures.ts'
import type { Secrets } from '#gateways/secrets.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { TimeFile } from '#gateways/retention/time-file.ts'
import type { Traces } from '#gateways/traces.ts'
import type { Volumes } from '#gateways/volumes.ts'
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
  /** The file space for CVs: of one organization, and of all together. */
  cvQuota: CvSpace
  organizationLimits: OrganizationLimits
  /** How many requests each organization's staff made in this minute, at this process. */
  rates: RequestRates
  /** How requests to the public address arrive, for the operator's look at the proxies. */
  arrivals: Arrivals
  /** Whom the operator refuses for a while. */
  refusedNetworks: RefusedNetworks
  /** Which organization's request is worked on next, at this process. */
  turns: RequestTurns
  secrets: Secrets
  /** Where backups are kept, encrypted by the first of the keys, and for how many days; absent when none are configured. */
  backups:
    | { folder: string; keys: readonly [current: string, ...previous: string[]]; days: number }
    | undefined
  /** That folder's marker and log. */
  backupFolder: BackupFolder | undefined
  volumes: Volumes
  /** Reads and draws pictures in a thread of its own. */
  pictures: Pictures
  clock: Clock
  /** The latest time that this machine believed. */
  timeFile: TimeFile
  events: EventBus
  customers: Customers
  log: Log
  /** Runs the work of one request: every line that it logs carries this id. */
  inRequest: <Answer>(requestId: string, work: () => Answer) => Answer
  /** Whether the log has a warning or an error of the current request. */
  isFailureLogged: () => boolean
  warnOfExternalFailure: WarnOfExternalFailure
  /** Absent when metrics are not read. */
  metrics: Metrics | undefined
  /** Absent when traces are not collected. */
  traces: Traces | undefined
  /** Absent without a mail server: mails then go to the local mailbox, or wait when the installation is public. */
  mailServer: MailServer | undefined
  /** Absent without a scanner: CVs are then not scanned. */
  scanner: VirusScanner | undefined
  renderMail: RenderMail
  /** Writes job descriptions: a configured AI server, or the built-in template. */
  writer: Writer
  /** Absent without an app on the store's platform. */
  stores: Stores | undefined
  /** The token that allows managing accounts; absent when this is disabled. */
  operatorToken: string | undefined
  /** The operator, as named on the legal pages. */
  installation: Installation
  /** The server can be reached from other machines: networks are rate-limited and the mailbox is closed. */
  isPublic: boolean
  /** How many entries at the end of X-Forwarded-For come from our own proxies. */
  trustedProxies: number
  /** Aborts when the process must stop; endless loops must end then. */
  closing: AbortSignal
  /** The public URL of this installation, without a trailing slash. */
  appUrl: string
}>
