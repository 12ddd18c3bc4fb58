// What was typed into the application form, kept on the person's device.
import { afterEach, expect, test, vi } from 'vitest'
import { DRAFT_DAYS } from '#domain/careers/widget.ts'
import { readDraft, saveDraft } from './draft.ts'

afterEach(() => vi.useRealTimers())

// shows: privacy-46, privacy-47
test('a draft is for the same job and address, and goes after its days', () => {
  const form = document.createElement('form')
  form.innerHTML =
    '<input name="firstName" value="Maya"><input name="token" value="secret"><input name="cvId" value="cv-1">'
  vi.useFakeTimers({ now: new Date('2026-11-01T12:00:00Z'), toFake: ['Date'] })
  saveDraft('job', 'maya@mail.example', form)
  expect(readDraft('other job', 'maya@mail.example')).toBeNull()
  expect(readDraft('job', 'leo@mail.example')).toBeNull()
  vi.setSystemTime(Date.now() + DRAFT_DAYS * 86_400_000 - 1)
  expect(readDraft('job', 'maya@mail.example')).toMatchObject({
    values: { firstName: 'Maya' },
    hasCv: true,
  })
  expect(localStorage.getItem('storehand-draft')).not.toMatch(/secret|cv-1/)
  vi.setSystemTime(Date.now() + 1)
  expect(readDraft('other job', 'leo@mail.example')).toBeNull()
  expect(localStorage).toHaveLength(0)
})
