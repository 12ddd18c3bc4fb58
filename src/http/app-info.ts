// The addresses outside of any feature: the description of the API, the installation, and the frame of the dashboard.
import { appInfoContracts } from '#domain/app-info-contract.ts'
import { readLayout } from './layout.ts'
import { rememberLanguageOf } from './language.ts'
import { mount } from './mount.ts'
import { describeApi } from './openapi.ts'

export const appInfoRoutes = mount(appInfoContracts, {
  'GET /api/openapi.json': ({ deps }) => describeApi(deps.appUrl),
  'GET /api/installation': ({ deps }) => deps.installation,
  'GET /api/frame': async ({ c, deps, actor }) => {
    const layout = await readLayout(deps, actor)
    rememberLanguageOf(c, layout.session)
    return layout
  },
})
