// /api/cvs: the signed links to CVs.
import { cvContracts } from '#domain/cvs/cvs-contract.ts'
import { followCvLink } from '#features/cvs/open-cv.ts'
import { mount } from '../mount.ts'
import { answerCv } from './cv-answer.ts'

export const cvRoutes = mount(cvContracts, {
  'GET /api/cvs/:name': async ({ c, deps, params, query }) =>
    answerCv(c, await followCvLink(deps, { name: params.name, ...query })),
})
