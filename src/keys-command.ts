// `npm run keys`: lists the main keys and how much each encrypts; `-- rotate` encrypts everything under a new one; `-- forget` removes the previous ones.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { readConfig } from '#config'
import { openStorehand } from './open.ts'
import { operatorActs } from './operator-acts.ts'
import { askServer } from './operator-socket.ts'

const config = readConfig(process.env)
const words = process.argv.slice(2)
const isKnown = words.length === 0 || ['rotate', 'forget'].includes(words.join(' '))
if (!isKnown) {
  console.error('Usage: npm run keys [-- rotate | forget]')
  process.exitCode = 1
} else {
  try {
    const answer = config.databaseUrl ? undefined : await askServer(config.dataDir, 'keys', words)
    if (answer) await pipeline(answer, process.stdout, { end: false })
    else {
      const appUrl = config.appUrl ?? `http://localhost:${config.port}`
      const storehand = await openStorehand(config, { appUrl, work: 'none' })
      const acts = operatorActs(config, storehand.deps)
      try {
        await pipeline(Readable.from(acts('keys', words)), process.stdout, { end: false })
      } finally {
        await storehand.close()
      }
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
