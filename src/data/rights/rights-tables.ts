// The tables of requests of applicants about their data.
import type { Generated } from 'kysely'
import type {
  RequestOrigin,
  RequestOutcome,
  RequestProof,
  RightsKind,
} from '#domain/rights/rights.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type RightsTables = {
  rights_requests: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string | null
    kind: RightsKind
    came_by: RequestOrigin
    verified_by: RequestProof | null
    email: string | null
    shop: string | null
    recorded_by: string | null
    requested_at: Moment
    due_at: Moment
    reminded_days: number | null
    completed_at: OptionalMoment
    completed_by: string | null
    outcome: RequestOutcome | null
    words: string | null
    reason: string | null
    created_at: DefaultMoment
    receipt: string | null
  }
}
