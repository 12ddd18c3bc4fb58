// The picture that messengers show beside a link to a shop's jobs or to one job. Its URL names its content.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { careersHref, careersPath } from '#domain/careers/careers-pages.ts'
import { SOCIAL_SIZE, type SocialPicture, type SocialWords } from '#domain/careers/job-picture.ts'
import { LOGO_FOLDER, LOGOS_PATH } from '#domain/organizations/brand.ts'
import type { Deps } from '../deps.ts'

/** Raised when the design changes, so that caches load the new picture. */
const VERSION = 1

/** The file name, which depends on the content. */
const socialPictureName = (words: SocialWords): string =>
  hash('sha256', JSON.stringify([VERSION, words]), 'hex').slice(0, 16)

/** The URL of a page's picture. */
export function socialPictureOf(
  deps: Deps,
  shop: { slug: string },
  job: { slug: string } | null,
  words: SocialWords,
): SocialPicture {
  const name = `picture-${socialPictureName(words)}.png`
  // The picture has text, so it is in the page's language.
  const href = `${deps.appUrl}${careersPath(shop, job)}/${name}${new URL(careersHref(shop), deps.appUrl).search}`
  return { href, ...SOCIAL_SIZE }
}

export async function drawPicture(deps: Deps, words: SocialWords): Promise<Buffer> {
  const [logo, photo] = await Promise.all([
    readPictureFile(deps, words.brand.logo?.href ?? null),
    readPictureFile(deps, words.photo),
  ])
  // Loaded for the first picture: the library is large, and many installations never need it.
  const { drawSocialPicture } = await import('#gateways/careers/social-picture.ts')
  return drawSocialPicture({ words, logo, photo })
}

/** Null without a logo, and when the file was just replaced: the picture works without it. */
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
