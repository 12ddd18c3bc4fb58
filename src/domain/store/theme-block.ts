// What is left to do until a page of the shop shows the jobs by the theme's block.
import type { JobsPageView } from './store-pages.ts'

/** In the published theme: it is there, can be added, or the theme takes none. */
export type BlockStatus = 'active' | 'available' | 'unavailable'

/** As the platform describes it. `targets`: where it is placed, each in the platform's own spelling. */
export type PlacedBlock = { status: BlockStatus; targets: readonly string[] }

/**
 * unavailable: the theme takes no blocks. make-page: no page is meant for the jobs. add-block: there is one, and no block.
 * use-page: the page has the jobs as text, which the block does not repeat. shown: by the block, on the page that the app made.
 * placed: in a template that somebody has chosen for it.
 */
export type BlockStep = 'unavailable' | 'make-page' | 'add-block' | 'use-page' | 'shown' | 'placed'

/** The templates that are not the one of all pages. A target that cannot be read promises nothing. */
const chosenTemplates = new Set(
  ['index', 'product', 'collection', 'list-collections', 'blog', 'article'].concat([
    'cart',
    'search',
    '404',
    'password',
  ]),
)

/** 'template--page.careers', 'templates/index.json': how the platform spells it is not documented. */
function isChosen(target: string): boolean {
  const [name = '', suffix] = (target.split(/--|\//).at(-1) ?? '').replace(/\.json$/, '').split('.')
  return name === 'page' ? suffix !== undefined : chosenTemplates.has(name)
}

/** `page` undefined: not known yet, or not for this person. */
export function blockStep(
  block: PlacedBlock | null,
  page: JobsPageView['page'] | undefined,
): BlockStep {
  if (block?.status === 'unavailable') return 'unavailable'
  if (block?.status !== 'active') return page ? 'add-block' : 'make-page'
  if (page?.has_block) return 'shown'
  if (block.targets.some(isChosen)) return 'placed'
  return page ? 'use-page' : 'make-page'
}

/** Nothing is left to do. */
export const isBlockDone = (step: BlockStep): boolean => step === 'shown' || step === 'placed'
