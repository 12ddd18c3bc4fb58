// What the server draws of a shop and of its jobs: the picture that messengers show beside a link, and the poster for the window.
import { z } from 'zod'
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

export const posterSizes = ['a4', 'a5'] as const
export type PosterSize = (typeof posterSizes)[number]
export const posterQuery = z.object({
  size: z.enum(posterSizes).default('a4'),
  /** Another is taken for none, as on pages. */
  lang: z.string().max(35).optional(),
})

/** Everything that is on a poster. */
export type PosterWords = {
  brand: Brand
  /** Where its readers begin: the whole sheet is mirrored for those who read from the right. */
  direction: 'ltr' | 'rtl'
  title: string
  /** The line above the title. */
  hiring: string
  facts: readonly (readonly [name: string, fact: string])[]
  /** Paragraphs and lines; what has no room is left out. */
  text: readonly string[]
  /** What is scanned, and what people read and type: the same page. */
  link: string
  shownLink: string
  scan: string
  /** Where the shop is. */
  address: string | null
}
