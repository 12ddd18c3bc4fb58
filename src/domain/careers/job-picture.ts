// What the server draws of a shop and of its jobs: the picture that messengers show beside a link, and the poster for the window.
import type { Brand } from '../organizations/brand.ts'

/** Pixels, as Open Graph's readers want it. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** A picture of a page: a full address. */
export type SocialPicture = { href: string; width: number; height: number }

/** Everything that is drawn on it. */
export type SocialWords = {
  shop: string
  title: string
  facts: string
  /** Six hex digits. */
  color: string
  brand: Brand
  /** The address of the shop's own picture, shown beside the words. */
  photo: string | null
}
