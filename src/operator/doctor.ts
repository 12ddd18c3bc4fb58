// `npm run doctor`: looks at everything that an installation depends on. Each check is one sentence: what was found and, when it is wrong, what to do.
import { existsSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config'
import { findBackupFolder } from '#data/backups/copied-acts.ts'
import type { Database } from '#data/database.ts'
import { checkIsCurrent } from '#data/migrate.ts'
import { readClockDifference } from '#data/retention/clock.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { BELIEVED } from '#domain/retention/deletion-time.ts'
import { archiveTime } from '#gateways/backups/archives.ts'
import type { Deps } from '#features/deps.ts'
import { sendTestMail } from '#features/operator/send-test-mail.ts'
import type { Arrival } from '#gateways/arrivals.ts'
import { readArchive } from '#gateways/backups/archive.ts'
import { openBackupFolder } from '#gateways/backups/backup-folder.ts'
import { openFiles, type FileKeys } from '#gateways/files.ts'
import { checkMailServer } from '#gateways/mails/check-mail-server.ts'
import { connectMailServer } from '#gateways/mails/mail.ts'
import { sentenceFor } from './failure-sentences.ts'
import { openDatabase } from '../open-database.ts'
import { version } from '../version.ts'

type State = 'ok' | 'note' | 'WRONG'
type Finding = readonly [state: State, text: string]

type Examined = {
  config: Config
  appUrl: string
  /** Of the server that runs; undefined without one. */
  deps: Deps | undefined
  /** Undefined while it was not opened, or cannot be. */
  db: Database | undefined
  testMailTo: string | undefined
  /** What the clocks of other machines say. */
  dates: { of: string; ahead: number }[]
}

const ok = (text: string): Finding => ['ok', text]
const note = (text: string): Finding => ['note', text]
const wrong = (text: string): Finding => ['WRONG', text]
/** What an installation that others reach needs, and a trial does not. */
const lacking = ({ config }: Examined, text: string): Finding =>
  config.isPublic ? wrong(text) : note(text)

/** By their names, in the order in which they are said. */
const checks: Readonly<Record<string, (examined: Examined) => Promise<Finding>>> = {
  Version: () => Promise.resolve(ok(`Storehand ${version} on Node ${process.versions.node}.`)),
  Database: checkDatabase,
  Storage: checkStorage,
  'Mail server': checkMail,
  Proxy: checkProxy,
  Shopify: checkShopify,
  'AI server': checkAi,
  Clock: checkClock,
  Backups: checkBackups,
  'Free space': checkSpace,
}

export async function* examine(
  config: Config,
  deps: Deps | undefined,
  testMailTo: string | undefined,
): AsyncGenerator<string> {
  const appUrl = config.appUrl ?? `http://localhost:${config.port}`
  const examined: Examined = { config, appUrl, deps, db: deps?.db, testMailTo, dates: [] }
  let count = 0
  try {
    for (const [name, check] of Object.entries(checks)) {
      const [state, text] = await check(examined).catch(explain)
      if (state === 'WRONG') count += 1
      yield `${state.padEnd(6)} ${name}: ${text}\n`
    }
  } finally {
    if (!deps) await examined.db?.close()
  }
  if (count > 0) throw new OperatorError(`Something is wrong: ${count} of these checks say what.`)
}

function explain(error: unknown): Finding {
  const kind = error instanceof Error ? error.name : 'no error'
  return wrong(
    sentenceFor(error) ?? `the check failed with an unexpected ${kind}; please report this.`,
  )
}

async function checkDatabase(examined: Examined): Promise<Finding> {
  const { config } = examined
  const folder = path.resolve(config.dataDir, 'database')
  if (!examined.db && !config.databaseUrl && !existsSync(path.join(folder, 'PG_VERSION'))) {
    return note(`there is none in ${folder} yet; the first start makes it.`)
  }
  const db = examined.db ?? (await openDatabase(config, { connections: 2 }))
  examined.db = db
  await checkIsCurrent(db.pool)
  const { rows } = await db.pool.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  // Written and flushed, without a row.
  await db.pool.query("select pg_logical_emit_message(true, 'storehand', 'doctor')")
  const engine = config.databaseUrl ? 'PostgreSQL' : 'the embedded PostgreSQL'
  return ok(`${engine} ${rows[0]?.version}, all migrations of this version ran, and it writes.`)
}

/** What is stored as it is needs no key. */
const noKeys: FileKeys = { mainKeys: () => [], ownKeys: () => () => [] }

async function checkStorage({ config, deps }: Examined): Promise<Finding> {
  const dataDir = path.resolve(config.dataDir)
  const place = config.storageUrl?.startsWith('s3:') ? 'the bucket' : 'the folder of the files'
  if (!existsSync(dataDir)) return note(`${dataDir} is not there yet; the first start makes it.`)
  const files = deps?.files ?? (await openFiles(config.storageUrl, dataDir, noKeys))
  await files.check()
  return ok(`${place} returned what was written, and removed it.`)
}

async function checkMail(examined: Examined): Promise<Finding> {
  const { smtpUrl, mailFrom } = examined.config
  if (!smtpUrl) {
    return lacking(examined, 'SMTP_URL is not set, so no mail leaves this server. Set it.')
  }
  const { isEncrypted, isSignedIn } = await checkMailServer(smtpUrl)
  const found = `it answers, ${isEncrypted ? 'encrypted' : 'NOT encrypted'}, ${isSignedIn ? 'and takes the user and password' : 'and no user is set'}`
  const { testMailTo } = examined
  if (testMailTo === undefined) return ok(`${found}. With --mail=address a test mail is sent.`)
  const server = connectMailServer(smtpUrl, mailFrom)
  try {
    await sendTestMail(server, testMailTo)
  } finally {
    server.close()
  }
  return ok(`${found}, and it took a test mail: look whether that arrives.`)
}

/** An address of documentation, which nobody has: what a visitor could claim to be. */
const FORGED = '192.0.2.1'

async function checkProxy({ config, deps, appUrl }: Examined): Promise<Finding> {
  if (!deps) return note('no server runs on this data folder; ask again when one does.')
  if (!config.isPublic) return note('this installation is not public, and answers to none.')
  const { token, end } = deps.arrivals.begin()
  const answer = await reach(`${appUrl}/healthz`, {
    'X-Storehand-Doctor': token,
    'X-Forwarded-For': FORGED,
  })
  const arrival = end()
  if (!answer) {
    return wrong(
      `${appUrl} does not answer. Correct APP_URL, start the proxy, or let this machine reach it.`,
    )
  }
  if (arrival) return judgeArrival(config, appUrl, arrival)
  return answer.ok
    ? note(`${appUrl} answers, from another process than the one that was asked.`)
    : wrong(
        `${appUrl} answers ${answer.status}, and the request did not arrive here. Let the proxy pass everything on to this server.`,
      )
}

export function judgeArrival(
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
  appUrl: string,
  { headers, network }: Arrival,
): Finding {
  const hops = (headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '' && hop !== FORGED)
  const proxies = hops.length === 1 ? '1 proxy names' : `${hops.length} proxies name`
  const seen = `${proxies} an address in X-Forwarded-For, and TRUSTED_PROXIES is ${trustedProxies}`
  if (network === FORGED) {
    return wrong(
      `a visitor can forge the address that limits count: ${seen}. Let the proxy replace X-Forwarded-For or append to it, or lower TRUSTED_PROXIES.`,
    )
  }
  if (hops.length !== trustedProxies) {
    return wrong(`${seen}: visitors share limits. Set TRUSTED_PROXIES to ${hops.length}.`)
  }
  const protocol = headers['x-forwarded-proto']
  if (protocol !== undefined && `${protocol}:` !== new URL(appUrl).protocol) {
    return wrong(
      `the proxy says that visitors come by ${protocol}, and APP_URL begins otherwise. Correct APP_URL, or X-Forwarded-Proto in the proxy.`,
    )
  }
  const { host } = new URL(appUrl)
  const passed = headers['x-forwarded-host'] ?? headers['host']
  return passed === host
    ? ok(`requests to ${appUrl} arrive as they should: ${seen}.`)
    : note(`${seen}, which is right; the proxy names the host ${passed} instead of ${host}.`)
}

async function checkShopify(examined: Examined): Promise<Finding> {
  const { config, appUrl } = examined
  const { shopify } = config
  if (!shopify) return note('SHOPIFY_API_KEY is not set: no store can be connected.')
  const answer = await reach(shopify.adminUrl)
  if (!answer) {
    return wrong(
      `${shopify.adminUrl} cannot be reached. Let this machine reach it, or correct SHOPIFY_ADMIN_URL.`,
    )
  }
  noteDate(examined, shopify.adminUrl, answer)
  return appUrl.startsWith('https:')
    ? ok(`the settings are complete, and ${shopify.adminUrl} answers.`)
    : lacking(examined, 'the platform opens only an APP_URL that begins with https. Set it.')
}

async function checkAi(examined: Examined): Promise<Finding> {
  const { ai } = examined.config
  if (!ai) return note('AI_BASE_URL is not set: the built-in text writes job descriptions.')
  const answer = await reach(
    `${ai.baseUrl}/models`,
    ai.apiKey === undefined ? {} : { authorization: `Bearer ${ai.apiKey}` },
  )
  if (!answer) {
    return wrong(`${ai.baseUrl} cannot be reached. Correct AI_BASE_URL, or start that server.`)
  }
  noteDate(examined, ai.baseUrl, answer)
  return answer.status === 401 || answer.status === 403
    ? wrong(`${ai.baseUrl} refuses the key (${answer.status}). Correct AI_API_KEY.`)
    : ok(`the settings are complete, and ${ai.baseUrl} answers.`)
}

const REACH_MS = 10_000

/** Undefined when nobody answers. */
async function reach(url: string, headers: HeadersInit = {}): Promise<Response | undefined> {
  try {
    const answer = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(REACH_MS),
    })
    await answer.body?.cancel()
    return answer
  } catch {
    return undefined
  }
}

