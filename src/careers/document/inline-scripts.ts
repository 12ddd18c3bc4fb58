// The scripts that stand in the pages themselves, and the hashes by which the content policy knows them.
import { createHash } from 'node:crypto'
import embedSource from './embed-script.js?raw'
import tokenSource from './token-script.js?raw'
import verifySource from './verify-script.js?raw'

/**
 * Comments, indentation and the air around signs stay at home. Line ends stay where a statement may end by them, so
 * nothing depends on semicolons.
 * It knows no strings: the scripts keep spaces beside signs out of theirs.
 */
function packed(source: string): string {
  return (
    source
      .split('\n')
      .map((line) => line.trim().replace(/ ?([=,{}():?<>+&|!-]) ?/g, '$1'))
      .filter((line) => line && !line.startsWith('//'))
      .join('\n')
      .replace(/([,{(])\n|\n(?=[})])/g, '$1')
      .replace(/\((\w)\)(?==>)/g, '$1')
      // Brackets around one assignment, which the formatter asks for.
      .replace(/(?<=[(:])\((\w=\w)\)/g, '$1')
  )
}

export const inlineScripts = {
  list: packed(embedSource),
  form: `${packed(embedSource)};${packed(tokenSource)}`,
  verify: packed(verifySource),
} as const

export type InlineScript = keyof typeof inlineScripts

export const scriptHashes: string[] = Object.values(inlineScripts).map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)
