// /api/cvs: the signed links to CVs.
import { cvContracts } from '#domain/cvs/cvs-contract.ts'
import { followCvLink } from '#features/cvs/open-cv.ts'
import { fileBody } from '../file-body.ts'
import { mount } from '../mount.ts'

export const cvRoutes = mount(cvContracts, {
  'GET /api/cvs/:name': async ({ c, deps, params, query }) => {
    const cv = await followCvLink(deps, { name: params.name, ...query })
    return c.body(fileBody(cv.body), 200, {
      'Content-Type': cv.contentType,
      'Content-Length': String(cv.size),
      'Content-Disposition': cv.disposition,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
  },
})
