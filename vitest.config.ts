// The kinds of tests: rules and server (unit), React components (screens, and pseudo: in the pseudo-language),
// end-to-end (browser), and fault injection (faults).
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { runsEverything } from './scripts/test-extent.ts'
import { builtThreads } from './test/built-threads.ts'
import { minifiedScripts } from './vite.config.ts'

/**
 * Only in `npm run test:all`: whole installations with their starts, commands, backups and upgrades, each fault, each width of
 * each page, and the browser's stories of what components and the server show by themselves. They take longer than all others
 * together, and what they try changes seldom. A whole run names them all.
 */
export const matrices = [
  'src/data/embedded-database.test.ts',
  'src/features/{backups/acts-since,backups/forged-archive,keys/reencrypt-values}.test.ts',
  'src/http/{cvs/waiting-cvs,server/slow-clients}.test.ts',
  'test/processes/*.test.ts',
  'test/{account-walks,alarms,backup,command-failures,deploy,move-to-postgres,operator-commands,private-files,upgrade}.test.ts',
  'test/input/hostile-files.test.ts',
  'test/e2e/{accessibility-pages,accessibility-store,accessibility-waits,account,applicant-mails,careers-page,customers,draft,embed,embed-frames,found}.test.ts',
  'test/e2e/{incidents,job-editor,narrow,one-name,overview,palette,passkeys,profile,scripts,search,slow-line,start}.test.ts',
  'test/e2e/{store,store-frame,store-pages,theme,theme-forms,two-people,unsent,whole-store}.test.ts',
  'test/faults/!(kills|outage).test.ts',
  'scripts/{bootstrap,check,dev,failure-reporter,build/empty-cluster}.test.ts',
]
const exclude = runsEverything ? [] : matrices

/**
 * A test of the server waits for the database, one in a browser for a page, and a fault test for a server, for a third of
 * its time, so one more than processors uses them fully.
 */
const WAITING_WORKERS = Math.max(3, availableParallelism() + 1)

/**
 * Larger files start first, which suits most; these take long for their size, and one of them at the end would run
 * alone.
 */
const LONG = [
  'test/faults/kills.test.ts',
  'test/backup.test.ts',
  'test/access-matrix.test.ts',
  'src/data/embedded-database.test.ts',
  'test/e2e/accessibility.test.ts',
]

/** The second list in its order, evenly between the items of the first. */
function interleave<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
  if (first.length === 0) return [...second]
  const step = second.length / first.length
  return first.flatMap((item, place) => [
    item,
    ...second.slice(Math.round(place * step), Math.round((place + 1) * step)),
  ])
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not that of an array
    const sorted = await super.sort(files)
    const others = sorted.filter((file) => !isLong(file))
    const of = (name: string) => others.filter(({ project }) => project.name === name)
    return [
      ...sorted.filter(isLong),
      ...others.filter(({ project }) => !['browser', 'faults'].includes(project.name)),
      // A fault test waits while a browser test works; one after the other they would wait together.
      ...interleave(of('browser'), of('faults')),
    ]
  }
}

/** How long a test waits for background work; the default of one second is too short on a busy machine. */
const POLL_MS = 20_000

/**
 * After how long a test hangs. Longer than any wait inside a test, so that the wait reports what was missing, and
 * longer than a shared machine stands still: two tests once failed together because nothing ran for 30 seconds.
 */
const HANGS_MS = 180_000

/**
 * Whether the worker of each test's app works on its own. Without it a test of the server sends the mails that it reads and
 * checks the CVs that it opens (`test/work.ts`), and pays for no others: a quarter of their time was work that no test looked
 * at. In a browser, and under faults, everything runs as it does in a shop.
 */
const onItsOwn = { work: 'queued' } as const

export const unit = {
  plugins: [builtThreads],
  test: {
    name: 'unit',
    provide: { work: 'none' },
    environment: 'node',
    // Modules have no state here, and a fresh environment for each file would double the time.
    isolate: false,
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'standin/**/*.test.ts',
      'test/*.test.ts',
      'test/{docs,input,processes,screens}/*.test.ts',
    ],
    exclude,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: POLL_MS } },
  },
} satisfies TestProjectInlineConfiguration

/**
 * They leave values in modules: the language in which a text was created when its module was loaded, the store's admin around the
 * page. All others share the modules and the document of their worker (`test/screens/screens-setup.ts`), for half of the
 * processor's time.
 */
const ownModules = [
  'src/dashboard/{framed-home,pseudo}.test.tsx',
  'src/dashboard/ui/store-admin/admin-toasts.test.tsx',
]

export const screens = {
  plugins: [react(), minifiedScripts],
  test: {
    name: 'screens',
    environment: 'jsdom',
    // A process for each file takes a sixth more of the processor than a thread.
    pool: 'threads',
    testTimeout: HANGS_MS,
    include: ['src/**/*.test.tsx'],
    exclude: ownModules,
    isolate: false,
    setupFiles: 'test/screens/screens-setup.ts',
    css: true,
  },
} satisfies TestProjectInlineConfiguration

const pseudo = {
  ...screens,
  test: {
    ...screens.test,
    name: 'pseudo',
    isolate: true,
    include: ownModules,
    exclude: [],
  },
} satisfies TestProjectInlineConfiguration

const browser = {
  plugins: [builtThreads],
  test: {
    name: 'browser',
    environment: 'node',
    provide: onItsOwn,
    isolate: false,
    include: ['test/e2e/**/*.test.ts'],
    exclude,
    globalSetup: 'test/browser/browser-setup.ts',
    // After the others: a page that shares the processor with them is slow enough to fail.
    sequence: { groupOrder: 1 },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: POLL_MS } },
  },
} satisfies TestProjectInlineConfiguration

/** Fault injection: one short round in `npm test`, a few runs in `npm run test:all`, many in `npm run test:faults`. */
const faults = {
  plugins: [builtThreads],
  test: {
    name: 'faults',
    environment: 'node',
    provide: onItsOwn,
    include: ['test/faults/**/*.test.ts'],
    exclude,
    globalSetup: 'test/faults/ledger-setup.ts',
    // In parallel with the browser tests: it mostly waits for servers that it has killed.
    sequence: { groupOrder: 1 },
    testTimeout: process.env['FAULTS_FORM'] === 'long' ? 14_400_000 : 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: POLL_MS } },
  },
} satisfies TestProjectInlineConfiguration

declare module 'vitest' {
  interface TestTags {
    tags: 'slow'
  }
}

export const common = {
  globalSetup: 'test/global-setup.ts',
  // For single tests, as `matrices` for files.
  tags: [
    {
      name: 'slow' as const,
      description: 'Takes seconds, and what it tries changes seldom: only in `npm run test:all`.',
    },
  ],
  tagsFilter: runsEverything ? [] : ['!slow'],
  maxWorkers: WAITING_WORKERS,
  sequence: { sequencer: LongestFirst },
}

export default defineConfig({
  test: { ...common, projects: [unit, screens, pseudo, browser, faults] },
})
