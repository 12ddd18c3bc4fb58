import { describe, expect, test } from 'vitest'
import { ACCENT_CONTRAST, ACCENT_GROUNDS, accentOf, contrastOf, blendWithWhite } from './accent.ts'

const WHITE = '#FFFFFF'
const INK = '#1D1724'

describe('the accent of a shop', () => {
  test.each([
    ['8B5CF6', { veil: 0.04, on: WHITE, light: { text: '#8555EF', edge: '#8B5CF6' } }],
    ['FFFF00', { veil: 0, on: INK, light: { edge: '#989800' } }],
    ['008060', { veil: 0, on: WHITE, light: { text: '#008060', edge: '#008060' } }],
    ['95BF47', { veil: 0, on: INK, light: { text: '#5D7F00' } }],
    ['EC4899', { veil: 0.14, on: WHITE }],
    ['FFFFFF', { veil: 0, on: INK, light: { edge: '#929292' } }],
  ])('of %s', (color, expected) => {
    expect(accentOf(color)).toMatchObject({ color: `#${color}`, ...expected })
  })

  test.each([
    ['8B5CF6', 4.6],
    ['FFFF00', 16.3],
    ['008060', 4.9],
    ['95BF47', 8.2],
  ])('gives a button of %s the contrast %d', (color, contrast) => {
    const accent = accentOf(color)
    expect(contrastOf(blendWithWhite(accent.color, accent.veil), accent.on)).toBeCloseTo(
      contrast,
      1,
    )
  })

  test('is legible all over the RGB cube', () => {
    const worst = { button: Infinity, text: Infinity, edge: Infinity }
    const channel = Array.from({ length: 18 }, (_, step) => step * 15)
    for (const red of channel) {
      for (const green of channel) {
        for (const blue of channel) {
          const hex = [red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')
          const accent = accentOf(hex)
          const { color, veil, on } = accent
          worst.button = Math.min(worst.button, contrastOf(blendWithWhite(color, veil), on))
          for (const ground of ['light', 'dark'] as const) {
            const { text, edge } = accent[ground]
            worst.text = Math.min(worst.text, contrastOf(text, ACCENT_GROUNDS[ground]))
            worst.edge = Math.min(worst.edge, contrastOf(edge, ACCENT_GROUNDS[ground]))
          }
        }
      }
    }
    expect(worst.button).toBeGreaterThanOrEqual(ACCENT_CONTRAST.text)
    expect(worst.text).toBeGreaterThanOrEqual(ACCENT_CONTRAST.text)
    expect(worst.edge).toBeGreaterThanOrEqual(ACCENT_CONTRAST.edge)
  })
})
