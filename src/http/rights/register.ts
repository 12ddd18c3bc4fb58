// /api/rights: the register of requests about personal data.
import { rightsContracts } from '#domain/rights/rights-contract.ts'
import { readErasures } from '#features/retention/read-erasures.ts'
import { answerByPost, refuseRequest } from '#features/rights/answer-by-post.ts'
import {
  chooseExtendedRetention,
  chooseKeepQuestion,
  readExtendedRetention,
} from '#features/rights/choose-extended-retention.ts'
import { copyPersonalData, markCopySent } from '#features/rights/copy-personal-data.ts'
import { findPerson, readRegister, readRequestCounts } from '#features/rights/read-register.ts'
import { decideObjection } from '#features/rights/restrict-application.ts'
import { fileBody } from '../file-body.ts'
import { mount } from '../mount.ts'

export const registerRoutes = mount(rightsContracts, {
  'GET /api/rights/requests': ({ deps, actor, query }) => readRegister(deps, actor, query),
  'GET /api/rights/counts': ({ deps, actor }) => readRequestCounts(deps, actor),
  'POST /api/rights/find': ({ deps, actor, body }) => findPerson(deps, actor, body.email),
  'POST /api/rights/requests': ({ deps, actor, body }) => answerByPost(deps, actor, body),
  'POST /api/rights/requests/:requestId/decide': ({ deps, actor, params, body }) =>
    decideObjection(deps, actor, params.requestId, body),
  'POST /api/rights/requests/:requestId/refuse': ({ deps, actor, params, body }) =>
    refuseRequest(deps, actor, params.requestId, body.reason),
  'GET /api/rights/requests/:requestId/copy.zip': async ({ c, deps, actor, params }) => {
    const zip = await copyPersonalData(deps, actor, params.requestId)
    return c.body(fileBody(zip), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="personal-data.zip"',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
  },
  'POST /api/rights/requests/:requestId/sent': ({ deps, actor, params }) =>
    markCopySent(deps, actor, params.requestId),
  'GET /api/rights/erasures': ({ deps, actor, query }) => readErasures(deps, actor, query.cursor),
  'GET /api/rights/keeping': ({ deps, actor }) => readExtendedRetention(deps, actor),
  'PUT /api/rights/keeping': ({ deps, actor, body }) =>
    chooseExtendedRetention(deps, actor, body.asks_to_keep),
  'PUT /api/applicants/:applicantId/keeping': ({ deps, actor, params, body }) =>
    chooseKeepQuestion(deps, actor, params.applicantId, body.ask),
})
