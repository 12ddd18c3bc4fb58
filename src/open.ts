// Opens all dependencies according to the configuration and creates the application; used by main.ts, tests and the bench.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import type { Config } from '#config'
import type { Database } from '#data/database.ts'
import { migrateDatabase } from '#data/migrate.ts'
import type { RenderCareersPage, ScriptHashes } from '#domain/careers/careers.ts'
import type { RenderMail } from '#domain/mails/mails.ts'
import { readCataloguesBy } from '#domain/texts/compiled-messages.ts'
import {
  builtFolder,
  currentLocale,
  wisher,
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
  const { appUrl, clock = systemClock, work = 'all' } = options
  const dataDir = path.resolve(config.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const log = options.log ?? createLog(config.logLevel)
  const warnOfExternalFailure = createExternalFailureWarner(log)
  const secrets = createSecrets(mainKeysOf(config))
  const [database, { renderMail, screens }] = await Promise.all([
    options.database ??
      (options.isPatient
        ? openPatiently(
            () => openConfigured(config, log),
            (reason) => log.warn({ reason }, 'the start waits for the database'),
          )
        : openConfigured(config, log)),
    options.fronts ?? loadBuiltFronts(),
  ])
  await migrateDatabase(database.pool)
  await openLinkKey({ db: database, secrets })

  const backups = config.backup && {
    ...config.backup,
    folder: path.resolve(config.backup.folder),
  }
  const cvFolder = folderOfFiles(config.storageUrl, dataDir)
  const closing = new AbortController()
  const stores =
    config.shopify &&
    createStoreClient(await connectStores(config.shopify, log, options.storeTimes), {
      db: database,
      secrets,
      clock,
    })
  const isMeasured = config.metrics.token !== undefined || config.metrics.port !== undefined
  const traces = config.tracesUrl ? await openTraces(config.tracesUrl) : undefined
  const mailServer = config.smtpUrl ? connectMailServer(config.smtpUrl, config.mailFrom) : undefined
  const deps: Deps = Object.freeze({
    db: database,
    auth: createAuth({
      pool: database.pool,
      secrets,
      appUrl,
      ...(options.hashing && { hashing: options.hashing }),
    }),
    openId: createOpenId(config.openIdProviders),
    passkeys: createPasskeys(appUrl),
    files: await openFiles(config.storageUrl, dataDir, secrets.fileKeys),
    cvQuota: config.cvQuota,
    organizationLimits: config.organizationLimits,
    rates: createRequestRates(),
    refusedNetworks: createRefusedNetworks(),
    arrivals: createArrivals(),
    turns: createRequestTurns(),
    secrets,
    backups,
    backupFolder: backups && openBackupFolder(backups.folder, backups.keys),
    volumes: {
      data: dataDir,
      ...(cvFolder !== undefined && { cvs: cvFolder }),
      ...(backups && { backups: backups.folder }),
    },
    pictures: openPictures(),
    clock,
    timeFile: openTimeFile(dataDir),
    events: createEventBus(),
    customers: customersOfStores(stores, {
      db: database,
      secrets,
      clock,
      log,
      warnOfExternalFailure,
      closing: closing.signal,
    }),
    log,
    inRequest,
    isFailureLogged,
    traces,
    metrics: isMeasured
      ? await openMetrics(database.pool, version, () => database.isReplicaAway())
      : undefined,
    warnOfExternalFailure,
    mailServer,
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
    closing: closing.signal,
    appUrl,
  })
  await options.prepare?.(deps)
  await loadRefusals(deps)
  let loading: Promise<unknown> = Promise.resolve()
  const refusals = setInterval(() => {
    // While the database is away those of before count.
    loading = loadRefusals(deps).catch(() => {})
  }, REFUSALS_MS).unref()
  const eventWorker = await startEventWorker(deps)
  const definitions = work === 'all' ? allTaskDefinitions : taskDefinitions
  const taskWorker = work === 'none' ? undefined : await startTaskWorker(deps, definitions)

  return {
    app: createApp(deps, screens, { metricsToken: config.metrics.token }),
    deps,
    beginClosing: () => closing.abort(),
    async close() {
      closing.abort()
      clearInterval(refusals)
      await Promise.all([taskWorker?.stop(), eventWorker.stop(), loading])
      await deps.pictures.stop()
      mailServer?.close()
      await traces?.close()
      if (!options.database) await database.close()
    },
  }
}

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
      careers.inLocale(currentLocale(), () => render(...page), wisher()),
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
/** The exports of `src/careers/render.tsx`. */
export type CareersServer = Built & {
  createRenderer(assets: { client: (locale: Locale) => string }): {
    render: RenderCareersPage
    scriptHashes: ScriptHashes
  }
}

const built = (file: string): string => pathToFileURL(path.join(dist, file)).href
