// The pictures that messengers show beside a link: rendered once for each content, and cacheable by everybody.
import { LRUCache } from 'lru-cache'
import { AppError } from '#domain/errors.ts'
import { readSocialWords } from '#features/jobs/read-careers.ts'
import { drawPicture } from '#features/jobs/social-picture.ts'
import type { Ctx } from '../context.ts'

const KEPT = 'public, max-age=31536000, immutable'
/** Each has some 50 kB. */
const PICTURES_MAX = 64

export type PictureCache = LRUCache<string, Promise<Buffer>>
export const newPictureCache = (): PictureCache => new LRUCache({ max: PICTURES_MAX })

/** An old name leads to the picture of now; a job that is closed has none. */
export async function answerSocialPicture(
  c: Ctx,
  cache: PictureCache,
  organization: string,
  job: string | null,
): Promise<Response> {
  const { deps } = c.var
  const found = await readSocialWords(deps, organization, job)
  if (!found) throw new AppError('server.notFound')
  const { pathname: path, search } = new URL(found.href)
  if (path !== new URL(c.req.url).pathname) return c.redirect(path + search, 302)
  let drawn = cache.get(path)
  if (!drawn) {
    drawn = drawPicture(deps, found.words)
    cache.set(path, drawn)
    // A failed picture is tried again for the next visitor.
    drawn.catch(() => cache.delete(path))
  }
  return c.body(new Uint8Array(await drawn), 200, {
    'Content-Type': 'image/png',
    'Cache-Control': KEPT,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
