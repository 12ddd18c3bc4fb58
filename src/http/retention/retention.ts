// /api/retention: the deletions that are due soon, and an owner's confirmation when one is required.
import { retentionContracts } from '#domain/retention/retention-contract.ts'
import { confirmRetention } from '#features/retention/confirm-retention.ts'
import { readRetention, readRetentionPreview } from '#features/retention/read-retention.ts'
import { mount } from '../mount.ts'

export const retentionRoutes = mount(retentionContracts, {
  'GET /api/retention': ({ deps, actor }) => readRetention(deps, actor),
  'GET /api/retention/preview': ({ deps, actor }) => readRetentionPreview(deps, actor),
  'POST /api/retention/confirm': ({ deps, actor, body }) =>
    confirmRetention(deps, actor, body.applicants),
})
