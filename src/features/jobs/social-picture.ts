// The picture that messengers show beside a link to a shop's jobs or to one job. Its URL names its content.
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { careersHref, careersPath } from '#domain/careers/careers-pages.ts'
import { SOCIAL_SIZE, type SocialPicture, type SocialWords } from '#domain/careers/job-picture.ts'
import { LOGO_FOLDER, LOGOS_PATH } from '#domain/organizations/brand.ts'
import type { PictureSource } from '#gateways/careers/pictures.ts'
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../deps.ts'

/** Raised when the design changes, so that caches load the new picture. */
const VERSION = 1

/** Each has some 50 kB. */
const PICTURES_MAX = 64
/** Pictures that one network may have drawn in a minute; those that are kept do not count. */
const DRAWN_IN_A_MINUTE = 30

/** What a picture shows, and its address. */
export type FoundWords = {
  organizationId: OrganizationId
  words: SocialWords
  href: string
  /** False for a job that only its link leads to. */
  isListed: boolean
}

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

/** Draws pictures, each once: anybody can ask for those of all jobs in all languages. */
export class SocialPictures {
  #drawn = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: PICTURES_MAX })
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * `href`: its address, which names its content. Throws `server.unavailable` when too many are asked for at once, and
   * `server.rateLimited` when this network has had too many drawn.
   */
  draw(
    { organizationId, href, words }: FoundWords,
    network: Network,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#drawn.get(href)
    if (known) return known
    if (network.isCounted) {
      const { retryAfter } = this.#deps.rates.count(`drawn ${network.name}`, DRAWN_IN_A_MINUTE)
      if (retryAfter !== undefined) throw new AppError('server.rateLimited', { retryAfter })
    }
    const drawn = this.#deps.pictures.drawSocial(organizationId, words, {
      logo: pictureSource(this.#deps, words.brand.logo?.href ?? null),
      photo: pictureSource(this.#deps, words.photo),
    })
    this.#drawn.set(href, drawn)
    // A failed picture is tried again for the next visitor.
    drawn.catch(() => this.#drawn.delete(href))
    return drawn
  }
}

/** `href`: the address of the shop's own picture. */
export function pictureSource(deps: Deps, href: string | null): PictureSource | null {
  return href === null ? null : { href, read: () => readPictureFile(deps, href) }
}

/** Null when the file was just replaced: the drawing works without it. */
async function readPictureFile(deps: Deps, href: string): Promise<Buffer | null> {
  const key = href.replace(LOGOS_PATH, LOGO_FOLDER)
  try {
    return await buffer(await deps.files.read(key, null))
  } catch (error) {
    deps.log.warn({ err: error }, 'a picture cannot be read')
    return null
  }
}
