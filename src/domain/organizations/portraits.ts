// People and places of a shop on its careers page, in the order that its owners choose.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'
import { logo, LOGOS_PATH } from './brand.ts'

export const PORTRAITS = { most: 8, name: 60, words: 200 } as const

export const portraitKinds = ['person', 'place'] as const
export type PortraitKind = (typeof portraitKinds)[number]

/** `id` is made by the dashboard, so that a portrait keeps its picture when it is renamed or moved. */
const portraitWords = z.object({
  id: z.uuid(),
  kind: z.enum(portraitKinds),
  name: z
    .string()
    .trim()
    .min(1, { error: () => t('portraits.nameRequired') })
    .max(PORTRAITS.name, tooLong('portraitName', PORTRAITS.name)),
  words: z.string().trim().max(PORTRAITS.words, tooLong('portraitWords', PORTRAITS.words)),
})
export type PortraitWords = z.output<typeof portraitWords>

export const portrait = portraitWords.extend({ picture: logo.nullable() })
export type Portrait = z.output<typeof portrait>

/** As in the organization's row. */
export type KeptPortrait = PortraitWords & {
  picture: { name: string; width: number; height: number } | null
}

export const portraitOf = ({ picture, ...words }: KeptPortrait): Portrait => ({
  ...words,
  picture: picture && {
    href: `${LOGOS_PATH}/${picture.name}`,
    width: picture.width,
    height: picture.height,
  },
})

export const portraitsInput = z
  .array(portraitWords)
  .max(PORTRAITS.most)
  .refine((portraits) => new Set(portraits.map(({ id }) => id)).size === portraits.length)
