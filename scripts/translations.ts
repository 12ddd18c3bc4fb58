// Texts that languages lack compared with English. `npm run translations -- de` prints the missing texts, as a file for
// translators; without a language, the number of missing texts of each, and errors. People read missing texts in
// English.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { languages, type Language } from '../src/domain/texts/locale.ts'
import { wantedBy } from './text-types.ts'

type Catalogue = Readonly<Record<string, string>>

const texts = path.join(import.meta.dirname, '../src/domain/texts')

export const catalogueOf = (language: Language): Catalogue =>
  JSON.parse(
    readFileSync(
      path.join(texts, language === 'en-GB' ? 'en.json' : `${language.toLowerCase()}.json`),
      'utf8',
    ),
  ) as Catalogue

/** English (US) contains only the differences from that of the UK. */
export const missingTexts = (language: Language, english: Catalogue, own: Catalogue): string[] =>
  language === 'en-GB' || language === 'en-US'
    ? []
    : Object.keys(english).filter((code) => !Object.hasOwn(own, code))

/** The cases of plurals that a message distinguishes, one set for each plural in it. */
function pluralsIn(nodes: readonly unknown[]): string[][] {
  return nodes.flatMap((node) => {
    if (!Array.isArray(node)) return []
    const [, kind, branches] = node as [string, unknown, unknown]
    if (typeof kind !== 'number' || kind === 0 || kind > 3) return pluralsIn(node.slice(1))
    const cases = branches as Record<string, unknown>
    const inside = Object.values(cases).flatMap((branch) =>
      pluralsIn(Array.isArray(branch) ? branch : []),
    )
    return kind === 2 ? [Object.keys(cases), ...inside] : inside
  })
}

const nodesOf = (text: string): readonly unknown[] => {
  const message: unknown = compile(text)
  return Array.isArray(message) ? message : []
}

/** The plural case 'many' in French, Spanish, Italian and Portuguese: only for millions, which we do not count. */
const isNeeded = (category: string, language: string) =>
  category !== 'many' || !/^(?:fr|es|it|pt)/.test(language)

/** Errors in the texts of a language, which would otherwise be noticed only when the text is shown. */
export function textFaults(language: Language, english: Catalogue, own: Catalogue): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const namesIn = (text: string) => {
    const { values, tags } = wantedBy(compile(text))
    return [...[...values.keys()].map((name) => `{${name}}`), ...[...tags].map((tag) => `<${tag}>`)]
  }
  return Object.entries(own).flatMap(([code, text]) => {
    const source = english[code]
    if (source === undefined) return [`${code} is unknown`]
    let names: string[]
    try {
      names = namesIn(text)
    } catch (error) {
      return [`${code} cannot be read: ${String(error)}`]
    }
    const known = namesIn(source)
    const lacking = known.filter((name) => !names.includes(name))
    const cases = pluralsIn(nodesOf(text)).flatMap((of) =>
      categories.filter((each) => !of.includes(each) && isNeeded(each, language)),
    )
    return [
      ...names
        .filter((name) => !known.includes(name))
        .map((name) => `${code} has no value ${name}`),
      ...lacking.map((name) => `${code} lacks ${name}`),
      ...cases.map((each) => `${code} has no plural for '${each}'`),
    ]
  })
}

if (import.meta.main) {
  const english = catalogueOf('en-GB')
  const asked = languages.find((language) => language === process.argv[2])
  if (asked) {
    const missing = missingTexts(asked, english, catalogueOf(asked))
    console.log(
      JSON.stringify(Object.fromEntries(missing.map((code) => [code, english[code]])), null, 2),
    )
  } else {
    for (const language of languages) {
      const own = catalogueOf(language)
      const faults = textFaults(language, english, own)
      for (const fault of faults) console.error(`src/domain/texts/${language}.json: ${fault}`)
      if (faults.length > 0) process.exitCode = 1
      console.log(`${language} lacks ${missingTexts(language, english, own).length} texts`)
    }
  }
}
