// The addresses that belong to no noun: the description of the API, the installation, and the frame of the dashboard.
import { appInfoContracts } from '#domain/app-info-contract.ts'
import { readFrame } from './frame.ts'
import { rememberLanguageOf } from './language.ts'
import { mount } from './mount.ts'
import { describeApi } from './openapi.ts'

export const appInfoRoutes = mount(appInfoContracts, {
  'GET /api/openapi.json': ({ deps }) => describeApi(deps.appUrl),
  'GET /api/installation': ({ deps }) => deps.installation,
  'GET /api/frame': async ({ c, deps, actor }) => {
    const frame = await readFrame(deps, actor)
    rememberLanguageOf(c, frame.session)
    return frame
  },
})
