// The variables in braces in a text to applicants.
import { describe, expect, test } from 'vitest'
import { mailedStatuses } from '../applicants/applicant-mails.ts'
import { readCataloguesBy, type Catalogue } from '../texts/compiled-messages.ts'
import { inLocale } from '../texts/locale.ts'
import { t } from '../texts/text.ts'
import {
  defaultText,
  fillText,
  messageStart,
  messageStarts,
  templateInput,
  unknownVariables,
} from './mail-templates.ts'

const files = import.meta.glob<Catalogue>('../texts/*.json', { eager: true, import: 'default' })
readCataloguesBy((language) => files[`../texts/${language.toLowerCase()}.json`] ?? {})

const values = {
  first_name: 'Maya',
  last_name: '{organization}',
  job_title: 'Packing\n Lead',
  organization: 'Tiny Tea Shop',
}

describe('variables', () => {
  // shows: V15.3.6
  test.each([
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'valueOf',
    '',
    'First_name',
  ])('{%s} is none, and stays as it is where an old text has it', (name) => {
    expect(unknownVariables(`Hello {${name}}`)).toEqual([name])
    expect(templateInput.safeParse({ subject: 'x', body: `{${name}}` }).success).toBe(false)
    expect(fillText(`Hello {${name}}`, values)).toBe(`Hello {${name}}`)
  })

  test.each([
    ['Hello {first_name} {last_name},', 'Hello Suharto,'],
    ['Hello {last_name} {first_name},', 'Hello Suharto,'],
    ['{last_name} {first_name}様', 'Suharto様'],
    ['{last_name}{first_name}様', 'Suharto様'],
    ['{first_name}: {last_name}.', 'Suharto:.'],
  ])('of a person with one name: %s', (text, filled) => {
    expect(fillText(text, { ...values, first_name: 'Suharto', last_name: '' })).toBe(filled)
  })

  test('keep the direction of a value to themselves', () => {
    expect(fillText('Hello {first_name},', { ...values, first_name: 'مريم' })).toBe(
      'Hello \u2068مريم\u2069,',
    )
  })

  test('are filled in once, each as one line', () => {
    expect(fillText('{first_name} {last_name}: {job_title}', values)).toBe(
      'Maya {organization}: Packing Lead',
    )
  })
})

test('nobody is greeted by the first name alone in Japanese', () => {
  inLocale('ja', () => {
    const bodies = [
      ...mailedStatuses.map((status) => defaultText(status).body),
      ...messageStarts.map((start) => messageStart(start).body),
      t('message.blankText'),
    ]
    const names = { ...values, first_name: '花子', last_name: '山田' }
    for (const body of bodies) expect(fillText(body, names)).toMatch(/^山田 花子 様\n/)
  })
})
