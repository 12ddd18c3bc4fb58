// The tables of what is copied beside backups.
import type { ColumnType, Generated } from 'kysely'
import type { CopiedAct } from '#domain/backups/copied-acts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { OptionalMoment } from '../column-types.ts'

export type BackupTables = {
  // Written by triggers.
  copied_acts: {
    id: ColumnType<string, never, never>
    kind: ColumnType<CopiedAct['kind'], never, never>
    organization: ColumnType<OrganizationId | null, never, never>
    subject: ColumnType<string, never, never>
    state: ColumnType<unknown, never, never>
    acted_at: ColumnType<string, never, never>
    copied_at: OptionalMoment
  }
  backup_folders: {
    is_current: Generated<true>
    marker: string
    last_backup_at: OptionalMoment
  }
}
