// An organization's profile on its public pages: its description, its site, its address, and a picture for shared
// links.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'
import { logo, LOGO_LIMITS, LOGOS_PATH, type Logo } from './brand.ts'

export const PROFILE_MAX = { about: 2000, website: 300, address: 300 } as const

/** Messengers show it at most 1,200 pixels wide. */
export const PICTURE_LIMITS = { bytes: 4 * 1024 * 1024, side: 4000, leastSide: 200 } as const

/** The purposes of uploaded pictures, and their sizes. */
export const pictureLimits = { logo: LOGO_LIMITS, picture: PICTURE_LIMITS } as const
export type PictureUse = keyof typeof pictureLimits

/** As in the organization's row. */
export type ProfileFields = {
  about: string | null
  website: string | null
  address: string | null
  picture_name: string | null
  picture_width: number | null
  picture_height: number | null
}

export const NO_PROFILE: ProfileFields = {
  about: null,
  website: null,
  address: null,
  picture_name: null,
  picture_width: null,
  picture_height: null,
}

export const shopProfile = z.object({
  /** Plain text with line breaks. */
  about: z.string().nullable(),
  /** An http or https address. */
  website: z.string().nullable(),
  address: z.string().nullable(),
  picture: logo.nullable(),
})
export type ShopProfile = z.output<typeof shopProfile>

export function profileOf(fields: ProfileFields): ShopProfile {
  const { about, website, address } = fields
  return { about, website, address, picture: pictureOf(fields) }
}

function pictureOf({ picture_name, picture_width, picture_height }: ProfileFields): Logo | null {
  if (picture_name === null || picture_width === null || picture_height === null) return null
  return { href: `${LOGOS_PATH}/${picture_name}`, width: picture_width, height: picture_height }
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
})
export type ProfileInput = z.output<typeof profileInput>

/** The site's name for people: 'shop.example'. */
export const siteName = (website: string): string =>
  (SITE.exec(website)?.[2] ?? website).replace(/^www\./, '')
