// What the kinds of mail are made of.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { mailKinds } from './mails.ts'

/** Texts that no person outside of this program wrote: a shop's own notice of a breach is reviewed by its owner. */
const ours = new Set(
  `code link at supportEmail label what unsubscribeLink settingsLink listLink jobId applicantId data-request.shop
  notice_happened notice_when notice_data notice_measures notice_advice notice_contact`.split(
    /\s+/,
  ),
)

/** The paths of all texts that are shown as they were stored. */
function plainTexts(schema: z.core.$ZodType, path: string): string[] {
  const def: { type: string; shape?: object; innerType?: object; element?: object } =
    schema._zod.def
  if (def.type === 'string') return [path]
  if (def.type === 'object') {
    const shape = Object.entries((def.shape ?? {}) as Record<string, z.core.$ZodType>)
    return shape.flatMap(([name, part]) => plainTexts(part, `${path}.${name}`))
  }
  const inner = def.innerType ?? def.element
  return inner ? plainTexts(inner as z.core.$ZodType, path) : []
}

test.each(Object.entries(mailKinds))(
  'a text of people in %s is safe by its type',
  (kind, { view }) => {
    const unsafe = plainTexts(view, kind).filter(
      (path) => !ours.has(path) && !ours.has(path.split('.').at(-1) ?? ''),
    )
    expect(unsafe).toEqual([])
  },
)
