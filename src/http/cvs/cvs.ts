// /api/cvs: the signed links to CVs.
import { Readable } from 'node:stream'
import { cvContracts } from '#domain/cvs/cvs-contract.ts'
import { followCvLink } from '#features/cvs/open-cv.ts'
import { mount } from '../mount.ts'

export const cvRoutes = mount(cvContracts, {
  'GET /api/cvs/:name': async ({ c, deps, params, query }) => {
    const cv = await followCvLink(deps, { name: params.name, ...query })
    // Node's and the web's stream types describe the same object differently.
    return c.body(Readable.toWeb(cv.body) as ReadableStream, 200, {
      'Content-Type': cv.contentType,
      'Content-Length': String(cv.size),
      'Content-Disposition': cv.disposition,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
  },
})
