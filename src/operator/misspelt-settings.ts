// Variables of the environment that look like a setting and are none.
import { diff } from 'node:util'
import { settingNames } from '#config'

/** Letters that are too many or lack: one wrong letter is two. */
const MOST_LETTERS_WRONG = 2
const LEAST_LETTERS = 6

const lettersWrong = (one: string, other: string): number =>
  diff(one, other).filter(([kept]) => kept !== 0).length

/** Of each variable that looks like a setting and is none: what was probably suggestion. They would do nothing, without a word. */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; suggestion: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (name.length < LEAST_LETTERS || settingNames.includes(name)) return []
    const nearest = settingNames
      .map((suggestion) => ({
        suggestion,
        wrong: suggestion.startsWith(`${name}_`) ? 1 : lettersWrong(name, suggestion),
      }))
      .toSorted((one, other) => one.wrong - other.wrong)[0]
    return nearest && nearest.wrong <= MOST_LETTERS_WRONG
      ? [{ name, suggestion: nearest.suggestion }]
      : []
  })
}
