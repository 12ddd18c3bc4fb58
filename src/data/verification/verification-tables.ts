// The tables of verified addresses of applicants.
import type { Generated } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Moment, DefaultMoment, OptionalMoment } from '../column-types.ts'

export type VerificationTables = {
  email_verifications: {
    id: Generated<string>
    organization_id: OrganizationId
    job_post_id: string
    email: string
    token_hash: Buffer
    code_hash: Buffer
    code_tries: Generated<number>
    verified: Generated<boolean>
    verified_at: OptionalMoment
    consent_version: string
    consented_at: DefaultMoment
    expires_at: Moment
    created_at: DefaultMoment
    customer_sealed: string | null
    customer_asked_until: OptionalMoment
    came_by: string | null
    source: string | null
    language: string | null
  }
  application_grants: {
    token_hash: Buffer
    verification_id: string
    organization_id: OrganizationId
    created_at: DefaultMoment
  }
}
