// The picture that messengers show beside a link to a shop's jobs or to one job. Its URL names its content.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { careersHref, careersPath } from '#domain/careers/careers-pages.ts'
import { SOCIAL_SIZE, type SocialPicture, type SocialWords } from '#domain/careers/job-picture.ts'
import { LOGO_FOLDER, LOGOS_PATH } from '#domain/organizations/brand.ts'
import type { PictureUse, ScaledPicture } from '#gateways/careers/social-picture.ts'
import { fewAtOnce } from '#gateways/few-at-once.ts'
import type { Deps } from '../deps.ts'

/** Raised when the design changes, so that caches load the new picture. */
const VERSION = 1

/** Each has some 50 kB. */
const PICTURES_MAX = 64
/** Each takes at most 0.9 MB. */
const SCALED_MAX = 32
/** Each takes tens of milliseconds, and the first of a shop a second where its photo is as large as allowed. */
const AT_ONCE = { most: 2, waiting: 8 }

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

/**
 * Draws pictures, each once, and few at a time: anybody can ask for those of all jobs in all languages. A shop's logo
 * and photo, which may have millions of pixels, are kept in the size in which they are drawn.
 */
export class SocialPictures {
  #drawn = new LRUCache<string, Promise<Buffer>>({ max: PICTURES_MAX })
  #scaled = new LRUCache<string, Promise<ScaledPicture | null>>({ max: SCALED_MAX })
  #inTurn = fewAtOnce(AT_ONCE)
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** `href`: its address, which names its content. Throws `server.unavailable` when too many are asked for at once. */
  draw(href: string, words: SocialWords): Promise<Buffer> {
    const known = this.#drawn.get(href)
    if (known) return known
    const drawn = this.#inTurn(() => this.#draw(words))
    this.#drawn.set(href, drawn)
    // A failed picture is tried again for the next visitor.
    drawn.catch(() => this.#drawn.delete(href))
    return drawn
  }

  async #draw(words: SocialWords): Promise<Buffer> {
    // Loaded for the first picture: the library is large, and many installations never need it.
    const { drawSocialPicture } = await import('#gateways/careers/social-picture.ts')
    const [logo, photo] = await Promise.all([
      this.#scaledPicture('logo', words.brand.logo?.href ?? null),
      this.#scaledPicture('photo', words.photo),
    ])
    return drawSocialPicture({ words, logo, photo })
  }

  async #scaledPicture(use: PictureUse, href: string | null): Promise<ScaledPicture | null> {
    if (href === null) return null
    const known = this.#scaled.get(href)
    if (known) return known
    const scaled = this.#scale(use, href)
    this.#scaled.set(href, scaled)
    const forget = () => this.#scaled.delete(href)
    scaled.then((picture) => picture ?? forget(), forget)
    return scaled
  }

  async #scale(use: PictureUse, href: string): Promise<ScaledPicture | null> {
    const bytes = await readPictureFile(this.#deps, href)
    if (!bytes) return null
    const { scalePicture } = await import('#gateways/careers/social-picture.ts')
    return scalePicture(bytes, use)
  }
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
