// The worker thread of embedded-database.ts: opens the engine, gives each connection its port, and ends on request.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { connectionsOf, openEngine, type EngineFolder } from './embedded-engine.ts'

/** Messages from the thread. */
export type EngineNews = 'open' | 'panic'
/** Messages to the thread: the port of a new connection, or to close. */
export type EngineOrder = MessagePort | 'close'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
const report = (news: EngineNews): void => parentPort?.postMessage(news)

const engine = await openEngine(workerData as EngineFolder, () => report('panic'))
const connect = connectionsOf(engine)
parentPort?.on('message', (order: EngineOrder) => {
  if (order === 'close') void engine.close().then(() => process.exit())
  else connect(order)
})
report('open')
