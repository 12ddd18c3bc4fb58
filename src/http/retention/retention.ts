// /api/retention: what the deletion by the clock is about to do, and an owner's word where it waits for one.
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
