// The picture that messengers show beside a link to a shop's jobs or to one of them. Its address names its content.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { careersHref, careersPath } from '#domain/careers/careers-pages.ts'
import { SOCIAL_SIZE, type SocialPicture, type SocialWords } from '#domain/careers/job-picture.ts'
import { LOGO_FOLDER, LOGOS_PATH } from '#domain/organizations/brand.ts'
import type { Deps } from '../deps.ts'

/** Raised when the drawing changes, so that caches take the new one. */
const VERSION = 1

/** The name of the drawing's file: another content has another name. */
export const socialPictureName = (words: SocialWords): string =>
  hash('sha256', JSON.stringify([VERSION, words]), 'hex').slice(0, 16)

/** Where a page's picture is. */
export function socialPictureOf(
  deps: Deps,
  shop: { slug: string },
  job: { slug: string } | null,
  words: SocialWords,
): SocialPicture {
  const name = `picture-${socialPictureName(words)}.png`
  // In the language of the page: the words on it are.
  const href = `${deps.appUrl}${careersPath(shop, job)}/${name}${new URL(careersHref(shop), deps.appUrl).search}`
  return { href, ...SOCIAL_SIZE }
}

export async function drawPicture(deps: Deps, words: SocialWords): Promise<Buffer> {
  const [logo, photo] = await Promise.all([
    readPictureFile(deps, words.brand.logo?.href ?? null),
    readPictureFile(deps, words.photo),
  ])
  // Loaded at the first drawing: the library is large, and many installations never need it.
  const { drawSocialPicture } = await import('#gateways/careers/social-picture.ts')
  return drawSocialPicture({ words, logo, photo })
}

/** Null without one, and when the file has just been replaced: the drawing does without. */
export async function readPictureFile(deps: Deps, href: string | null): Promise<Buffer | null> {
  if (href === null) return null
  const key = href.replace(LOGOS_PATH, LOGO_FOLDER)
  try {
    return await buffer(await deps.files.read(key, null))
  } catch (error) {
    deps.log.warn({ err: error }, 'a picture cannot be read')
    return null
  }
}
