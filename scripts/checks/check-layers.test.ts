// What the layer check must refuse, and what it must let pass.
import { describe, expect, test } from 'vitest'
import { checkLayers } from './check-layers.ts'

const nouns = ['access', 'jobs', 'applicants', 'cvs', 'pages', 'store', 'events', 'errors', 'mails']

/** A project big enough to be believed, with the given files added. */
function faultsOf(files: Record<string, string>): string[] {
  const project = new Map(nouns.map((noun) => [`src/domain/${noun}.ts`, 'export {}']))
  project.set('src/features/deps.ts', 'export {}')
  project.set('src/http/app.ts', 'export {}')
  for (const [file, content] of Object.entries(files)) project.set(file, content)
  return checkLayers(project)
}

describe('imports that keep to their layer', () => {
  test.each([
    ['src/domain/retention.ts', `import { z } from 'zod'; import { job } from './jobs.ts'`],
    ['src/data/jobs.ts', `import type { Job } from '#domain/jobs.ts'; import pg from 'pg'`],
    ['src/gateways/mail.ts', `import '#domain/mails.ts'; import 'nodemailer'`],
    [
      'src/features/jobs/edit-job.ts',
      `import '../deps.ts'; import './x.ts'; import '#data/jobs.ts'`,
    ],
    ['src/features/jobs/edit-job.ts', `import type { Deps } from '#features/deps.ts'`],
    ['src/features/deps.ts', `import type { Database } from '#data/database.ts'`],
    ['src/demo/fill.ts', `import '#features/deps.ts'; import '#data/jobs.ts'; import './rows.ts'`],
    ['src/http/jobs.ts', `import { editJob } from '#features/jobs/edit-job.ts'`],
    [
      'src/careers/render.tsx',
      `import css from './careers.css?inline'; export const a = <p>It's</p>`,
    ],
    ['src/config.ts', `import { z } from 'zod'; import '#domain/mails.ts'`],
    ['src/main.ts', `import './config.ts'; import '#data/jobs.ts'; import '#http/app.ts'`],
    ['src/schedule.ts', `import '#features/jobs/edit-job.ts'`],
    [
      'src/data/jobs.test.ts',
      `import '#test/databases/database.ts'; import '#config'; import '#main'`,
    ],
    ['src/data/migrations/baseline/0003_accounts.sql', ''],
    ['src/domain/tsconfig.json', ''],
    ['src/http/live.ts', `// import '#data/jobs.ts'\nconst text = "import '#data/jobs.ts'"`],
  ])('%s: %s', (file, content) => {
    expect(faultsOf({ [file]: content })).toEqual([])
  })
})

describe('imports that leave their layer', () => {
  test.each([
    ['src/domain/retention.ts', `import { query } from '#data/database.ts'`, 'domain may not'],
    ['src/domain/retention.ts', `import { readFile } from 'node:fs'`, 'domain may not'],
    ['src/domain/retention.ts', `import { config } from '#config'`, 'domain may not'],
    ['src/data/jobs.ts', `export { send } from '#gateways/mail.ts'`, 'data may not'],
    ['src/gateways/mail.ts', `const d = await import('#data/jobs.ts')`, 'gateways may not'],
    ['src/features/jobs/edit-job.ts', `export * from '#http/app.ts'`, 'features may not'],
    ['src/features/jobs/edit-job.ts', `import '#features/pages/x.ts'`, "another feature folder's"],
    [
      'src/features/jobs/edit-job.ts',
      `import '../pages/read-pages.ts'`,
      "another feature folder's",
    ],
    ['src/features/deps.ts', `import '#features/jobs/edit-job.ts'`, "another feature folder's"],
    ['src/demo/fill.ts', `import '#features/jobs/edit-job.ts'`, 'demo may not'],
    ['src/http/jobs.ts', `import { list } from '#data/jobs.ts'`, 'http may not'],
    ['src/http/jobs.ts', `type A = import('#gateways/mail.ts').Mail`, 'http may not'],
    ['src/dashboard/api.ts', `import type { Api } from '#http/app.ts'`, 'dashboard may not'],
    ['src/dashboard/main.tsx', `import '#careers/view.tsx'`, 'dashboard may not'],
    ['src/careers/view.tsx', `import type { Deps } from '#features/deps.ts'`, 'careers may not'],
    ['src/dashboard/main.tsx', `import path from 'node:path'`, 'no node:path'],
    ['src/config.ts', `import 'pino'`, 'config may not'],
    ['src/data/jobs.ts', `import '../domain/jobs.ts'`, 'leaves its layer'],
    ['src/data/jobs.ts', `import '../../test/databases/database.ts'`, 'leaves its layer'],
    ['src/data/jobs.ts', `import '#test/databases/database.ts'`, 'data may not'],
    ['src/http/jobs.test.ts', `import '#data/jobs.ts'`, 'http may not'],
    ['src/storage/disk.ts', '', 'no layer'],
    ['src/server.ts', '', 'no layer'],
    ['src/http/page.tsx', '', 'cannot load .tsx'],
  ])('%s: %s', (file, content, fault) => {
    expect(faultsOf({ [file]: content })).toEqual([expect.stringContaining(fault)])
  })

  test('the line is named', () => {
    const content = `// first\nimport '#domain/jobs.ts'\n\nimport '#http/app.ts'`
    expect(faultsOf({ 'src/data/jobs.ts': content })).toEqual([
      'src/data/jobs.ts:4: data may not import #http/app.ts, only domain: move what it needs there, or let a layer above pass it in',
    ])
  })
})

