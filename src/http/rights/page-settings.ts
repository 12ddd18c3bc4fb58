// /api/applicant-page: what applicants read on their own pages.
import { pageSettingsContracts } from '#domain/rights/page-settings-contract.ts'
import { editPageSettings, readPageSettings } from '#features/rights/edit-page-settings.ts'
import { mount } from '../mount.ts'

export const pageSettingsRoutes = mount(pageSettingsContracts, {
  'GET /api/applicant-page': ({ deps, actor }) => readPageSettings(deps, actor),
  'PATCH /api/applicant-page': ({ deps, actor, body }) => editPageSettings(deps, actor, body),
})
