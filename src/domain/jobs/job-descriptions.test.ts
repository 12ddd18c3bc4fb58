// The plain text of a model's answer, whatever its markup.
import { describe, expect, test } from 'vitest'
import { descriptionAnswer, growingAnswer, plainText } from './job-descriptions.ts'

describe('plain text', () => {
  test.each([
    ['# You **sell** tea.  \n\n\n\nAnd more\t', 'You sell tea.\n\nAnd more'],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>Tea', 'Tea'],
    ['a &lt;b&gt;c&lt;/b&gt; 1 < 2 <b', 'a c 1 < 2'],
  ])('%j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  test('of tags in tags in tags has no tag left', () => {
    expect(plainText(`${'<b'.repeat(3000)}${'>'.repeat(3000)}tea`)).not.toContain('<')
  })

  test.each([' ', '\t', '<', '<b', '<!--', '<script>', '**', '# ', '&#', '<<b>b>'])(
    'of nothing but %j is found in one go',
    (sign) => {
      expect(plainText(`${sign.repeat(600_000 / sign.length)}x`).length).toBeLessThan(20_001)
    },
  )

  test('of a whole answer and of one on its way is no longer than a job post takes', () => {
    const fullDescription = `Tea.${' '.repeat(600_000)}x`
    expect(descriptionAnswer.parse({ fullDescription }).fullDescription).toBe('Tea.')
    expect(growingAnswer.parse({ fullDescription, benefits: [fullDescription] })).toMatchObject({
      fullDescription: 'Tea.',
      benefits: ['Tea.'],
    })
  })
})
