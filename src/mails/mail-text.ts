// Foreign words made fit for a mail: how much of them is shown, and where they end.
import { oneLine } from '#domain/mails/mail-names.ts'
import { dayText as dayOf } from '#domain/texts/formats.ts'

export const SUBJECT_MAX = 55

/** Every line harmless; the lines stay, more than one empty one between them does not. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** '12 February 2026' */
export const dayText = (day: string): string => dayOf(new Date(`${day}T00:00:00Z`), 'UTC')

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most `max` characters; what is too long ends after a whole word, with an ellipsis. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  // Whole graphemes, so that no letter loses its accent and no emoji falls apart.
  for (const { segment } of segments.segment(text)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  const endsInsideWord = text[kept.length] !== ' '
  const space = kept.lastIndexOf(' ')
  // A single endless word is cut where it stands: losing most of the line for it would say less.
  if (endsInsideWord && space > max / 2) kept = kept.slice(0, space)
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`
}

/** A subject whose last words may be long: they are cut until it fits. */
export const withCut = (words: string, subject: (words: string) => string): string =>
  subject(cutAtWord(words, SUBJECT_MAX - subject('').length))

// Anyone can sign a stranger's address up under any 'name': words that mail programs would turn into a link are left out.
const looksLikeAddress = /[/@:\\]|\.\S/u
const NAME_SHOWN_MAX = 60

/** Whether what was entered as a name can be shown as one. */
export const isPersonName = (name: string): boolean =>
  name !== '' && name.length <= NAME_SHOWN_MAX && !looksLikeAddress.test(name)
