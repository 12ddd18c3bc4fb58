// A job's requirements and benefits as lines. Separate from the job's schemas: the widget loads it in the browser.
import { t } from '../texts/text.ts'

export const RESPONSIBILITIES = { shortest: 11, most: 4, onCard: 3 } as const
/** The fallback for a job without requirements. */
export const noRequirements = (): string => t('careers.card.noRequirements')

const requirementItems = (requirements: string): string[] =>
  requirements
    .split(/\r?\n|[•‣◦▪·*]|(?:^|\s)[-–—](?=\s)/u)
    .map((item) => item.replace(/^[\s\-–—]+/u, '').trim())
    .filter(Boolean)

/** Requirements split at line ends and bullets; items of 10 characters or fewer are dropped, at most 4 kept. */
export function responsibilitiesOf(requirements: string): string[] {
  const items = requirementItems(requirements)
    .filter((item) => item.length >= RESPONSIBILITIES.shortest)
    .slice(0, RESPONSIBILITIES.most)
  return items.length > 0 ? items : [noRequirements()]
}

/** Items too short for the card, to warn the author. */
export const shortRequirements = (requirements: string): string[] =>
  requirementItems(requirements).filter((item) => item.length < RESPONSIBILITIES.shortest)

/**
 * Every line as typed, for the whole ad: without the bullet, and split further only at the bullets of a list that was
 * pasted as one line.
 */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n|[•‣◦▪]/u)
    .map((line) => line.replace(/^[\s\-–—*·]+(?=[\s\p{Letter}])/u, '').trim())
    .filter((line) => /[\p{Letter}\p{Number}]/u.test(line))
