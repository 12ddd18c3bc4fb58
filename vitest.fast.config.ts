// `npm run test:fast`: the checks of a minute without a browser and without a PostgreSQL server: the rules, the
// documents, the mails, the careers pages, the components of screens, and the queries on the embedded database.
import { defineConfig } from 'vitest/config'
import { common, screens, unit } from './vitest.config.ts'

// Read by test/databases/engines.ts and test/global-setup.ts.
process.env['TEST_ENGINES'] = 'embedded'
// And by scripts/test-extent.ts: as much of each as in `npm test`.
process.env['TEST_EXTENT'] ??= 'change'

/** Files that take seconds each: other processes, large files, many rows, or their own server. */
const slow = [
  'src/data/applicants/{many-hits,applicant-search}.test.ts',
  'src/data/embedded-database.test.ts',
  'src/careers/document/byte-budget.test.ts',
  'src/gateways/cvs/{active-content,cv-reader,cv-inspector,virus-scanner}.test.ts',
  'src/gateways/{files,lying-storage,mails/mail,traces}.test.ts',
  'src/{stack-traces,time-in-doubt}.test.ts',
  'scripts/{bootstrap,check,dev,build/empty-cluster,failure-reporter}.test.ts',
]

/** Files with tests on a PostgreSQL server alone. */
const onServer = [
  'src/data/{database,migrate,shares}.test.ts',
  'src/data/backups/dump.test.ts',
  'src/data/live/live-events.test.ts',
  'src/data/store/job-invitation-runs.test.ts',
  'src/gateways/log.test.ts',
  'src/main.test.ts',
]

export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        ...unit,
        test: {
          ...unit.test,
          include: [
            'src/{careers,data,domain,gateways,mails}/**/*.test.ts',
            'src/*.test.ts',
            'scripts/{*,checks/*}.test.ts',
            'test/docs/{asvs,decisions,promises,references,spec-map}.test.ts',
            'test/theme-extension.test.ts',
          ],
          exclude: [...slow, ...onServer],
        },
      },
      {
        ...screens,
        test: {
          ...screens.test,
          include: ['src/careers/**/*.test.tsx', 'src/dashboard/ui/**/*.test.tsx'],
        },
      },
    ],
  },
})
