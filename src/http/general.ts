// The addresses that belong to no noun: the description of the API, the installation, and the frame of the dashboard.
import { generalContracts } from '#domain/general-contract.ts'
import { readFrame } from './frame.ts'
import { mount } from './mount.ts'
import { describeApi } from './openapi.ts'

export const generalRoutes = mount(generalContracts, {
  'GET /api/openapi.json': ({ deps }) => describeApi(deps.appUrl),
  'GET /api/installation': ({ deps }) => deps.installation,
  'GET /api/frame': ({ deps, actor }) => readFrame(deps, actor),
})
