// Opens all dependencies according to the configuration and creates the application; used by main.ts, tests and the bench.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import type { Config } from '#config'
import type { Database } from '#data/database.ts'
import { migrateDatabase } from '#data/migrate.ts'
import type { RenderCareersPage, ScriptHashes } from '#domain/careers/careers.ts'
import type { RenderFirstView } from '#domain/layout.ts'
import type { RenderMail } from '#domain/mails/mails.ts'
import { readCataloguesBy } from '#domain/texts/compiled-messages.ts'
import {
  builtFolder,
  currentLocale,
  languageOrigin,
  type inLocale,
  type Locale,
} from '#domain/texts/locale.ts'
import type { Deps, Log } from '#features/deps.ts'
import { loadRefusals } from '#features/operator/refuse-networks.ts'
import { openLinkKey } from '#features/keys/link-key.ts'
import { customersOfStores } from '#features/store/customers/find-customer.ts'
import { createStoreClient } from '#features/store/store-client.ts'
import { createArrivals } from '#gateways/arrivals.ts'
import { openPictures } from '#gateways/careers/pictures.ts'
import { createAuth } from '#gateways/accounts/auth.ts'
import type { PasswordHashing } from '#gateways/accounts/auth-library.ts'
import { openBackupFolder } from '#gateways/backups/backup-folder.ts'
import { systemClock, type Clock } from '#gateways/clock.ts'
import { createEventBus } from '#gateways/live/event-bus.ts'
import { folderOfFiles, openFiles } from '#gateways/files.ts'
import { createLog, inRequest, isFailureLogged } from '#gateways/log.ts'
import { connectMailServer } from '#gateways/mails/mail.ts'
import { openMetrics } from '#gateways/metrics.ts'
import { createOpenId } from '#gateways/accounts/openid.ts'
import { createExternalFailureWarner } from '#gateways/external-failures.ts'
import { createPasskeys } from '#gateways/accounts/passkeys.ts'
import { createRefusedNetworks } from '#gateways/refused-networks.ts'
import { createRequestRates } from '#gateways/request-rates.ts'
import { createRequestTurns } from '#gateways/request-turns.ts'
import { readCatalogue } from '#gateways/texts/catalogues.ts'
import { keepLocaleOfEachRequest } from '#gateways/texts/request-locale.ts'
import { createSecrets } from '#gateways/secrets.ts'
import type { ShopifySettings, StoreApp, StoreTimes } from '#gateways/store/shopify.ts'
import { openTimeFile } from '#gateways/retention/time-file.ts'
import { openTraces } from '#gateways/traces.ts'
import { connectVirusScanner } from '#gateways/cvs/virus-scanner.ts'
import { connectWriter } from '#gateways/jobs/writer.ts'
import { createApp } from '#http/app.ts'
import type { Env, Screens } from '#http/context.ts'
import { startTaskWorker } from '#features/tasks/work-tasks.ts'
import { mainKeysOf } from './main-keys.ts'
import { openDatabase, openPatiently } from './open-database.ts'
import { startEventWorker } from './event-worker.ts'
import { allTaskDefinitions, taskDefinitions } from './schedule.ts'
import { version } from './version.ts'

const dist = path.join(import.meta.dirname, '..', 'dist')
/** The script with which other sites, and themes, embed the widget: one file, which the platform takes from its folder. */
export const loader = path.join(
  import.meta.dirname,
  '../extensions/careers-widget/assets/careers.js',
)

// Every request and every background task has its own language.
keepLocaleOfEachRequest()
readCataloguesBy(readCatalogue)

/** How long a process may not know yet that another one refuses a network. */
const REFUSALS_MS = 10_000

export type Storehand = {
  app: Hono<Env>
  deps: Deps
  /** Ends live streams, so that the listening server can finish. */
  beginClosing(): void
  /** Finishes running work, then closes the dependencies in order. */
  close(): Promise<void>
}

export type OpenOptions = {
  appUrl: string
  clock?: Clock
  log?: Log
  /** An open database, which `close` leaves open; by default the configured one is opened. */
  database?: Database
  /** Waits for a database server that may be about to start. */
  isPatient?: boolean
  /** Timeouts for stores; shorter in tests. */
  storeTimes?: Partial<StoreTimes>
  /** Replaces the deliberately slow password hashing; for tests. */
  hashing?: PasswordHashing
  /** Runs when the database is ready, before anything is served or cached; creates the demo. */
  prepare?: (deps: Deps) => Promise<void>
  /** What the worker of this process runs; less in tests that need no scheduled work, or run it themselves. */
  work?: 'all' | 'queued' | 'none'
  /** In place of the built ones; for development. */
  fronts?: Fronts
}

