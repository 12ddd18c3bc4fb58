// `npm start`: the built server, whose compiled code Node caches for the next start
// (docs/performance.md, 'A start').
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { nameSources } from '../stack-traces.ts'

nameSources()
// Inside the build, so that a new build begins with an empty one. When the folder is read-only, each start compiles
// again.
enableCompileCache(path.join(import.meta.dirname, '../../dist/server/.compile-cache'))

// Imported after the cache is enabled: a static import would be compiled before it.
const { main, stopAtOnce } = await import('../main.ts')
main()
  // Now, not at the end: by then the engine may have dropped the code of the start, or was killed.
  .then(() => flushCompileCache())
  .catch((error: unknown) => stopAtOnce(error))
