// What the operator reads when something fails: the only place where errors of Node, of the database's driver and of
// other libraries become sentences. Each says what happened, with what, and what to do.
import { DatabaseError } from 'pg'
import { ConfigError } from '#config'
import { DatabaseVersionError } from '#data/migrate.ts'
import { AppError } from '#domain/errors.ts'
import { OperatorError } from '#domain/operator-error.ts'

/** Undefined for an error that nobody expected: a defect, whose stack trace is worth reporting. */
export function sentenceFor(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; depth += 1) {
    const sentence = sentenceOf(cause)
    if (sentence !== undefined) return sentence
    cause = cause.cause
  }
  return undefined
}

export const UNEXPECTED =
  'This failed for a reason that Storehand does not expect. The details follow; please report them.'

const ours = [OperatorError, ConfigError, DatabaseVersionError, AppError]

function sentenceOf(error: Error): string | undefined {
  if (ours.some((kind) => error instanceof kind)) return error.message
  return ofDatabase(error) ?? ofMail(error) ?? ofStorage(error) ?? ofSystem(error)
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The database server of DATABASE_URL, without its user and password. */
function nameOf(url: string): { server: string; host: string; user: string; database: string } {
  const { hostname, port, username, pathname } = new URL(url)
  return {
    server: `the database server at ${hostname || 'its socket'}:${port || '5432'}`,
    host: hostname,
    user: decodeURIComponent(username) || 'of this system',
    database: decodeURIComponent(pathname.slice(1)),
  }
}
type Named = ReturnType<typeof nameOf>

/** By the beginning of an error's code, as the server or Node gives it. `passes`: a start waits for it to end. */
const ofServers: { code: RegExp; passes?: true; explain: (of: Named) => string }[] = [
  {
    code: /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOENT)$/,
    passes: true,
    explain: ({ server }) => `${server} does not answer. Start it, or correct DATABASE_URL.`,
  },
  {
    code: /^(?:ENOTFOUND|EAI_AGAIN)$/,
    passes: true,
    explain: ({ host }) =>
      `nobody knows the host ${host} of DATABASE_URL. Correct the name, or look at this machine's name server.`,
  },
  {
    code: /^57P0[123]|^08/,
    passes: true,
    explain: ({ server }) =>
      `${server} stopped, or is just starting. Run this again when it is ready.`,
  },
  {
    code: /^3D000/,
    passes: true,
    explain: ({ server, database }) =>
      `${server} has no database "${database}". Create it, or correct DATABASE_URL.`,
  },
  {
    code: /^53300/,
    passes: true,
    explain: ({ server }) =>
      `${server} has no free connection. Raise its max_connections, or stop what uses them.`,
  },
  {
    code: /^28/,
    explain: ({ server, user }) =>
      `${server} refuses the user "${user}". Correct the user and password of DATABASE_URL, or the server's pg_hba.conf.`,
  },
  {
    code: /^42501/,
    explain: ({ server, user }) =>
      `${server} does not allow this to the user "${user}". Make it the owner of the database.`,
  },
  {
    code: /^53100/,
    explain: ({ server }) => `the disk of ${server} is full. Make room there, and run this again.`,
  },
  {
    code: /^25006/,
    explain: ({ server }) =>
      `${server} only reads: it is a replica, or was set to read only. Correct DATABASE_URL.`,
  },
  {
    code: /CERT|SIGNATURE|^ERR_TLS/,
    explain: ({ server }) =>
      `the certificate of ${server} is not trusted. Correct sslmode in DATABASE_URL, or add the authority to NODE_EXTRA_CA_CERTS.`,
  },
]

const aServer: Named = {
  server: 'the database server',
  host: '',
  user: 'of DATABASE_URL',
  database: 'of DATABASE_URL',
}

/** Errors of the driver for a connection that broke, which have no code. */
const BROKEN =
  /^(?:Connection terminated|timeout expired|Client has encountered a connection error)/

const serverCodeOf = (error: Error) => (BROKEN.test(error.message) ? '08' : codeOf(error))

function ofDatabase(error: Error): string | undefined {
  if (!(error instanceof DatabaseError) && !BROKEN.test(error.message)) return undefined
  const known = ofServers.find(({ code }) => code.test(serverCodeOf(error)))
  return known && withCapital(known.explain(aServer))
}

