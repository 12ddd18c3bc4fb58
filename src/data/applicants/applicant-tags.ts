// Tags on applicants: those in use, and the applicants of each.
import { sql } from 'kysely'
import type { TagInUse } from '#domain/applicants/tags.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/**
 * Each tag once, in alphabetical order and in its first spelling. Jumps from one key to the next in the index, so that
 * a tag of fifty thousand people costs no more than the tag of one.
 */
export async function listTagsInUse(
  db: Queries,
  organizationId: OrganizationId,
  most: number,
): Promise<TagInUse[]> {
  const inTags = inOrganization(organizationId, 'applicant_tags.organization_id')
  const { rows } = await sql<TagInUse>`
    with recursive keys as (
      (select tag_key, 1 as place from applicant_tags where ${inTags} order by tag_key limit 1)
      union all
      select (
        select tag_key from applicant_tags where ${inTags} and tag_key > keys.tag_key order by tag_key limit 1
      ), keys.place + 1
      from keys where keys.tag_key is not null and keys.place < ${most}
    )
    select keys.tag_key as key, (
      select tag from applicant_tags where ${inTags} and tag_key = keys.tag_key limit 1
    ) as tag
    from keys where keys.tag_key is not null order by keys.tag_key`.execute(db)
  return rows
}

export async function insertTags(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  tags: readonly TagInUse[],
): Promise<void> {
  if (tags.length === 0) return
  await tx
    .insertInto('applicant_tags')
    .values(
      tags.map(({ tag, key }) => ({
        organization_id: organizationId,
        applicant_id: applicantId,
        tag,
        tag_key: key,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteTags(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .deleteFrom('applicant_tags')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .where('tag_key', 'in', keys)
    .execute()
}
