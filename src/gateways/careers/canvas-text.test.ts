// Line breaking on a canvas.
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { fontOf, linesOf } from './canvas-text.ts'

test('a word of any length takes a few measurements for each of its lines', () => {
  const ink = createCanvas(10, 10).getContext('2d')
  ink.font = fontOf(15)
  let letters = 0
  const measured = new Proxy(ink, {
    get(target, name) {
      if (name !== 'measureText') return Reflect.get(target, name) as unknown
      return (text: string) => {
        letters += text.length
        return target.measureText(text)
      }
    },
  })
  const lines = linesOf(measured, 'a'.repeat(4000), 200, 5)
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toMatch(/^a+…$/)
  expect(letters).toBeLessThan(100_000)
  // As many letters as fit, and no letter is lost between two lines.
  expect(linesOf(ink, 'a'.repeat(60), 200, 5).join('')).toBe('a'.repeat(60))
})

test.each([
  ['🚲 Weekend courier', ['Weekend courier']],
  ['Baker 🧁🧁 in 👩🏽‍🍳 Leeds ☎️', ['Baker in Leeds']],
  ['🧁🧁', []],
  ['Tea™ & Co. 24 #1 ☎', ['Tea™ & Co. 24 #1 ☎']],
])('emoji are left out: %s', (text, lines) => {
  expect(linesOf(createCanvas(1, 1).getContext('2d'), text, 1000, 2)).toEqual(lines)
})
