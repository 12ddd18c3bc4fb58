// Every key of the dashboard in one dialog, and the switch for single-character keys.
import { Fragment } from 'react'
import { t, type NamesIn } from '#domain/texts/text.ts'
import { FormDialog } from '../../ui/popups/dialog.tsx'
import { LabelledSwitch } from '../../ui/forms/switch.tsx'
import {
  isApple,
  modifierKey,
  shortcuts,
  switchSingleKeys,
  useSingleKeys,
  type ShortcutName,
} from './shortcuts.ts'

const groups = ['everywhere', 'board', 'applicants'] as const

type Place = { group: (typeof groups)[number]; does: NamesIn<'shortcut'> }
type Line = Place & { keys: readonly string[] }

/** The effect of each key, and where it works: its text is `shortcut.${does}`. */
const places: Readonly<Record<ShortcutName, Place>> = {
  palette: { group: 'everywhere', does: 'palette' },
  help: { group: 'everywhere', does: 'help' },
  'go.overview': { group: 'everywhere', does: 'goOverview' },
  'go.applicants': { group: 'everywhere', does: 'goApplicants' },
  'go.jobs': { group: 'everywhere', does: 'goJobs' },
  'go.incidents': { group: 'everywhere', does: 'goIncidents' },
  'go.pages': { group: 'everywhere', does: 'goPages' },
  undo: { group: 'everywhere', does: 'undo' },
  'applicants.search': { group: 'applicants', does: 'search' },
  'applicants.next': { group: 'applicants', does: 'next' },
  'applicants.previous': { group: 'applicants', does: 'previous' },
  'applicants.select': { group: 'applicants', does: 'select' },
  'applicants.status': { group: 'applicants', does: 'status' },
  'applicants.reject': { group: 'applicants', does: 'reject' },
  'applicants.contacted': { group: 'applicants', does: 'contacted' },
  'applicants.star': { group: 'applicants', does: 'star' },
  'applicants.compare': { group: 'applicants', does: 'compare' },
  'applicants.nextProfile': { group: 'applicants', does: 'nextProfile' },
  'applicants.previousProfile': { group: 'applicants', does: 'previousProfile' },
  'applicants.note': { group: 'applicants', does: 'note' },
  'applicants.cv': { group: 'applicants', does: 'cv' },
  'applicants.email': { group: 'applicants', does: 'email' },
  'applicants.view': { group: 'applicants', does: 'view' },
}

/** Keys that a focused widget handles itself: they cannot be switched off, because they do nothing elsewhere. */
const focusedKeys: readonly Line[] = [
  { keys: ['ArrowDown', 'ArrowUp'], does: 'nextOrPrevious', group: 'applicants' },
  { keys: ['Enter'], does: 'openProfile', group: 'applicants' },
  {
    keys: ['Shift+ArrowDown', 'Shift+ArrowUp'],
    does: 'selectRange',
    group: 'applicants',
  },
  { keys: ['Escape'], does: 'closeOrClear', group: 'applicants' },
  { keys: ['Space'], does: 'pickUp', group: 'board' },
  { keys: ['ArrowLeft', 'ArrowRight'], does: 'moveCard', group: 'board' },
  { keys: ['Escape'], does: 'putBack', group: 'board' },
]

const shortcutNames = Object.keys(shortcuts) as ShortcutName[]

/** The Shift of a question mark is not shown as a key. */
const lines: readonly Line[] = [
  ...shortcutNames.map((name) => ({
    ...places[name],
    keys: shortcuts[name].keys.filter((binding) => binding !== 'Shift+?'),
  })),
  ...focusedKeys,
]

/** The labels of the keys, and their names for screen readers. */
const keyNames = (): Readonly<Record<string, readonly [shown: string, spoken?: string]>> => ({
  ArrowDown: ['↓', t('key.arrowDown')],
  ArrowUp: ['↑', t('key.arrowUp')],
  ArrowLeft: ['←', t('key.arrowLeft')],
  ArrowRight: ['→', t('key.arrowRight')],
  Enter: [t('key.enter')],
  Escape: [t('key.esc'), t('key.escape')],
  Shift: [t('key.shift')],
  Space: [t('key.space')],
  $mod: [modifierKey(), isApple() ? t('key.command') : t('key.control')],
  '[': ['[', t('key.leftBracket')],
  ']': [']', t('key.rightBracket')],
  '/': ['/', t('key.slash')],
  '?': ['?', t('key.questionMark')],
})

function Key({ name }: { name: string }) {
  const [shown, spoken] = keyNames()[name] ?? [name]
  return (
    <kbd className="rounded-[4px] border border-b-2 border-line bg-surface px-1.5 font-sans text-meta font-medium text-ink-2">
      {spoken ? (
        <>
          <span aria-hidden="true">{shown}</span>
          <span className="sr-only">{spoken}</span>
        </>
      ) : (
        shown
      )}
    </kbd>
  )
}

/** '$mod+z', or 'g o' one after the other. */
function Press({ binding }: { binding: string }) {
  return binding.split(' ').map((press, index) => (
    <Fragment key={press}>
      {index > 0 && <span className="text-meta text-ink-3"> {t('keys.then')} </span>}
      {press.split('+').map((key) => (
        // As printed on the keyboard, when it is held with another.
        <Key key={key} name={press.includes('+') && key.length === 1 ? key.toUpperCase() : key} />
      ))}
    </Fragment>
  ))
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const singleKeys = useSingleKeys()
  return (
    <FormDialog title={t('keys.title')} wide onClose={onClose}>
      <div className="px-6 pt-3 pb-6 max-md:px-4">
        <LabelledSwitch
          label={t('keys.single')}
          hint={t('keys.singleHint')}
          checked={singleKeys}
          onChange={switchSingleKeys}
        />
        <div className="mt-4 gap-x-10 md:columns-2">
          {groups.map((group) => (
            <section
              key={group}
              aria-label={t(`shortcutGroup.${group}`)}
              className="mb-5 break-inside-avoid-column"
            >
              <h3 className="mb-1 font-semibold">{t(`shortcutGroup.${group}`)}</h3>
              <dl>
                {lines
                  .filter((line) => line.group === group)
                  .map(({ keys, does }) => (
                    <div
                      key={does}
                      className="flex items-baseline gap-3 border-t border-line py-1.5 first:border-t-0"
                    >
                      <dt className="me-auto min-w-0">{t(`shortcut.${does}`)}</dt>
                      <dd className="flex flex-none flex-wrap items-center justify-end gap-1">
                        {keys.map((binding, index) => (
                          <Fragment key={binding}>
                            {index > 0 && (
                              <span className="text-meta text-ink-3">{t('keys.or')}</span>
                            )}
                            <Press binding={binding} />
                          </Fragment>
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </FormDialog>
  )
}
