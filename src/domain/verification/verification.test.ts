// Codes as people read and type them.
import { expect, test } from 'vitest'
import { spacedCode, typedCode, verificationInput } from './verification.ts'

// shows: safer-4
test('a code is shown in two groups, and read however it was typed or pasted', () => {
  expect(spacedCode('482913')).toBe('482 913')
  expect(spacedCode('000000')).toBe('000 000')
  for (const typed of ['482913', '482 913', ' 482-913\n', '482\u00A0913', 'Code: 482 913.']) {
    expect(typedCode(typed)).toBe('482913')
  }
  expect(typedCode('')).toBe('')
  expect(typedCode('no digits')).toBe('')
  // Digits of other scripts are not those of the mail.
  expect(typedCode('٤٨٢٩١٣')).toBe('')
})

test('a mail is asked for with an address and a job', () => {
  const roleId = '3f2b8c1e-5d4a-4f6b-9c7d-1a2b3c4d5e6f'
  expect(verificationInput.parse({ email: ' Maya@Example.com', roleId, roleTitle: 'x' })).toEqual({
    email: 'maya@example.com',
    roleId,
  })
  for (const wrong of [{ email: 'maya', roleId }, { email: 'maya@example.com', roleId: '1' }, {}]) {
    expect(verificationInput.safeParse(wrong).success).toBe(false)
  }
})
