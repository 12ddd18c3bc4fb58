// The pictures that messengers show beside a link: rendered once for each content, and cacheable by everybody.
import { AppError } from '#domain/errors.ts'
import { readSocialWords } from '#features/jobs/read-careers.ts'
import type { SocialPictures } from '#features/jobs/social-picture.ts'
import type { Ctx } from '../context.ts'
import { networkOf } from '../server/network.ts'
import { INDEXED } from '../server/safe-headers.ts'

const KEPT = 'public, max-age=31536000, immutable'

/** An old name leads to the picture of now; a job that is closed has none. */
export async function answerSocialPicture(
  c: Ctx,
  pictures: SocialPictures,
  organization: string,
  job: string | null,
): Promise<Response> {
  const { deps } = c.var
  const found = await readSocialWords(deps, organization, job)
  if (!found) throw new AppError('server.notFound')
  const { pathname: path, search } = new URL(found.href)
  if (path !== new URL(c.req.url).pathname) return c.redirect(path + search, 302)
  const drawn = await pictures.draw(found, networkOf(c))
  return c.body(drawn, 200, {
    'Content-Type': 'image/png',
    'Cache-Control': KEPT,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(found.isListed && INDEXED),
  })
}
