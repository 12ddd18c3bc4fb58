// The program: reads the configuration, opens the dependencies, listens, and shuts down in order on a signal.
import type { Server } from 'node:http'
import type { Config } from '#config'
import { demoOwner, demoStaff } from '#demo/demo-shop.ts'
import { closeDemo } from '#demo/close-demo.ts'
import { hasDemo, seedDemo } from '#demo/seed-demo.ts'
import { startDemoStore } from '#demo/start-demo-store.ts'
import type { Deps } from '#features/deps.ts'
import { createHttpServer } from '#http/server/http-server.ts'
import { createMetricsServer } from '#http/server/metrics.ts'
import { openStorehand, type Fronts } from './open.ts'
import { sentenceFor, UNEXPECTED } from './operator/failure-sentences.ts'
import { createLog } from '#gateways/log.ts'
import { findMisspelt } from './operator/misspelt-settings.ts'
import { runInServer } from './operator/operator-commands.ts'
import { listenForOperator } from './operator/operator-socket.ts'
import { startPrivately } from './private-start.ts'

/** Time for running requests to finish at shutdown; then their connections are closed. */
const SHUTDOWN_MS = 30_000

export type RunningServer = {
  url: string
  deps: Deps
  listener: Server
  hasDemo: boolean
  /** URL of the stand-in store, if it runs. */
  demoStoreUrl: string | undefined
  close(): Promise<void>
}

async function startServer(config: Config, fronts?: Fronts): Promise<RunningServer> {
  const appUrl = config.appUrl ?? `http://localhost:${config.port}`
  const demoStore =
    config.demo && !config.shopify
      ? await startDemoStore({
          appUrl,
          port: config.port,
          dataDir: config.dataDir,
          scopes: config.shopifyScopes,
        })
      : undefined
  const storehand = await openStorehand(
    demoStore ? { ...config, shopify: demoStore.settings } : config,
    {
      appUrl,
      isPatient: true,
      prepare: (deps) => prepareDemo(config, deps),
      ...(fronts && { fronts }),
    },
  )
  const server = createHttpServer({
    fetch: storehand.app.fetch,
    trustedProxies: config.trustedProxies,
    isPublic: config.isPublic,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const metricsServer = await openMetricsServer(config, storehand.deps)
  const stopListening = await listenForOperator(
    config,
    runInServer(config, storehand.deps),
    (error) => explain(storehand.deps, error),
  )
  return {
    url: appUrl,
    deps: storehand.deps,
    listener: server,
    hasDemo: config.demo && (await hasDemo(storehand.deps)),
    demoStoreUrl: demoStore?.url,
    async close() {
      const finished = new Promise((resolve) => server.close(resolve))
      storehand.beginClosing()
      // After a live stream ends, browsers keep its connection idle for seconds; this closes it.
      const idle = setInterval(() => {
        server.closeIdleConnections()
      }, 100)
      const cut = setTimeout(() => {
        server.closeAllConnections()
      }, SHUTDOWN_MS)
      await finished
      await stopListening()
      clearTimeout(cut)
      clearInterval(idle)
      metricsServer?.close()
      metricsServer?.closeAllConnections()
      await storehand.close()
      demoStore?.stop()
    },
  }
}

/** The sentence for the command that failed; what nobody expected goes into the log. */
function explain({ log }: Deps, error: unknown): string {
  const sentence = sentenceFor(error)
  if (sentence !== undefined) return sentence
  log.error({ err: error }, 'a command of the operator failed')
  return 'This failed for a reason that Storehand does not expect. The log of the server has the details; please report them.'
}

async function openMetricsServer(
  { metrics: { port, host, token } }: Config,
  deps: Deps,
): Promise<Server | undefined> {
  if (port === undefined) return undefined
  const server = createMetricsServer(deps, token)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

async function prepareDemo(config: Config, deps: Deps): Promise<void> {
  const made = config.demo ? await seedDemo(deps) : undefined
  if (made) {
    console.log('A demo shop with jobs and applicants was created (DEMO=0 starts empty).')
    if (!made.hasCvs) {
      console.log('Its applicants have no CVs: docx and pdfkit are not installed in production.')
    }
  }
  // The demo may exist from an earlier start, when only this machine could reach the server.
  if (config.isPublic && (await closeDemo(deps))) {
    console.warn(
      'The demo shop of an earlier start is closed: its accounts are suspended, its jobs inactive.',
    )
  }
}

/** `fronts` in place of the built ones is for development (scripts/dev.ts). */
export async function main(fronts?: Fronts): Promise<RunningServer> {
  const started = performance.now()
  const config = startPrivately()
  console.log('Starting Storehand…')
  const server = await startServer(config, fronts).catch((error: unknown) =>
    stopAtOnce(error, config),
  )
  // Node would print the whole error, with the rows that a database's error quotes.
  process.on('uncaughtException', (error) => {
    server.deps.log.error({ err: error }, 'the program stops: an error was not handled')
    process.exit(1)
  })
  let isClosing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) return
      isClosing = true
      console.log('Stopping…')
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          server.deps.log.error({ err: error }, 'the program did not stop in order')
          process.exit(1)
        },
      )
    })
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  server.deps.log.info({ version: server.deps.installation.version }, 'started')
  console.log(`Storehand is ready after ${seconds} s.\n${addresses(config, server)}`)
  if (config.isPublic && !config.production) {
    console.warn(
      'HOST or APP_URL can be reached from other machines: no demo shop, and no mailbox at /dev/mailbox. NODE_ENV=production checks more settings.',
    )
  }
  if (config.isPublic && !config.smtpUrl) {
    console.warn(
      'SMTP_URL is not set: no email leaves this server. Emails wait, encrypted, for a day at most; owners see it on their overview.',
    )
  }
  if (config.production && !(config.operatorName && config.operatorAddress)) {
    console.warn(
      'OPERATOR_NAME or OPERATOR_ADDRESS is not set: the legal pages do not say who runs this installation.',
    )
  }
  for (const { name, suggestion } of findMisspelt(process.env)) {
    console.warn(`${name} is no setting, and does nothing. ${suggestion} may be meant.`)
  }
  return server
}

function addresses(config: Config, server: RunningServer): string {
  const { url, hasDemo: isDemo, demoStoreUrl } = server
  const lines = [`  Dashboard   ${url}/auth`, `  Job widget  ${url}/embed`]
  if (!config.isPublic && !config.smtpUrl) lines.push(`  Mailbox     ${url}/dev/mailbox`)
  if (demoStoreUrl) lines.push(`  Demo store  ${demoStoreUrl}/store/pannier-lane`)
  if (isDemo) {
    lines.push(
      '',
      `  Demo sign-in   ${demoOwner.email}  ${demoOwner.password}  (owner)`,
      `                 ${demoStaff.email}  ${demoStaff.password}  (staff)`,
    )
  }
  return lines.join('\n')
}

if (import.meta.main) main().catch((error: unknown) => stopAtOnce(error))

/** One sentence; for an error that nobody expected also its stack trace. In production a line of the log. */
export function stopAtOnce(error: unknown, config?: Config): never {
  const sentence = sentenceFor(error)
  if (config?.production) {
    createLog('fatal').fatal(sentence === undefined ? { err: error } : {}, sentence ?? UNEXPECTED)
  } else {
    console.error(sentence ?? error)
  }
  process.exit(1)
}
