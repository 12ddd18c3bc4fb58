// Staff star and tag applicants; all members see the result.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import {
  tagKey,
  TAGS_IN_USE,
  TAGS_OF_ONE,
  type TagInUse,
  type TagsInput,
} from '#domain/applicants/tags.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { deleteTags, insertTags, listTagsInUse } from '#data/applicants/applicant-tags.ts'
import {
  listApplicantRows,
  listApplicantsForUpdate,
  updateStarred,
} from '#data/applicants/applicants.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import type { Deps } from '../deps.ts'
import { runOnce } from './run-once.ts'
import { publishChanges } from './publish-changes.ts'

export async function starApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  starred: boolean,
  key?: string,
): Promise<ApplicantRow> {
  const { organizationId, userId: by } = approvedMember(actor)
  const sent = key === undefined ? undefined : { key, action: `${by} stars ${id} ${starred}` }
  const star = async (tx: Tx) => {
    const before = await findLocked(tx, organizationId, id)
    if (before.starred === starred) return {}
    const row = await updateStarred(tx, organizationId, id, starred)
    if (!row) throw new AppError('applicant.missing')
    await insertAuditEvent(tx, organizationId, {
      actor_id: by,
      action: starred ? 'applicant.starred' : 'applicant.unstarred',
      resource_type: 'applicant',
      resource_id: id,
    })
    await publishChanges(tx, organizationId, [row])
    return {}
  }
  return deps.db.forOrganization(organizationId, async (tx) => {
    await runOnce(deps, tx, organizationId, sent, () => star(tx))
    return findOne(tx, organizationId, id)
  })
}

/** Uses the existing spelling of a tag. The audit event has only the number of tags, because a tag may name a person. */
export async function tagApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  { add, remove }: TagsInput,
  key?: string,
): Promise<ApplicantRow> {
  const { organizationId, userId: by } = approvedMember(actor)
  const sent = key === undefined ? undefined : { key, action: `${by} tags ${id}` }
  const tag = async (tx: Tx) => {
    const before = await findLocked(tx, organizationId, id)
    const own = new Set(before.tags.map(tagKey))
    const gone = new Set(remove.map(tagKey))
    const added = new Map(add.map((text) => [tagKey(text), text]))
    const fresh = [...added].filter(([of]) => !own.has(of) && !gone.has(of))
    const leaving = [...gone].filter((of) => own.has(of))
    if (fresh.length === 0 && leaving.length === 0) return {}
    if (own.size - leaving.length + fresh.length > TAGS_OF_ONE) {
      throw new AppError('tag.tooMany', { values: { max: TAGS_OF_ONE } })
    }
    await deleteTags(tx, organizationId, id, leaving)
    if (fresh.length > 0) {
      await insertTags(tx, organizationId, id, await withUsedSpelling(tx, organizationId, fresh))
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: by,
      action: 'applicant.tagged',
      resource_type: 'applicant',
      resource_id: id,
      details: { added: fresh.length, removed: leaving.length },
    })
    await publishChanges(tx, organizationId, [await findOne(tx, organizationId, id)])
    return {}
  }
  return deps.db.forOrganization(organizationId, async (tx) => {
    await runOnce(deps, tx, organizationId, sent, () => tag(tx))
    return findOne(tx, organizationId, id)
  })
}

export function readTags(deps: Deps, actor: Actor | undefined): Promise<TagInUse[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) =>
    listTagsInUse(tx, organizationId, TAGS_IN_USE),
  )
}

async function findLocked(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<ApplicantRow> {
  await listApplicantsForUpdate(tx, organizationId, [id])
  return findOne(tx, organizationId, id)
}

async function findOne(tx: Tx, organizationId: OrganizationId, id: string): Promise<ApplicantRow> {
  const [row] = await listApplicantRows(tx, organizationId, [id])
  if (!row) throw new AppError('applicant.missing')
  return row
}

async function withUsedSpelling(
  tx: Tx,
  organizationId: OrganizationId,
  fresh: readonly (readonly [key: string, tag: string])[],
): Promise<TagInUse[]> {
  const inUse = await listTagsInUse(tx, organizationId, TAGS_IN_USE)
  const known = new Map(inUse.map(({ key, tag }) => [key, tag]))
  const isNew = fresh.filter(([key]) => !known.has(key)).length
  if (known.size + isNew > TAGS_IN_USE) {
    throw new AppError('tag.tooManyInUse', { values: { max: TAGS_IN_USE } })
  }
  return fresh.map(([key, tag]) => ({ key, tag: known.get(key) ?? tag }))
}
