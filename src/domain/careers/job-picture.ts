// Pictures that the server renders for a shop and its jobs: the one that messengers show beside a link, and the poster
// for the window.
import { z } from 'zod'
import type { Brand } from '../organizations/brand.ts'

/** Pixels, as Open Graph requires. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** A picture of a page, with an absolute URL. */
export type SocialPicture = { href: string; width: number; height: number }

/** The content of the picture. */
export type SocialWords = {
  shop: string
  title: string
  facts: string
  /** Six hex digits. */
  color: string
  brand: Brand
  /** The URL of the shop's own picture, shown beside the text. */
  photo: string | null
}

export const posterSizes = ['a4', 'a5'] as const
export type PosterSize = (typeof posterSizes)[number]
export const posterQuery = z.object({
  size: z.enum(posterSizes).default('a4'),
  /** An invalid one is ignored, as on pages. */
  lang: z.string().max(35).optional(),
})

/** The content of a poster. */
export type PosterWords = {
  brand: Brand
  /** The text direction: the whole poster is mirrored for right-to-left languages. */
  direction: 'ltr' | 'rtl'
  title: string
  /** The line above the title. */
  hiring: string
  facts: readonly (readonly [name: string, fact: string])[]
  /** Paragraphs and lines; those that do not fit are left out. */
  text: readonly string[]
  /** The QR code's address, and the one that people type: the same page. */
  link: string
  shownLink: string
  scan: string
  /** The shop's address. */
  address: string | null
}
