// The consent form says what its version says, and no archived version has been changed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RETENTION } from '../retention/retention.ts'
import { languages } from '../texts/locale.ts'
import { consentWording, consentWordings } from './consent-wordings.ts'
import { CONSENT_VERSION } from './verification.ts'

const catalogueOf = (name: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../texts/${name.toLowerCase()}.json`), 'utf8'),
  ) as Record<string, string>

const SENTENCES = ['title', 'intro', 'toVerify', 'toStore', 'toProcess', 'goesTo', 'checkbox']

test.each(languages)('the form in %s says what its version says', (language) => {
  const own = { ...catalogueOf('en'), ...catalogueOf(language === 'en-GB' ? 'en' : language) }
  const texts = SENTENCES.map((name) => own[`careers.consent.${name}`])
  // Where this fails, people would agree to another text under the same version: raise CONSENT_VERSION.
  expect(consentWording(CONSENT_VERSION, language)).toEqual(texts)
})

test('every archived version is as it was', () => {
  const archived = Object.fromEntries(
    Object.keys(consentWordings).map((version) => {
      const file = path.join(import.meta.dirname, 'consents', `${version}.json`)
      return [version, createHash('sha256').update(readFileSync(file)).digest('hex')]
    }),
  )
  expect(archived).toEqual({
    '2026-11-22': 'cfad8d2fe73f727c1a7d67f857eb9802c664f66f8b625ae872667fdb82573e6b',
  })
  // A number in the text.
  expect(RETENTION.applicantMonths).toBe(6)
})