/** The server rendering and the files of the three front ends. */
export type Fronts = { renderMail: RenderMail; screens: Screens }

export async function openStorehand(config: Config, options: OpenOptions): Promise<Storehand> {
  const { work = 'all' } = options
  const dataDir = path.resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const log = options.log ?? createLog(config.logLevel)
  const secrets = createSecrets(mainKeysOf(config))
  const [database, { renderMail, screens }] = await Promise.all([
    options.database ?? openInTime(config, log, options.isPatient),
    options.fronts ?? loadBuiltFronts(),
  ])
  await migrateDatabase(database.pool)
  await openLinkKey({ db: database, secrets })

  const closing = new AbortController()
  const shared = { db: database, secrets, log, closing: closing.signal, dataDir }
  const deps = await openDeps(config, options, { ...shared, renderMail })
  await options.prepare?.(deps)
  const refusals = await keepRefusals(deps)
  const eventWorker = await startEventWorker(deps)
  const definitions = work === 'all' ? allTaskDefinitions : taskDefinitions
  const taskWorker = work === 'none' ? undefined : await startTaskWorker(deps, definitions)

  return {
    app: createApp(deps, screens, { metricsToken: config.metrics.token }),
    deps,
    beginClosing: () => closing.abort(),
    async close() {
      closing.abort()
      await Promise.all([taskWorker?.stop(), eventWorker.stop(), refusals.stop()])
      await deps.pictures.stop()
      deps.mailServer?.close()
      await deps.traces?.close()
      if (!options.database) await database.close()
    },
  }
}

/** What all dependencies share: opened before them. */
type Shared = {
  db: Database
  secrets: Deps['secrets']
  log: Log
  closing: AbortSignal
  dataDir: string
  renderMail: RenderMail
}

async function openDeps(config: Config, options: OpenOptions, shared: Shared): Promise<Deps> {
  const { appUrl, clock = systemClock } = options
  const { db, secrets, log, closing, dataDir, renderMail } = shared
  const warnOfExternalFailure = createExternalFailureWarner(log)
  const stores = await openStores(config, options, { db, secrets, clock, log })
  return Object.freeze({
    db,
    auth: createAuth({
      pool: db.pool,
      secrets,
      appUrl,
      ...(options.hashing && { hashing: options.hashing }),
    }),
    openId: createOpenId(config.openIdProviders),
    passkeys: createPasskeys(appUrl),
    ...(await openFolders(config, secrets, dataDir)),
    cvQuota: config.cvQuota,
    organizationLimits: config.organizationLimits,
    rates: createRequestRates(),
    refusedNetworks: createRefusedNetworks(),
    arrivals: createArrivals(),
    turns: createRequestTurns(),
    secrets,
    pictures: openPictures(),
    clock,
    timeFile: openTimeFile(dataDir),
    events: createEventBus(),
    customers: customersOfStores(stores, {
      db,
      secrets,
      clock,
      log,
      warnOfExternalFailure,
      closing,
    }),
    log,
    inRequest,
    isFailureLogged,
    traces: config.tracesUrl ? await openTraces(config.tracesUrl) : undefined,
    metrics: await openConfiguredMetrics(config, db),
    warnOfExternalFailure,
    mailServer: config.smtpUrl ? connectMailServer(config.smtpUrl, config.mailFrom) : undefined,
    scanner: config.clamavUrl ? connectVirusScanner(config.clamavUrl) : undefined,
    renderMail,
    writer: connectWriter(config.ai),
    stores,
    operatorToken: config.operatorToken,
    installation: {
      operator_name: config.operatorName ?? null,
      operator_address: config.operatorAddress ?? null,
      support_email: config.supportEmail,
      backup_days: config.backup?.days ?? null,
      version,
    },
    isPublic: config.isPublic,
    trustedProxies: config.trustedProxies,
    closing,
    appUrl,
  })
}

/** Where files and backups are, and the volumes whose space is watched. */
async function openFolders(config: Config, secrets: Deps['secrets'], dataDir: string) {
  const backups = config.backup && {
    ...config.backup,
    folder: path.resolve(config.backup.folder),
  }
  const cvFolder = folderOfFiles(config.storageUrl, dataDir)
  return {
    files: await openFiles(config.storageUrl, dataDir, secrets.fileKeys),
    backups,
    backupFolder: backups && openBackupFolder(backups.folder, backups.keys),
    volumes: {
      data: dataDir,
      ...(cvFolder !== undefined && { cvs: cvFolder }),
      ...(backups && { backups: backups.folder }),
    },
  }
}

/** Undefined when nobody reads them. */
async function openConfiguredMetrics({ metrics }: Config, db: Database) {
  if (metrics.token === undefined && metrics.port === undefined) return undefined
  return openMetrics(db.pool, version, () => db.isReplicaAway())
}