/** A database server that could not be opened. */
export class DatabaseAway extends OperatorError {
  /** Whether it may answer in a moment. */
  readonly passes: boolean
  constructor(url: string, cause: unknown) {
    const code = cause instanceof Error ? serverCodeOf(cause) : ''
    const isSilent = cause instanceof Error && BROKEN.test(cause.message)
    const known = ofServers.find((one) => one.code.test(isSilent ? 'ETIMEDOUT' : code))
    const of = nameOf(url)
    const sentence =
      known?.explain(of) ?? `${of.server} answers with the error ${code || 'of no name'}.`
    super(withCapital(sentence), { cause })
    this.passes = known?.passes ?? false
  }
}

/** Errors of the mail client, by its code. */
const ofMails: Readonly<Record<string, (answer: string) => string>> = {
  EAUTH: (answer) =>
    `The mail server of SMTP_URL refuses the user or the password${answer}. Correct them in SMTP_URL.`,
  ETLS: () =>
    'No encrypted connection to the mail server of SMTP_URL: its certificate is not trusted, or it offers none. Correct the name in SMTP_URL, or add the authority to NODE_EXTRA_CA_CERTS.',
  EENVELOPE: (answer) =>
    `The mail server of SMTP_URL takes no mail from MAIL_FROM to this address${answer}. Correct the address, or let MAIL_FROM send at that server.`,
  EMESSAGE: (answer) =>
    `The mail server of SMTP_URL did not take the mail${answer}. Its own log says why.`,
}

function ofMail(error: Error): string | undefined {
  if (!('command' in error) || codeOf(error) === '') return undefined
  const answer = 'responseCode' in error ? ` (${String(error.responseCode)})` : ''
  return (
    ofMails[codeOf(error)]?.(answer) ??
    `The mail server of SMTP_URL does not answer${answer}. Start it, or correct the host and port in SMTP_URL.`
  )
}

/** What a bucket refuses, by the names of the S3 protocol. */
function ofStorage(error: Error): string | undefined {
  if (!('$metadata' in error)) return undefined
  if (error.name === 'NoSuchBucket') {
    return 'The bucket of STORAGE_URL does not exist. Create it, or correct STORAGE_URL.'
  }
  return `The bucket of STORAGE_URL refuses this (${error.name}). Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of that key.`
}

type SystemError = Error & { path?: string; hostname?: string; address?: string; port?: number }

/** By the code of the operating system. */
const ofSystems: { code: RegExp; explain: (error: SystemError, place: string) => string }[] = [
  {
    code: /^(?:ENOSPC|EDQUOT)$/,
    explain: (_, place) =>
      `The disk of ${place} is full (ENOSPC). Make room there, and run this again.`,
  },
  {
    code: /^ENOENT$/,
    explain: (_, place) => `There is no ${place}. Correct the name, or bring it back.`,
  },
  {
    code: /^EISDIR$/,
    explain: (_, place) => `A file is needed, and ${place} is a folder. Correct the name.`,
  },
  {
    code: /^(?:EACCES|EPERM|EROFS)$/,
    explain: (error, place) =>
      error.port === undefined
        ? `Storehand may not use ${place} (${codeOf(error)}). Give its user the right to, or run this as the user of the server.`
        : `Storehand may not listen on port ${error.port}. Set PORT to one above 1023.`,
  },
  {
    code: /^EADDRINUSE$/,
    explain: ({ port }) =>
      `Port ${port} is in use by another program (EADDRINUSE). Stop it, or set PORT to another one.`,
  },
  {
    code: /^EADDRNOTAVAIL$/,
    explain: ({ address }) =>
      `This machine has no network address ${address}. Set HOST to one that it has.`,
  },
  {
    code: /^EIO$/,
    explain: (_, place) => `The disk of ${place} cannot be read or written (EIO). Replace it.`,
  },
  {
    code: /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/,
    explain: (error) => {
      const { hostname, address, port } = error
      const host = [hostname ?? address ?? 'another machine', port].filter(Boolean).join(':')
      return `The machine ${host} does not answer (${codeOf(error)}). Start it, or correct its address in the settings.`
    },
  },
]

function ofSystem(error: SystemError): string | undefined {
  const known = ofSystems.find(({ code }) => code.test(codeOf(error)))
  return known?.explain(error, error.path ?? 'a file')
}

const withCapital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)
