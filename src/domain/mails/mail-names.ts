// Makes texts of users safe for mails: anyone can create an organization, name a job, and have it mailed to anyone.
import { t } from '../texts/text.ts'

// Joiners stay: Persian, Hindi and emoji are misspelt without them.
const unseen = /(?![\u200C\u200D])\p{Cf}/gu
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** No line ends, control or direction characters: neither a header nor a sentence can be forged with it. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unseen, '').replace(breaks, ' ').trim()
}

/**
 * Matches 'evil.example' and 'Node.js', but not 'St. Ives', 'e.g.' or '2.5 days': at least two letters follow the dot of a
 * host. Includes all characters that browsers and mail programs read as a dot.
 */
const dotOfHost =
  /(?<=[\p{L}\p{N}\p{M}_-])[.\u2024\u3002\uFE52\uFF0E\uFF61](?=[\u200C\u200D]?\p{L}[\p{L}\p{N}\p{M}-])/gu
const dotOfNumbers =
  /(?<=\d)[.\u2024\u3002\uFE52\uFF0E\uFF61](?=\d{1,3}[.\u2024\u3002\uFE52\uFF0E\uFF61]\d{1,3}[.\u2024\u3002\uFE52\uFF0E\uFF61]\d)/gu
/** 'https://', 'mailto:' and the like, at the start of an address. */
const scheme = /\b(?:[a-z][a-z0-9+-]{1,20}:[/\\]{1,3}|(?:mailto|tel|sms|data|javascript):(?=\S))/giu
/** 'ana@tea', but not 'Chef @ Tiny Tea'. */
const atOfAddress = /(?<=\S)[@\uFE6B\uFF20](?=\S)/gu

/**
 * One line in which no mail program finds a link: a space breaks each match, so that 'Node.js Developer' stays readable
 * and 'evil.example/unlock' is not a link.
 */
export const unlinked = (text: string): string =>
  oneLine(text)
    .replace(scheme, ' ')
    .replace(dotOfNumbers, ' ')
    .replace(dotOfHost, ' ')
    .replace(atOfAddress, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Neutralises links in every line; keeps line breaks, with at most one empty line in a row. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

// Anyone can sign up with a stranger's address under any 'name': words that mail programs would turn into links are removed.
const looksLikeAddress = /[/@:\\]|\.\S/u
const NAME_SHOWN_MAX = 60

/** Whether the entered name looks like a name. */
export const isPersonName = (name: string): boolean =>
  name !== '' && name.length <= NAME_SHOWN_MAX && !looksLikeAddress.test(name)

const SENDER_MAX = 70

/**
 * The display name in From before our own address. A name that looks like an address is left out: it could be mistaken
 * for the sender's address.
 */
export function senderName(organization: string): string {
  const name = oneLine(organization)
  const isName = name !== '' && name === unlinked(name) && name.length <= SENDER_MAX
  return isName ? t('mails.senderVia', { organization: name }) : 'Storehand'
}
