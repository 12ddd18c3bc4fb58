import { expect, test } from 'vitest'
import { blockStep, placesOf, type BlockStep, type PlacedBlock } from './theme-block.ts'

const page = { title: 'Careers', handle: 'careers', url: 'https://shop/pages/careers' }
const filled = { ...page, has_block: true }
const text = { ...page, has_block: false }
const at = (...targets: string[]): PlacedBlock => ({ status: 'active', targets })
/** As the platform documents a target, and as real themes have it. */
const documented = (template: string) => `template--${template}/main/my_app_careers_GPzUYy`
const real = (template: string) => `template--15945716433--${template}/main/my_app_careers_GPzUYy`

test.each<[BlockStep, PlacedBlock | null, typeof filled | null]>([
  ['make-page', null, null],
  ['make-page', { status: 'available', targets: [] }, null],
  ['add-block', { status: 'available', targets: [] }, filled],
  ['add-block', { status: 'available', targets: [] }, text],
  ['unavailable', { status: 'unavailable', targets: [] }, filled],
  // In the template of all pages it shows itself on a page that is meant, and nowhere else.
  ['make-page', at(documented('page')), null],
  ['use-page', at(documented('page')), text],
  ['shown', at(documented('page')), filled],
  ['make-page', at(real('page')), null],
  ['placed', at(documented('page.careers')), null],
  ['placed', at(documented('product.alternate')), text],
  ['placed', at(real('product')), null],
  ['placed', at(documented('index'), documented('page')), text],
  ['placed', at('sections--15945716433--header/my_app_careers_GPzUYy'), null],
  ['placed', at(documented('404')), null],
  ['shown', at(documented('page'), 'index'), filled],
  // Another spelling, or none, promises nothing, and is called nothing that it may not be.
  ['seen', at('template__18273645__main'), null],
  ['seen', at('theme/my_app_careers_GPzUYy'), text],
  ['seen', at('template--1--2--3--page/main'), text],
  ['seen', at('templates/index.json'), null],
  ['seen', at(), null],
])('%s: %j and %j', (step, block, known) => {
  expect(blockStep(block, known)).toBe(step)
})

test.each([
  ['product.alternate', at(documented('product.alternate'), real('product.alternate'))],
  ['index', at(real('page'), documented('index'))],
  ['page', at(real('page'))],
  ['header', at('sections--15945716433--header/my_app_careers_GPzUYy')],
  ['theme/my_app_careers_GPzUYy', at('theme/my_app_careers_GPzUYy')],
  ['', at()],
])('‘%s’ is said of %j', (words, block) => {
  expect(placesOf(block)).toBe(words)
})