describe('feature folders of the dashboard', () => {
  test.each([
    ['src/dashboard/jobs/list.tsx', `import './row.tsx'; import '../ui/button.tsx'`],
    ['src/dashboard/jobs/list.tsx', `import '../shell/title.ts'; import '../queries.ts'`],
    ['src/dashboard/jobs/editor/form.tsx', `import '../row.tsx'`],
    ['src/dashboard/shell/header.tsx', `import '../ui/button.tsx'; import '../queries.ts'`],
    ['src/dashboard/ui/list.tsx', `import '../api.ts'`],
    ['src/dashboard/routes.tsx', `import './jobs/list.tsx'; import './store/pages.tsx'`],
    ['src/dashboard/jobs/list.test.tsx', `import '#test/screens/dashboard.tsx'`],
  ])('may meet so: %s: %s', (file, content) => {
    expect(faultsOf({ [file]: content })).toEqual([])
  })

  test.each([
    ['src/dashboard/jobs/list.tsx', '../store/pages.tsx', 'of the feature folder store: move'],
    ['src/dashboard/jobs/list.test.tsx', '../store/pages.tsx', 'of the feature folder store'],
    ['src/dashboard/shell/header.tsx', '../jobs/list.tsx', 'of the feature folder jobs'],
    ['src/dashboard/ui/list.tsx', '../jobs/list.tsx', 'of the feature folder jobs'],
    ['src/dashboard/queries.ts', './jobs/list.tsx', 'of the feature folder jobs'],
    ['src/dashboard/ui/list.tsx', '../shell/title.ts', 'take it as a prop'],
    ['src/dashboard/jobs/list.tsx', '../routes.tsx', 'pass what is needed as a prop'],
  ])('may not meet so: %s: %s', (file, specifier, fault) => {
    expect(faultsOf({ [file]: `import '${specifier}'` })).toEqual([expect.stringContaining(fault)])
  })
})

describe('folders', () => {
  test('are named by a noun of the product, in every layer', () => {
    expect(faultsOf({ 'src/features/people/edit-job.ts': '' })).toEqual([
      expect.stringContaining('src/features/people is none of the nouns'),
    ])
    expect(faultsOf({ 'src/dashboard/constructor/list.tsx': '' })).toHaveLength(1)
    expect(faultsOf({ 'src/features/jobs/drafts/edit-draft.ts': '' })).toEqual([])
  })

  test('hold at most 20 source files; tests are not counted', () => {
    const files = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`src/data/jobs/list-${at}.ts`, '']),
      )
    expect(faultsOf({ ...files(20), 'src/data/jobs/list-0.test.ts': '' })).toEqual([])
    expect(faultsOf(files(21))).toEqual([
      expect.stringContaining('src/data/jobs holds 21 source files, more than 20: divide it'),
    ])
  })

  test('hold no more outside of src, where no reason is written down', () => {
    const files = (folder: string) =>
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${folder}/run-${at}.ts`, '']))
    expect(faultsOf({ ...files('bench/load'), ...files('standin') })).toEqual([
      expect.stringContaining('bench/load holds 21 source files, more than 20: divide it'),
    ])
  })
})

describe('circles', () => {
  test('of values, across aliases and relative paths', () => {
    const faults = faultsOf({
      'src/domain/jobs.ts': `import { a } from './pages.ts'`,
      'src/domain/pages.ts': `import { b } from '#domain/store.ts'`,
      'src/domain/store.ts': `export { c } from './jobs.ts'`,
    })
    expect(faults).toEqual([
      'circle: src/domain/jobs.ts -> src/domain/pages.ts -> src/domain/store.ts -> src/domain/jobs.ts: move what both ends need to a file of its own',
    ])
  })

  test('of types only', () => {
    const faults = faultsOf({
      'src/domain/jobs.ts': `import type { Page } from './pages.ts'`,
      'src/domain/pages.ts': `import type { Job } from './jobs.ts'`,
    })
    expect(faults).toEqual([expect.stringContaining('circle: ')])
  })

  test('two ways to the same file are none', () => {
    const faults = faultsOf({
      'src/domain/jobs.ts': `import './pages.ts'; import './store.ts'`,
      'src/domain/pages.ts': `import './store.ts'`,
    })
    expect(faults).toEqual([])
  })
})

describe('names', () => {
  test.each([
    'src/domain/jobUtils.ts',
    'src/domain/Job.ts',
    'src/domain/utils.ts',
    'src/domain/types.test.ts',
    'src/dashboard/index.ts',
    'src/dashboard/ui/common/button.tsx',
    'src/dashboard/ui/Forms/field.tsx',
    'src/data/migrations/accounts_0001.sql',
    'test/helpers.ts',
  ])('%s is refused', (file) => {
    expect(faultsOf({ [file]: '' })).toEqual([expect.stringContaining(`${file}: `)])
  })

  test('the page of a front may be called index.html', () => {
    expect(faultsOf({ 'src/dashboard/index.html': '' })).toEqual([])
  })
})

describe('names that are looked up', () => {
  test('by `in`, which finds inherited ones, are refused', () => {
    const faults = faultsOf({
      'src/domain/jobs.ts': `const has = (name) =>\n  name in words\nconst isError = 'error' in answer`,
      'src/domain/jobs.test.ts': `const has = (name) => name in words`,
    })
    expect(faults).toEqual([expect.stringMatching(/^src\/domain\/jobs\.ts:2: .*Object\.hasOwn/)])
  })
})

test('a check that sees almost nothing does not pass', () => {
  expect(checkLayers(new Map([['src/domain/jobs.ts', '']]))).toEqual([
    expect.stringContaining('only 1 modules were seen'),
  ])
})

test('a file that cannot be read is named', () => {
  expect(() => faultsOf({ 'src/domain/jobs.ts': 'import from' })).toThrow('src/domain/jobs.ts')
})
