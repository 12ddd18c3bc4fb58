// Finds plain English in pages rendered in the pseudo-language (en-XA): such text is not in the catalogue.
import { keepLocaleOfEachRequest } from '#gateways/texts/request-locale.ts'
import { languageName } from '#domain/texts/languages.ts'
import { keepLocaleIn, languages } from '#domain/texts/locale.ts'

/** From now on everything in this process is in the pseudo-language. */
export const speakPseudo = (): void =>
  keepLocaleIn({
    run: (_, work) => work(),
    getStore: () => ({ locale: 'en-XA', by: 'nobody' }),
  })

/** Each request has its own language again. */
export const speakPlain = keepLocaleOfEachRequest

const months = Array.from({ length: 12 }, (_, month) =>
  (['long', 'short'] as const).map((style) =>
    new Intl.DateTimeFormat('en-GB', { month: style }).format(new Date(2026, month)),
  ),
).flat()
/** Names, kinds of files, a key, and output of `Intl`, which cannot be disguised. */
const known = new Set([
  'Storehand',
  'PDF',
  'DOC',
  'DOCX',
  'UTC',
  // Of the key that leads to the messages, in a label that their library writes.
  'alt',
  'Shopify',
  // Languages by their own names.
  ...languages.flatMap((each) => languageName(each).split(/[ ()]+/)),
  'and',
  'AM',
  'PM',
  ...months,
])

/** English words of a text, except names, addresses and typed text. */
export function plainWords(text: string, typed = ''): string[] {
  const words = text
    .replace(/https?:\S+|\S+@\S+|\/\S+|\S+\.(?:example|com|txt|pdf)\b/g, ' ')
    .matchAll(/(?<![\p{L}\p{M}&#])[A-Za-z]{2,}(?![\p{L}\p{M}])/gu)
  return [...words]
    .map(([word]) => word)
    .filter((word) => !known.has(word) && !typed.includes(word))
}

const attributes = ['alt', 'aria-label', 'aria-description', 'placeholder', 'title']

/** The visible text of a page, and the attributes that are read out or shown. */
export function textsOf(root: Document | Element): string[] {
  const texts: string[] = []
  for (const element of root.querySelectorAll('*')) {
    if (/^(?:script|style|noscript|code|pre)$/i.test(element.tagName)) continue
    for (const child of element.childNodes) {
      if (child.nodeType === child.TEXT_NODE) texts.push(child.textContent ?? '')
    }
    for (const name of attributes) texts.push(element.getAttribute(name) ?? '')
  }
  return texts.filter((text) => text.trim() !== '')
}

/** The same for a document as text. */
export const textsOfHtml = (html: string): string[] => [
  ...html.replace(/<(style|script|noscript)\b[^]*?<\/\1>/g, '').split(/<[^>]*>/),
  ...[...html.matchAll(new RegExp(` (?:${attributes.join('|')})="?([^"]*)`, 'g'))].map(
    ([, text = '']) => text,
  ),
]
