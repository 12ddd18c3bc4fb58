// Removes personal data and secrets from a text that is stored for the operator: a log line, the reason why a task
// failed.
import { isUuid } from './uuid.ts'

/** Separators of words, in sentences and in URLs. */
const BETWEEN_WORDS = /([\s"'<>()[\]{},;:=&?/\\])/
/** Also as a part of a URL. */
const AT = /@|%40/i
/** Tokens, cookies, keys and hashes. Names of files and functions are shorter. */
const SECRET = /[\w-]{32,}/g

export const MASK = '[…]'

/** Ids stay: only the database knows their owners. */
export function maskPersonalData(text: string): string {
  return text
    .split(BETWEEN_WORDS)
    .map((word) => (word.search(AT) > 0 ? MASK : word))
    .join('')
    .replace(SECRET, (found) => (isUuid(found) ? found : MASK))
}
