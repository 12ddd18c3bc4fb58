// The tables of the deletion of what is no longer needed.
import type { Generated } from 'kysely'
import type { ErasureReason } from '#domain/retention/erasures.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { DefaultMoment, OptionalMoment } from '../column-types.ts'

export type RetentionTables = {
  retention_states: {
    organization_id: OrganizationId
    stopped_at: OptionalMoment
    // Days, written and read as 'YYYY-MM-DD'; read as text in the query.
    confirmed_through: string | null
    confirmed_by: string | null
    announced_through: string | null
    mailed_on: string | null
    waited_days: Generated<number>
    waited_on: string | null
  }
  erasures: {
    receipt: Generated<string>
    organization_id: OrganizationId
    application_id: string
    reason: ErasureReason
    erased_at: DefaultMoment
    copied_at: OptionalMoment
  }
}
