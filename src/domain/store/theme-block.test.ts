import { expect, test } from 'vitest'
import { blockStep, type BlockStep, type PlacedBlock } from './theme-block.ts'

const page = { title: 'Careers', handle: 'careers', url: 'https://shop/pages/careers' }
const filled = { ...page, has_block: true }
const text = { ...page, has_block: false }
const at = (...targets: string[]): PlacedBlock => ({ status: 'active', targets })

test.each<[BlockStep, PlacedBlock | null, typeof filled | null]>([
  ['make-page', null, null],
  ['make-page', { status: 'available', targets: [] }, null],
  ['add-block', { status: 'available', targets: [] }, filled],
  ['add-block', { status: 'available', targets: [] }, text],
  ['unavailable', { status: 'unavailable', targets: [] }, filled],
  // In the template of all pages it shows itself on a page that is meant, and nowhere else.
  ['make-page', at('template--page'), null],
  ['use-page', at('template--page'), text],
  ['shown', at('template--page'), filled],
  ['placed', at('template--page.careers'), null],
  ['placed', at('templates/index.json', 'templates/page.json'), text],
  ['shown', at('template--page', 'index'), filled],
  // Another spelling, or none, promises nothing.
  ['make-page', at('template--18273645__main'), null],
  ['make-page', at(), null],
])('%s: %j and %j', (step, block, known) => {
  expect(blockStep(block, known)).toBe(step)
})
