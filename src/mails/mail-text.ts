// Shortens texts for mails, and writes days.
import { dayText as dayOf } from '#domain/texts/formats.ts'

export const SUBJECT_MAX = 55

/** '12 February 2026' */
export const dayText = (day: string): string => dayOf(new Date(`${day}T00:00:00Z`), 'UTC')

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most `max` characters; longer text is cut after a whole word, with an ellipsis. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  // By grapheme, so that accents and emoji stay whole.
  for (const { segment } of segments.segment(text)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  const endsInsideWord = text[kept.length] !== ' '
  const space = kept.lastIndexOf(' ')
  // A very long word is cut inside: cutting before it would lose most of the line.
  if (endsInsideWord && space > max / 2) kept = kept.slice(0, space)
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`
}

/** A subject with a long last part, which is cut until the subject fits. */
export const withCut = (words: string, subject: (words: string) => string): string =>
  subject(cutAtWord(words, SUBJECT_MAX - subject('').length))
