// /careers/{organization}/jobs.*, /sitemap.xml and /robots.txt: what programs read of open jobs.
import { Hono } from 'hono'
import { feedKinds, feeds } from '#domain/jobs/feeds.ts'
import { readFeed, readSitemap } from '#features/jobs/read-feeds.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx, Env } from '../context.ts'
import { sendBytes } from '../pages/compressed-page.ts'
import { PageCache } from './page-cache.ts'

/** Pages that are for one person, or for programs alone. */
const PRIVATE_PATHS = ['/api/', '/auth/v1/', '/functions/', '/me/', '/dev/']

export function feedRoutes(deps: Deps): Hono<Env> {
  const cache = new PageCache(deps)

  async function answer(
    c: Ctx,
    type: string,
    key: string,
    write: () => Promise<{ text: string; organizationId: OrganizationId | null } | undefined>,
  ): Promise<Response | undefined> {
    const kept = await cache.read(key, async () => {
      const written = await write()
      const headers = {
        'Content-Type': `${type}; charset=UTF-8`,
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding',
      }
      return (
        written && {
          html: written.text,
          status: 200,
          organizationId: written.organizationId,
          headers,
        }
      )
    })
    return kept && sendBytes(c, kept.page, kept.headers)
  }

  const routes = new Hono<Env>()
  for (const kind of feedKinds) {
    const { file, type } = feeds[kind]
    routes.get(`/careers/:organization/${file}`, async (c, next) => {
      const { organization } = c.req.param()
      const key = JSON.stringify([kind, organization, localeInAddress()])
      return (await answer(c, type, key, () => readFeed(deps, organization, kind))) ?? next()
    })
  }
  return routes
    .get('/sitemap.xml', async (c, next) => {
      const write = async () => ({ text: await readSitemap(deps), organizationId: null })
      return (await answer(c, 'application/xml', 'sitemap', write)) ?? next()
    })
    .get('/robots.txt', (c) =>
      c.text(
        [
          'User-agent: *',
          ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
          `Sitemap: ${deps.appUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
    )
}
