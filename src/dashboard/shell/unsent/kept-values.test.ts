// What lives in a module outlives the screen, and would meet the next person who signs in on this page.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const dashboard = path.join(import.meta.dirname, '../..')

/**
 * By file and name: why it may stay when another person signs in. What one person wrote or received is a `createPersonStore`, or is
 * deleted by `forgetWith`.
 */
const STAYS: Readonly<Record<string, string>> = {
  'applicants/changes/decided.ts decided': 'the id of an event that nobody reads later',
  'applicants/changes/undo-change.ts names': 'ids of changes by their random keys',
  'applicants/changes/unsent-people.ts remembered': 'emptied with the screens of its person',
  'applicants/list/late-rows.ts NONE': 'never filled',
  'shell/keys/shortcuts.ts bound': 'of the screens that are shown',
  'shell/unsent/may-leave.ts question': 'of the dialog that is shown',
  'shell/unsent/queue.ts draining': 'ends when the queue of its person is closed',
  'shell/unsent/queue.ts entries': 'read for each person by openQueue',
  'shell/unsent/queue.ts giveUp': 'called when the queue of its person is closed',
  'shell/unsent/queue.ts lateTimer': 'a timer',
  'shell/unsent/queue.ts madeHere': 'random keys',
  'shell/unsent/queue.ts place': 'unset when the queue of its person is closed',
  'shell/unsent/queue.ts retry': 'a timer',
  'shell/unsent/queue.ts unstored': 'emptied when the queue of its person is closed',
  'shell/unsent/queue.ts watchers': 'of the screens that are shown',
  'shell/visit.ts noted': 'names its person',
  'ui/hooks/focus.ts led': 'until the next press',
  'ui/hooks/value-store.ts belongsTo': 'whose the page is',
  'ui/hooks/value-store.ts forget': 'of this very rule',
  'ui/hooks/waiting-keys.ts layer': 'for seconds, until what is waited for opens',
  'ui/hooks/waiting-keys.ts pressed': 'for seconds, until what is waited for opens',
  'ui/hooks/waiting-keys.ts subject': 'for seconds, until what is waited for opens',
  'ui/popups/toast.tsx elsewhere': 'of the page',
  'ui/popups/toast.tsx isWanted': 'of the page',
  'ui/popups/toast.tsx toaster': 'of the page',
  'ui/popups/toast.tsx waiting': 'emptied by dismissAllToasts when a person signs out',
  'ui/settings/leave-settings.tsx openSections': 'of the screens that are shown',
  'ui/settings/saving.ts waiting': 'of the screens that are shown',
  'ui/store-admin/admin-frame.ts served': 'of the page',
  'ui/store-admin/admin-toasts.ts shown': 'random ids',
  'ui/time.tsx ticking': 'a timer',
  'ui/time.tsx watchers': 'of the screens that are shown',
}

const FILLED_LATER =
  /^(?:export )?(?:const|let) (\w+)(?:: .+)? = (?:createStore\b|new (?:Map|Set)(?:<.*>)?\(\)|\[\]$|\(\) => undefined$)|^let (\w+): .*\b(?:undefined|null|>)$/gm

// shows: privacy-7
test('no module of the dashboard keeps what one person wrote or received for the next one', () => {
  const kept = globSync('**/*.{ts,tsx}', { cwd: dashboard })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const source = readFileSync(path.join(dashboard, file), 'utf8')
      return [...source.matchAll(FILLED_LATER)]
        .map(([, filled, unset]) => filled ?? unset)
        .filter((name) => !source.includes(`forgetWith(() => (${name} = `))
        .map((name) => `${file.replaceAll(path.sep, '/')} ${name}`)
    })
  expect(kept.toSorted()).toEqual(Object.keys(STAYS))
})
