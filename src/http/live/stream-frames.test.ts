import { expect, test } from 'vitest'
import type { LiveEvent } from '#domain/live/live-events.ts'
import { asOrganizationId } from '#test/rows.ts'
import { Frames } from './stream-frames.ts'

const organization_id = asOrganizationId('00000000-0000-4000-8000-000000000000')
const event = (position: number, name: LiveEvent['name'], subject_id: string): LiveEvent => ({
  id: position,
  organization_id,
  name,
  subject_id,
  position,
  data: `{"id":"${subject_id}"}`,
})
const frames = new Frames([event(7, 'jobs.changed', 'job'), event(8, 'membership.changed', 'ana')])

test('every stream that missed nothing is given the same bytes, which are made once', () => {
  const bytes = frames.after(6)
  expect(String(bytes)).toBe(
    'event: jobs.changed\ndata: {"id":"job"}\nid: 7\n\n' +
      'event: membership.changed\ndata: {"id":"ana"}\nid: 8\n\n',
  )
  expect(frames.after(0)).toBe(bytes)
})

test('a stream that knows the first is given the second, and one that knows both nothing', () => {
  expect(String(frames.after(7))).toBe('event: membership.changed\ndata: {"id":"ana"}\nid: 8\n\n')
  expect(frames.after(8)).toHaveLength(0)
})

test('whoever is out is given what is about them, and nothing else', () => {
  expect(String(frames.about('ana', 0))).toBe(String(frames.after(7)))
  expect(frames.about('ana', 8)).toHaveLength(0)
  expect(frames.about('ben', 0)).toHaveLength(0)
  expect([frames.isAbout('ana'), frames.isAbout('ben')]).toEqual([true, false])
})
