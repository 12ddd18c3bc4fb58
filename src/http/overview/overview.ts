// /api/overview: what the dashboard's first page says.
import { overviewContracts } from '#domain/overview/overview-contract.ts'
import { closeChecklist, skipStep } from '#features/overview/change-checklist.ts'
import { markVisit } from '#features/overview/mark-visit.ts'
import { readFunnel, readOverview, readSources } from '#features/overview/read-overview.ts'
import { mount } from '../mount.ts'

export const overviewRoutes = mount(overviewContracts, {
  'GET /api/overview': ({ deps, actor }) => readOverview(deps, actor),
  'GET /api/overview/funnel': ({ deps, actor, query }) => readFunnel(deps, actor, query),
  'GET /api/overview/sources': ({ deps, actor, query }) => readSources(deps, actor, query),
  'POST /api/overview/visit': ({ deps, actor }) => markVisit(deps, actor),
  'POST /api/overview/checklist/skip': ({ deps, actor, body }) => skipStep(deps, actor, body.step),
  'DELETE /api/overview/checklist': ({ deps, actor }) => closeChecklist(deps, actor),
})
