// /logos: the pictures of organizations, public. /api/organizations/own/logo, /picture, /cover and /portraits: their upload by
// an owner.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { LOGOS_PATH, logoKinds } from '#domain/organizations/brand.ts'
import { AppError } from '#domain/errors.ts'
import { logoContracts } from '#domain/organizations/organizations-contract.ts'
import { pictureLimits, type PictureUse } from '#domain/organizations/profile.ts'
import { removeLogo, uploadLogo } from '#features/organizations/change-brand.ts'
import {
  removePagePicture,
  removePortrait,
  uploadPagePicture,
  uploadPortrait,
} from '#features/organizations/change-profile.ts'
import { openPicture } from '#features/organizations/pictures.ts'
import { onCut } from '../server/body-watch.ts'
import type { Ctx, Env } from '../context.ts'
import { fileBody } from '../file-body.ts'
import { mount } from '../mount.ts'
import { INDEXED } from '../server/safe-headers.ts'
import { withActor } from '../session.ts'

const KEPT = 'public, max-age=31536000, immutable'
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$/

export const logoRoutes = new Hono<Env>().get(`${LOGOS_PATH}/:name`, async (c) => {
  const name = c.req.param('name')
  const kind = NAME.exec(name)?.[2] as keyof typeof logoKinds | undefined
  const picture = kind && (await openPicture(c.var.deps, name))
  if (!picture) throw new AppError('server.notFound')
  return c.body(fileBody(picture), 200, {
    'Content-Type': logoKinds[kind],
    'Cache-Control': KEPT,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    // Mails and the shops' own pages show it as well.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // What a page tells machines of its shop counts only if they may index the logo.
    ...INDEXED,
  })
})

/** Refuses larger files before they are read. */
function smallPicture(use: PictureUse) {
  const { bytes } = pictureLimits[use]
  const refuse = (): never => {
    if (use === 'logo' || use === 'picture') throw new AppError(`${use}.tooLarge`)
    throw new AppError('picture.overKilobytes', { values: { most: bytes / 1000 } })
  }
  const limit = bodyLimit({ maxSize: bytes, onError: refuse })
  return createMiddleware<Env>((c, next) => {
    // Left unread, a body that announces too large a size can pass, and the connection stays usable.
    if (Number(c.req.header('content-length')) > bytes) refuse()
    return limit(c, next)
  })
}

/** Refused when it stands still or drips. */
async function readBytes(c: Ctx): Promise<Buffer> {
  const cut = new Promise<never>((_, reject) => onCut(c, reject))
  return Buffer.from(await Promise.race([c.req.arrayBuffer(), cut]))
}

/** Before what limits the other bodies: a picture is larger than JSON may be. */
export const ownPictureRoutes = new Hono<Env>()
  .use('/api/organizations/own/:use{logo|picture|cover}', withActor)
  .use('/api/organizations/own/portraits/:portraitId/picture', withActor)
  .put('/api/organizations/own/logo', smallPicture('logo'))
  .put('/api/organizations/own/picture', smallPicture('picture'))
  .put('/api/organizations/own/cover', smallPicture('cover'))
  .put('/api/organizations/own/portraits/:portraitId/picture', smallPicture('portrait'))
  .route(
    '/',
    mount(logoContracts, {
      'PUT /api/organizations/own/logo': async ({ c, deps, actor }) =>
        uploadLogo(deps, actor, await readBytes(c)),
      'DELETE /api/organizations/own/logo': ({ deps, actor }) => removeLogo(deps, actor),
      'PUT /api/organizations/own/picture': async ({ c, deps, actor }) =>
        uploadPagePicture(deps, actor, 'picture', await readBytes(c)),
      'DELETE /api/organizations/own/picture': ({ deps, actor }) =>
        removePagePicture(deps, actor, 'picture'),
      'PUT /api/organizations/own/cover': async ({ c, deps, actor }) =>
        uploadPagePicture(deps, actor, 'cover', await readBytes(c)),
      'DELETE /api/organizations/own/cover': ({ deps, actor }) =>
        removePagePicture(deps, actor, 'cover'),
      'PUT /api/organizations/own/portraits/:portraitId/picture': async ({
        c,
        deps,
        actor,
        params,
      }) => uploadPortrait(deps, actor, params.portraitId, await readBytes(c)),
      'DELETE /api/organizations/own/portraits/:portraitId/picture': ({ deps, actor, params }) =>
        removePortrait(deps, actor, params.portraitId),
    }),
  )
