// How much of the tests runs: what every change must pass (`npm test`), or everything (`npm run test:all`, and files that are named).

/** Set by scripts/check.ts, for the configuration of Vitest too. */
export const runsEverything = process.env['TEST_EXTENT'] !== 'change'

/** The first only, where `npm run test:all` tries each. */
export const firstOf = <Item>(items: readonly Item[]): readonly Item[] =>
  runsEverything ? items : items.slice(0, 1)

/** None of them, where `npm run test:all` tries each. */
export const onlyInAll = <Item>(items: readonly Item[]): readonly Item[] =>
  runsEverything ? items : []
