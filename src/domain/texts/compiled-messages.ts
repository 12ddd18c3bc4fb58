// The messages of each language as `formatMessage` takes them. The builds for browsers put a file in its place that holds them
// compiled, without the compiler: see scripts/texts-plugin.ts.
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import en from './en.json' with { type: 'json' }
import type { Locale } from './locale.ts'
import { pseudo } from './pseudo.ts'

/** One line for each language. */
const languages: Record<Locale, (code: string) => CompiledMessage> = {
  'en-GB': (code) => compile(textOf(en, code)),
  'en-XA': (code) => pseudo(compile(textOf(en, code))),
}

function textOf(catalogue: Readonly<Record<string, string>>, code: string): string {
  const text = catalogue[code]
  if (text === undefined) throw new Error(`no text has the code ${code}`)
  return text
}

const compiled = new Map<string, CompiledMessage>()

/** Compiled when it is first wanted: a start does not wait for all of them. */
export function compiledMessage(locale: Locale, code: string): CompiledMessage {
  const key = `${locale} ${code}`
  let message = compiled.get(key)
  if (message === undefined) compiled.set(key, (message = languages[locale](code)))
  return message
}