function noteDate({ dates }: Examined, of: string, { headers }: Response): void {
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(serverTime)) dates.push({ of, ahead: (Date.now() - serverTime) / 1000 })
}

async function checkClock({ config, db, dates }: Examined): Promise<Finding> {
  const clocks = [...dates]
  if (db && config.databaseUrl) {
    clocks.push({
      of: 'the database server',
      ahead: await readClockDifference(db.queries, new Date()),
    })
  }
  const off = clocks.find(({ ahead }) => Math.abs(ahead) > BELIEVED.differenceSeconds)
  if (off) {
    const how = `${Math.abs(Math.round(off.ahead))} seconds ${off.ahead > 0 ? 'ahead of' : 'behind'}`
    return wrong(
      `this machine is ${how} ${off.of}. Correct the clock of the one that is wrong; nothing is deleted until then.`,
    )
  }
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  return clocks.length > 0
    ? ok(`${now} here, as ${clocks.map(({ of }) => of).join(' and ')} has it.`)
    : note(`${now} here; there is no other clock to compare it with.`)
}

/** As in deploy/alarms.yml. */
const OLDEST_BACKUP_HOURS = 26

async function checkBackups(examined: Examined): Promise<Finding> {
  const { config, db } = examined
  if (!config.backup) {
    return lacking(
      examined,
      'BACKUP_DIR and BACKUP_KEY are not set: nothing is backed up. Set them.',
    )
  }
  const folder = path.resolve(config.backup.folder)
  if (!existsSync(folder)) {
    return wrong(`${folder} is not there. Mount its disk, or make a first backup: npm run backup.`)
  }
  const known = db && (await findBackupFolder(db.queries).catch(() => undefined))
  const marker = await openBackupFolder(folder, config.backup.keys).readMarker()
  if (known && known.marker !== marker) {
    return wrong(
      `${folder} is not the folder that was used before. Mount its disk, or for a new folder: npm run backup -- --new-folder.`,
    )
  }
  const [newest] = (await readdir(folder))
    .map((name) => ({ file: path.join(folder, name), at: archiveTime(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((one, other) => other.at - one.at)
  if (!newest) return wrong(`${folder} has no archive. Make one: npm run backup.`)
  // Its first entry, for the key; restore -- --check reads all of it.
  for await (const _ of readArchive(config.backup.keys, newest.file)) break
  const hours = (Date.now() - newest.at) / 3_600_000
  const age = `the newest archive in ${folder} is ${hours.toFixed(1)} hours old, and opens with BACKUP_KEY`
  return hours > OLDEST_BACKUP_HOURS
    ? wrong(`${age}. Look why no newer one was made: the cron job, or the timer.`)
    : ok(`${age}.`)
}

const LEAST_BYTES = 500_000_000

async function checkSpace({ config }: Examined): Promise<Finding> {
  const { storageUrl, backup } = config
  const folders = [
    path.resolve(config.dataDir),
    ...(storageUrl?.startsWith('file:') ? [fileURLToPath(storageUrl)] : []),
    ...(backup ? [path.resolve(backup.folder)] : []),
  ].filter((folder) => existsSync(folder))
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return { folder, bytes: bavail * bsize }
    }),
  )
  const freeSpace = free
    .map(({ folder, bytes }) => `${folder} has ${Math.round(bytes / 1e6)} MB`)
    .join(', ')
  return free.some(({ bytes }) => bytes < LEAST_BYTES)
    ? wrong(`${freeSpace}: less than ${LEAST_BYTES / 1e6} MB is too little. Make room.`)
    : ok(`${freeSpace}.`)
}
