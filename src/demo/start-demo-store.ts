// Runs the stand-in store beside the product, where no app on the real platform is set: the demo has a store to connect.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ShopifySettings } from '#gateways/store/shopify.ts'
import { demoCustomers } from './demo-customers.ts'

const program = path.join(import.meta.dirname, '..', '..', 'standin', 'main.ts')

export type DemoStore = { settings: ShopifySettings; url: string; stop(): void }

/** On the port after the product's where that is free, so that its addresses stay the same from start to start. */
export async function startDemoStore(options: {
  appUrl: string
  port: number
  dataDir: string
  scopes: readonly string[]
}): Promise<DemoStore> {
  const port = (await freePort(options.port + 1)) ?? (await freePort(0)) ?? 0
  const url = `http://localhost:${port}`
  const settings: ShopifySettings = {
    apiKey: 'storehand-demo',
    // Known to these two programs only, and only while they run.
    apiSecret: randomBytes(32).toString('hex'),
    scopes: options.scopes,
    storeUrl: `${url}/{shop}`,
    adminUrl: url,
  }
  const child = fork(program, {
    env: {
      ...process.env,
      SHOPIFY_API_KEY: settings.apiKey,
      SHOPIFY_API_SECRET: settings.apiSecret,
      SHOPIFY_SCOPES: settings.scopes.join(','),
      APP_URL: options.appUrl,
      STANDIN_PORT: String(port),
      STANDIN_CUSTOMERS: JSON.stringify(demoCustomers(new Date())),
      STANDIN_FILE: path.join(path.resolve(options.dataDir), 'demo-store.json'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // It must not keep the product from ending; it ends by itself when the line to it is cut.
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
