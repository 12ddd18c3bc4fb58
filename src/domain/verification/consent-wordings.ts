// What people have agreed to, word by word: each version of the consent text stays here for as long as applications of it exist.
import { storedLanguage } from '../texts/languages.ts'
import of20261122 from './consents/2026-11-22.json' with { type: 'json' }

/**
 * Of each version its sentences by language, in the order of the form. Braces stand where the form has the job's title, the shop's
 * name and the months until deletion.
 */
export const consentWordings: Readonly<Record<string, Readonly<Record<string, string[]>>>> = {
  '2026-11-22': of20261122,
}

/** As the person read it; null for a version of before the archive. English (US) has no wording of its own. */
export function consentWording(version: string, language: string | null): string[] | null {
  const spoken = storedLanguage(language)
  const wording = consentWordings[version]
  return wording?.[spoken] ?? wording?.['en-GB'] ?? null
}
