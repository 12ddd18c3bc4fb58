// The texts of a language, from its file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalogue, OtherLanguage } from '#domain/texts/compiled-messages.ts'

const folder = path.join(import.meta.dirname, '../../domain/texts')
const known = new Map<OtherLanguage, Catalogue>()

/** Read once, when the language is first used: 3 ms, in the request of its first reader. */
export function readCatalogue(language: OtherLanguage): Catalogue {
  let catalogue = known.get(language)
  if (!catalogue) {
    const text = readFileSync(path.join(folder, `${language.toLowerCase()}.json`), 'utf8')
    known.set(language, (catalogue = JSON.parse(text) as Catalogue))
  }
  return catalogue
}
