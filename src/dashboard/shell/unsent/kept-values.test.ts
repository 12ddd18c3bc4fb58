// What lives in a module outlives the screen, and would meet the next person who signs in on this page.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const dashboard = path.join(import.meta.dirname, '../..')

/** By file and name: why it may stay when another person signs in. What a person wrote or received is a `createPersonStore`. */
const STAYS: Readonly<Record<string, string>> = {
  'applicants/changes/decided.ts decided': 'the id of an event that nobody reads later',
  'applicants/changes/undo-change.ts names': 'ids of changes by their random keys',
  'applicants/changes/unsent-people.ts remembered': 'emptied with the screens of its person',
  'applicants/list/late-rows.ts NONE': 'never filled',
  'shell/keys/shortcuts.ts bound': 'of the screens that are shown',
  'shell/unsent/may-leave.ts question': 'of the dialog that is shown',
  'shell/unsent/queue.ts entries': 'read anew for each person by openQueue',
  'shell/unsent/queue.ts madeHere': 'random keys',
  'shell/unsent/queue.ts unstored': 'emptied when the queue of its person is closed',
  'shell/unsent/queue.ts watchers': 'of the screens that are shown',
}

// shows: privacy-7
test('no module of the dashboard keeps what one person wrote or received for the next one', () => {
  const kept = globSync('**/*.{ts,tsx}', { cwd: dashboard })
    .filter((file) => !file.startsWith('ui/') && !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(dashboard, file), 'utf8').matchAll(
          /^(?:export )?(?:const|let) (\w+)(?:: [^=\n]+)? = (?:createStore\b|new (?:Map|Set)(?:<.*>)?\(\)|\[\]$)/gm,
        ),
      ].map(([, name]) => `${file} ${name}`),
    )
  expect(kept.toSorted()).toEqual(Object.keys(STAYS))
})
