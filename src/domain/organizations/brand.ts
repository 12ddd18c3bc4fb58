// An organization's appearance to applicants: its name, its accent colour, its logo.
import { z } from 'zod'
import { DEFAULT_COLOR } from '../careers/color.ts'

/** As in the organization's row. */
export const brandFields = z.object({
  name: z.string(),
  /** Six hex digits, upper case, without '#'. */
  accent: z.string().nullable(),
  logo_name: z.string().nullable(),
  logo_width: z.number().nullable(),
  logo_height: z.number().nullable(),
})
export type BrandFields = z.output<typeof brandFields>

/** `href` is a public URL of ours whose content never changes: another picture has another URL. */
export const logo = z.object({ href: z.string(), width: z.number(), height: z.number() })
export type Logo = z.output<typeof logo>
/** Everything that pages and mails show of an organization. */
export const brand = z.object({
  name: z.string(),
  accent: z.string().nullable(),
  logo: logo.nullable(),
})
export type Brand = z.output<typeof brand>

export const LOGOS_PATH = '/logos'
/** Their location in the file storage. */
export const LOGO_FOLDER = 'logos'

export function brandOf({ name, accent, logo_name, logo_width, logo_height }: BrandFields): Brand {
  const logo =
    logo_name !== null && logo_width !== null && logo_height !== null
      ? { href: `${LOGOS_PATH}/${logo_name}`, width: logo_width, height: logo_height }
      : null
  return { name, accent, logo }
}

/** The colour of buttons and links: the requested one, else the organization's, else the product's. */
export const colorOf = (brand: Pick<Brand, 'accent'> | null, asked: string | null = null): string =>
  asked ?? brand?.accent ?? DEFAULT_COLOR

/** A logo is small: it is shown 40 pixels high, on some screens with three device pixels each. */
export const LOGO_LIMITS = { bytes: 1024 * 1024, side: 2000, leastSide: 16 } as const
/** Its box on pages and in mails: it keeps its proportions and is never enlarged. */
const LOGO_BOX = { width: 200, height: 40 } as const

export const logoKinds = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
} as const
export type LogoKind = keyof typeof logoKinds

/** The size at which a logo is shown. */
export function logoSize({ width, height }: Pick<Logo, 'width' | 'height'>): {
  width: number
  height: number
} {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
