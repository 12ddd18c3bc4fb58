import { expect, test } from 'vitest'
import { canMove, firstStep, hiringSteps } from '#domain/applicants/applicants.ts'
import { refusedDropText } from './board-labels.ts'

test('a column that is too far ahead names the step that is missing', () => {
  expect(refusedDropText('applied', 'interviewed')).toBe('Review first')
  expect(refusedDropText('reviewing', 'hired')).toBe('Interview first')
})

test('no step ahead is called one back', () => {
  for (const [place, from] of hiringSteps.entries()) {
    for (const to of hiringSteps.slice(place + 1)) {
      if (canMove(from, to) || firstStep(from, to) === undefined) continue
      expect([from, to, refusedDropText(from, to)]).toEqual([
        from,
        to,
        expect.not.stringMatching(/^Back to/),
      ])
    }
  }
})
