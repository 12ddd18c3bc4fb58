// Runs the stand-in store: `node standin/main.ts`. The product starts and stops it with the demo.
import { demoShops, type BriefCustomer } from './demo-shops.ts'
import { registeredOptionalScopes } from './registration.ts'
import { startStandIn } from './stand-in.ts'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

if (process.env.NODE_ENV === 'production') {
  throw new Error('The stand-in store must not run in production.')
}

const standIn = await startStandIn({
  app: {
    name: 'Storehand',
    id: setting('SHOPIFY_API_KEY'),
    secret: setting('SHOPIFY_API_SECRET'),
    url: setting('APP_URL'),
    scopes: setting('SHOPIFY_SCOPES').split(','),
    optionalScopes: registeredOptionalScopes,
    isManaged: true,
  },
  seed: demoShops(JSON.parse(process.env.STANDIN_CUSTOMERS ?? '[]') as BriefCustomer[]),
  port: Number(process.env.STANDIN_PORT ?? 0),
  ...(process.env.STANDIN_FILE && { file: process.env.STANDIN_FILE }),
})

const stop = () => void standIn.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// The parent process has ended, for any reason: this one ends too.
process.once('disconnect', stop)
// The parent may have ended already, when the product could not start.
process.send?.({ url: standIn.url }, undefined, undefined, (error) => error && stop())
console.log(`The demo store answers at ${standIn.url}/store/pannier-lane`)
