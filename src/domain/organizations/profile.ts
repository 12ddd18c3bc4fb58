// An organization's profile on its public pages: its words, its site, its address, what every job offers, its people and
// places, a cover, and a picture for shared links.
import { z } from 'zod'
import { listOf } from '../jobs/text-blocks.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'
import { logo, LOGO_LIMITS, LOGOS_PATH, type Logo } from './brand.ts'
import { portrait, portraitOf, portraitsInput, type KeptPortrait } from './portraits.ts'

export const PROFILE_MAX = {
  about: 2000,
  website: 300,
  address: 300,
  benefits: 12,
  benefit: 80,
} as const

/** Messengers show it at most 1,200 pixels wide. */
export const PICTURE_LIMITS = { bytes: 4 * 1024 * 1024, side: 4000, leastSide: 200 } as const

/**
 * Visitors load them as they are, so the dashboard makes them smaller before it sends them. Two device pixels for each of the
 * page's, which is 1,008 wide; a portrait is a quarter of that, or the width of a telephone.
 */
export const COVER_LIMITS = { bytes: 400_000, side: 1600, leastSide: 200 } as const
export const PORTRAIT_LIMITS = { bytes: 120_000, side: 640, leastSide: 100 } as const

/** The purposes of uploaded pictures, and their sizes. */
export const pictureLimits = {
  logo: LOGO_LIMITS,
  picture: PICTURE_LIMITS,
  cover: COVER_LIMITS,
  portrait: PORTRAIT_LIMITS,
} as const
export type PictureUse = keyof typeof pictureLimits

/** As in the organization's row. */
export type ProfileFields = {
  about: string | null
  website: string | null
  address: string | null
  picture_name: string | null
  picture_width: number | null
  picture_height: number | null
  cover_name: string | null
  cover_width: number | null
  cover_height: number | null
  benefits: string[]
  portraits: KeptPortrait[]
}

export const NO_PROFILE: ProfileFields = {
  about: null,
  website: null,
  address: null,
  picture_name: null,
  picture_width: null,
  picture_height: null,
  cover_name: null,
  cover_width: null,
  cover_height: null,
  benefits: [],
  portraits: [],
}

export const shopProfile = z.object({
  /** Plain text with line breaks. */
  about: z.string().nullable(),
  /** An http or https address. */
  website: z.string().nullable(),
  address: z.string().nullable(),
  picture: logo.nullable(),
  cover: logo.nullable(),
  /** Of every job, besides the job's own. */
  benefits: z.array(z.string()),
  portraits: z.array(portrait),
})
export type ShopProfile = z.output<typeof shopProfile>

export function profileOf(fields: ProfileFields): ShopProfile {
  const { about, website, address, benefits, portraits } = fields
  return {
    about,
    website,
    address,
    picture: pictureOf(fields.picture_name, fields.picture_width, fields.picture_height),
    cover: pictureOf(fields.cover_name, fields.cover_width, fields.cover_height),
    benefits,
    portraits: portraits.map(portraitOf),
  }
}

function pictureOf(name: string | null, width: number | null, height: number | null): Logo | null {
  if (name === null || width === null || height === null) return null
  return { href: `${LOGOS_PATH}/${name}`, width, height }
}

/** The files of a profile. */
export const picturesOf = ({ picture_name, cover_name, portraits }: ProfileFields): string[] =>
  [picture_name, cover_name, ...portraits.map(({ picture }) => picture?.name)].filter(
    (name) => name !== null && name !== undefined,
  )

/** A job's own lines, then those of every job that it does not have already. */
export function withSharedBenefits(own: string, shared: readonly string[]): string {
  const plain = (lines: readonly string[]) => listOf(lines).lines.map((line) => line.toLowerCase())
  const known = plain(own.split('\n'))
  return [own, ...shared.filter((line) => !known.includes(plain([line])[0] ?? ''))]
    .join('\n')
    .trim()
}

/** An empty text removes the value; an absent one is not changed. */
const words = (field: 'about' | 'address') =>
  z
    .string()
    .trim()
    .max(PROFILE_MAX[field], tooLong(field, PROFILE_MAX[field]))
    .transform((text) => text || null)
    .nullish()

/** Scheme, host and the rest; without a name and password. */
const SITE = /^(https?):\/\/([^\s/?#@:]+)(:\d{1,5})?([/?#]\S*)?$/i

/** 'shop.example' becomes 'https://shop.example/'; undefined when it is not the address of a site. */
export function siteAddress(text: string): string | undefined {
  const [, scheme = '', host = '', port = '', rest = '/'] =
    SITE.exec(text.includes('://') ? text : `https://${text}`) ?? []
  if (!/^[^.]+(\.[^.]+)+$/.test(host)) return undefined
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${port}${rest}`
}

export const profileInput = z.object({
  about: words('about'),
  address: words('address'),
  website: z
    .string()
    .trim()
    .max(PROFILE_MAX.website, { error: () => t('profile.websiteInvalid') })
    .transform((text, context) => {
      if (text === '') return null
      const address = siteAddress(text)
      if (address !== undefined && address.length <= PROFILE_MAX.website) return address
      context.addIssue({ code: 'custom', message: t('profile.websiteInvalid') })
      return z.NEVER
    })
    .nullish(),
  benefits: z
    .array(
      z.string().trim().min(1).max(PROFILE_MAX.benefit, tooLong('benefits', PROFILE_MAX.benefit)),
    )
    .max(PROFILE_MAX.benefits, {
      error: () => t('profile.benefitsTooMany', { most: PROFILE_MAX.benefits }),
    })
    .optional(),
  portraits: portraitsInput.optional(),
})
export type ProfileInput = z.output<typeof profileInput>

/** The site's name for people: 'shop.example'. */
export const siteName = (website: string): string =>
  (SITE.exec(website)?.[2] ?? website).replace(/^www\./, '')