/** Keeps up with the networks that other processes refuse, until it is stopped. */
async function keepRefusals(deps: Deps): Promise<{ stop: () => Promise<unknown> }> {
  await loadRefusals(deps)
  let loading: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // While the database is away those of before count.
    loading = loadRefusals(deps).catch(() => {})
  }, REFUSALS_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return loading
    },
  }
}

/** The configured database. `isPatient`: waits for a server that may be about to start. */
const openInTime = (config: Config, log: Log, isPatient = false): Promise<Database> =>
  isPatient
    ? openPatiently(
        () => openConfigured(config, log),
        (reason) => log.warn({ reason }, 'the start waits for the database'),
      )
    : openConfigured(config, log)

const openConfigured = (config: Config, log: Log): Promise<Database> =>
  openDatabase(config, {
    prepares: config.preparesStatements,
    listenUrl: config.listenUrl,
    readUrl: config.readUrl,
    onReplica: (isAway, reason) =>
      isAway
        ? log.warn({ err: reason }, 'the replica is away or late: the primary answers all reads')
        : log.info({}, 'the replica answers reads again'),
    onLost(reason) {
      log.error(
        { reason },
        'The embedded database cannot go on, perhaps because the disk is full. Nothing that was stored is lost: make room and start Storehand again.',
      )
      // As a database server does in this case: memory cannot be trusted any more, the log on disk can.
      process.exit(1)
    },
  })

/** Undefined without a configured app. */
async function openStores(
  config: Config,
  { storeTimes }: OpenOptions,
  { db, secrets, clock, log }: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'>,
) {
  if (!config.shopify) return undefined
  const app = await connectStores(config.shopify, log, storeTimes)
  return createStoreClient(app, { db, secrets, clock })
}

/** Loads the Shopify libraries only when an app is configured, because they are large. */
async function connectStores(
  settings: ShopifySettings,
  log: Log,
  times?: Partial<StoreTimes>,
): Promise<StoreApp> {
  const { connectShopify } = await import('#gateways/store/shopify.ts')
  return connectShopify(settings, times, (version) =>
    log.warn({ version }, 'the store answers in another API version than it was asked in'),
  )
}

async function loadBuiltFronts(): Promise<Fronts> {
  const [mails, careers] = await Promise.all([
    import(built('server/mails.js')) as Promise<MailsServer>,
    import(built('server/careers.js')) as Promise<CareersServer>,
  ])
  const careersFolder = path.join(dist, 'careers/client')
  const manifest = JSON.parse(
    readFileSync(path.join(careersFolder, 'manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>
  const client = manifest['src/careers/client.tsx']
  if (!client) throw new Error('The build has no client for the careers pages')
  for (const bundle of [careers, mails]) bundle.readCataloguesBy(readCatalogue)
  const { render, scriptHashes } = careers.createRenderer({
    client: (locale) => `/assets/careers/${builtFolder(locale)}${client.file}`,
  })
  const screens: Screens = {
    renderCareersPage: (...page) =>
      careers.inLocale(currentLocale(), () => render(...page), languageOrigin()),
    firstViews,
    careersScriptHashes: scriptHashes,
    dashboardFolder: path.join(dist, 'dashboard'),
    careersFolder,
    embedLoader: readFileSync(loader, 'utf8'),
  }
  const renderMail: RenderMail = (...mail) =>
    mails.inLocale(currentLocale(), () => mails.renderMail(...mail))
  return { renderMail, screens }
}

/**
 * A server that runs from its sources has another copy of the catalogue than the built files, which gets the language
 * and the loader.
 */
type Built = { inLocale: typeof inLocale; readCataloguesBy: typeof readCataloguesBy }
type MailsServer = Built & { renderMail: RenderMail }
let dashboard: Promise<DashboardServer> | undefined
/** Loaded with the first page that needs it: most processes of an operator render none. */
async function firstViews(): Promise<RenderFirstView> {
  dashboard ??= import(built('server/dashboard.js')) as Promise<DashboardServer>
  const server = await dashboard
  server.readCataloguesBy(readCatalogue)
  return (...view) => server.renderFirstView(currentLocale(), ...view)
}

/** The exports of `src/dashboard/render.tsx`. */
type DashboardServer = Pick<Built, 'readCataloguesBy'> & {
  renderFirstView(locale: Locale, ...view: Parameters<RenderFirstView>): Promise<string>
}
/** The exports of `src/careers/render.tsx`. */
export type CareersServer = Built & {
  createRenderer(assets: { client: (locale: Locale) => string }): {
    render: RenderCareersPage
    scriptHashes: ScriptHashes
  }
}

const built = (file: string): string => pathToFileURL(path.join(dist, file)).href
