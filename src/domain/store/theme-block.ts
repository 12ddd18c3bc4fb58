// What is left to do until a page of the shop shows the jobs by the theme's block.
import type { JobsPageView } from './store-pages.ts'

/** In the published theme: it is there, can be added, or the theme takes none. */
export type BlockStatus = 'active' | 'available' | 'unavailable'

/** As the platform describes it. `targets`: where it is placed, each in the platform's own spelling. */
export type PlacedBlock = { status: BlockStatus; targets: readonly string[] }

/**
 * unavailable: the theme takes no blocks. make-page: no page is meant for the jobs. add-block: there is one, and no block.
 * use-page: the page has the jobs as text, which the block does not repeat. shown: by the block, on the page that the app made.
 * placed: in a template that somebody has chosen for it, or in a part of every page. seen: in the theme, where the platform's spelling does not say
 * whether a page shows it.
 */
export type BlockStep =
  | 'unavailable'
  | 'make-page'
  | 'add-block'
  | 'use-page'
  | 'shown'
  | 'placed'
  | 'seen'

/**
 * The template of a target, or the group of sections that is on every page. Documented is `template--product.alternate/main/my_app_product_rating_GPzUYy`
 * (@shopify/app-bridge-types 0.7.2, ThemeAppBlockActivation); real themes also have `template--15945716433--product/main/…` and
 * `sections--15945716433--header/…` (P). Undefined for every other spelling.
 */
function placeOf(target: string): string | undefined {
  const [head = ''] = target.split('/')
  const parts = head.split('--')
  const [kind, ...others] = parts
  const name = others.length < 3 ? others.at(-1) : undefined
  const isKnown = kind === 'template' || kind === 'sections'
  return isKnown && name && /^[\w.-]+$/.test(name) ? name : undefined
}

/** In this template, which is that of all pages, the block shows itself on a page that is meant for the jobs alone. */
const OF_ALL_PAGES = 'page'

/** Where it is, for a person: 'product.alternate', or the platform's own words where we cannot read them. */
export function placesOf({ targets }: PlacedBlock): string {
  const places = [...new Set(targets.map((target) => placeOf(target) ?? target))]
  const chosen = places.filter((place) => place !== OF_ALL_PAGES)
  return (chosen.length > 0 ? chosen : places).join(', ')
}

/** `page` undefined: not known yet, or not for this person. */
export function blockStep(
  block: PlacedBlock | null,
  page: JobsPageView['page'] | undefined,
): BlockStep {
  if (block?.status === 'unavailable') return 'unavailable'
  if (block?.status !== 'active') return page ? 'add-block' : 'make-page'
  if (page?.has_block) return 'shown'
  const places = block.targets.map(placeOf)
  if (places.some((place) => place && place !== OF_ALL_PAGES)) return 'placed'
  if (!places.includes(OF_ALL_PAGES)) return 'seen'
  return page ? 'use-page' : 'make-page'
}

/** Nothing is left to do. */
export const isBlockDone = (step: BlockStep): boolean => step === 'shown' || step === 'placed'
