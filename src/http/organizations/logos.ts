// /logos: the pictures of organizations, for everybody. /api/organizations/own/logo: the way an owner brings one.
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { LOGO_LIMITS, LOGOS_PATH, logoKinds } from '#domain/organizations/brand.ts'
import { AppError } from '#domain/errors.ts'
import { logoContracts } from '#domain/organizations/organizations-contract.ts'
import { openLogo, removeLogo, uploadLogo } from '#features/organizations/change-brand.ts'
import { onCut } from '../server/body-watch.ts'
import type { Ctx, Env } from '../context.ts'
import { mount } from '../mount.ts'
import { ownOriginOnly, withActor } from '../session.ts'

const KEPT = 'public, max-age=31536000, immutable'
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$/

export const logoRoutes = new Hono<Env>().get(`${LOGOS_PATH}/:name`, async (c) => {
  const name = c.req.param('name')
  const kind = NAME.exec(name)?.[2] as keyof typeof logoKinds | undefined
  const picture = kind && (await openLogo(c.var.deps, name))
  if (!picture) throw new AppError('server.notFound')
  // Node's and the web's stream types describe the same object differently.
  return c.body(Readable.toWeb(picture) as ReadableStream, 200, {
    'Content-Type': logoKinds[kind],
    'Cache-Control': KEPT,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    // Mails and the shops' own pages show it as well.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
})

const refuseLarge = (): never => {
  throw new AppError('logo.tooLarge')
}
const limit = bodyLimit({ maxSize: LOGO_LIMITS.bytes, onError: refuseLarge })

const smallPicture = createMiddleware<Env>((c, next) => {
  // Untouched, what was announced too large can flow past, and the connection stays usable.
  if (Number(c.req.header('content-length')) > LOGO_LIMITS.bytes) refuseLarge()
  return limit(c, next)
})

/** Refused when it stands still or drips. */
function readBytes(c: Ctx): Promise<ArrayBuffer> {
  const cut = new Promise<never>((_, reject) => onCut(c, reject))
  return Promise.race([c.req.arrayBuffer(), cut])
}

/** Stands before what limits the other bodies: a picture is larger than JSON may be. */
export const ownLogoRoutes = new Hono<Env>()
  .use('/api/organizations/own/logo', ownOriginOnly, withActor)
  .put('/api/organizations/own/logo', smallPicture)
  .route(
    '/',
    mount(logoContracts, {
      'PUT /api/organizations/own/logo': async ({ c, deps, actor }) =>
        uploadLogo(deps, actor, Buffer.from(await readBytes(c))),
      'DELETE /api/organizations/own/logo': ({ deps, actor }) => removeLogo(deps, actor),
    }),
  )
