// The tables of the audit log.
import type { ColumnType, Generated } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { DefaultMoment } from '../column-types.ts'

/** An organization's audit log is one chain; the events without an organization are one more. */
export type ChainId = OrganizationId | '00000000-0000-0000-0000-000000000000'

export type AuditTables = {
  audit_events: {
    id: Generated<string>
    organization_id: OrganizationId | null
    actor_id: string | null
    action: string
    resource_type: string
    resource_id: string | null
    details: ColumnType<unknown, string | undefined, never>
    ip_address: string | null
    user_agent: string | null
    created_at: DefaultMoment
    /** Written by the database, like the next four. */
    chain_id: Generated<ChainId>
    place: Generated<string>
    hash: Generated<Buffer>
    origin_salt: Generated<Buffer | null>
    origin_digest: Generated<Buffer | null>
    /** Keyed hashes that replace address and browser when these are cleared. */
    network_hash: string | null
    browser_hash: string | null
  }
  audit_chains: {
    chain_id: ChainId
    place: string
    hash: Buffer
    anchor_place: string
    anchor_hash: Buffer
  }
}
