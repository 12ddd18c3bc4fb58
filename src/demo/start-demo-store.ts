// Runs the stand-in store when no Shopify app is configured, so that the demo has a store to connect.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ShopifySettings } from '#gateways/store/shopify.ts'
import { demoCustomers } from './demo-customers.ts'

const program = path.join(import.meta.dirname, '..', '..', 'standin', 'main.ts')

export type DemoStore = { settings: ShopifySettings; url: string; stop(): void }

/** Uses the port after the server's when it is free, so that the store's address is usually the same after a restart. */
export async function startDemoStore(options: {
  appUrl: string
  port: number
  dataDir: string
  scopes: readonly string[]
}): Promise<DemoStore> {
  const port = (await freePort(options.port + 1)) ?? (await freePort(0)) ?? 0
  const url = `http://localhost:${port}`
  // Shared by the two processes, and new at each start.
  const secret = randomBytes(32).toString('hex')
  const settings: ShopifySettings = {
    apiKey: 'storehand-demo',
    apiSecrets: [secret],
    scopes: options.scopes,
    distribution: 'custom',
    storeUrl: `${url}/{shop}`,
    adminUrl: url,
  }
  const child = fork(program, {
    env: {
      ...process.env,
      SHOPIFY_API_KEY: settings.apiKey,
      SHOPIFY_API_SECRET: secret,
      SHOPIFY_SCOPES: settings.scopes.join(','),
      APP_URL: options.appUrl,
      STANDIN_PORT: String(port),
      STANDIN_CUSTOMERS: JSON.stringify(demoCustomers(new Date())),
      STANDIN_FILE: path.join(path.resolve(options.dataDir), 'demo-store.json'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The child must not keep this process running; it exits when the IPC channel closes.
  child.unref()
  child.channel?.unref()
  return { settings, url, stop: () => void child.kill('SIGTERM') }
}

function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port > 65_535 ? 0 : port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
