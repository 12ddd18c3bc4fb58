// The tables of CVs and their texts.
import type { ColumnType, Generated } from 'kysely'
import type {
  ActiveContent,
  CvKind,
  CvTextReason,
  MissingText,
  StoredScan,
} from '#domain/cvs/cvs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { DefaultMoment, OptionalMoment } from '../column-types.ts'

export type CvTables = {
  cv_files: {
    id: Generated<string>
    organization_id: OrganizationId
    verification_id: string | null
    applicant_id: string | null
    storage_key: string
    key_sealed: string | null
    original_name: string
    kind: CvKind
    byte_size: number
    created_at: DefaultMoment
    checked_at: OptionalMoment
    active_content: Generated<ActiveContent[]>
    scan_state: Generated<StoredScan>
    scan_name: string | null
    sent_from: Buffer | null
  }
  // Differences maintained by triggers on cv_files: their sum is the total.
  cv_space: {
    organization_id: ColumnType<OrganizationId, never, never>
    difference: ColumnType<number, never, never>
  }
  cv_texts: {
    cv_id: string
    organization_id: OrganizationId
    applicant_id: string
    text: string | null
    reason: CvTextReason | null
    is_cut: Generated<boolean>
    /** The `CV_READER` that read it; 0 before it had numbers. */
    reader: Generated<number>
    missing: Generated<MissingText[]>
    joined_words: Generated<string>
  }
  heavy_cvs: {
    organization_id: OrganizationId
    heavy_tries: Generated<number>
    heavy_since: OptionalMoment
  }
}
