// Staff star applicants and tag them, for themselves and their colleagues.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import type { ApplicantRow } from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { tagKey, TAGS_IN_USE, TAGS_OF_ONE, type TagInUse, type TagsInput } from '#domain/tags.ts'
import { deleteTags, insertTags, listTagsInUse } from '#data/applicant-tags.ts'
import { listApplicantRows, listApplicantsForUpdate, updateStarred } from '#data/applicants.ts'
import { insertAuditEvent } from '#data/audit.ts'
import type { Tx } from '#data/database.ts'
import type { Deps } from '../deps.ts'
import { tellScreens } from './tell-screens.ts'

export async function starApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  starred: boolean,
): Promise<ApplicantRow> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const before = await findLocked(tx, organizationId, id)
    if (before.starred === starred) return before
    const row = await updateStarred(tx, organizationId, id, starred)
    if (!row) throw new AppError('applicant.missing')
    await insertAuditEvent(tx, organizationId, {
      actor_id: actor?.user_id ?? null,
      action: starred ? 'applicant.starred' : 'applicant.unstarred',
      resource_type: 'applicant',
      resource_id: id,
    })
    await tellScreens(tx, organizationId, [row])
    return row
  })
}

/** A tag that is in use under another spelling takes that one. The trail says that tags changed, never which: a tag can name a person. */
export async function tagApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  { add, remove }: TagsInput,
): Promise<ApplicantRow> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const before = await findLocked(tx, organizationId, id)
    const own = new Set(before.tags.map(tagKey))
    const gone = new Set(remove.map(tagKey))
    const added = new Map(add.map((tag) => [tagKey(tag), tag]))
    const fresh = [...added].filter(([key]) => !own.has(key) && !gone.has(key))
    const leaving = [...gone].filter((key) => own.has(key))
    if (fresh.length === 0 && leaving.length === 0) return before
    if (own.size - leaving.length + fresh.length > TAGS_OF_ONE) {
      throw new AppError('tag.tooMany', { values: { max: TAGS_OF_ONE } })
    }
    await deleteTags(tx, organizationId, id, leaving)
    if (fresh.length > 0) {
      await insertTags(tx, organizationId, id, await spelled(tx, organizationId, fresh))
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: actor?.user_id ?? null,
      action: 'applicant.tagged',
      resource_type: 'applicant',
      resource_id: id,
      details: { added: fresh.length, removed: leaving.length },
    })
    const [row] = await listApplicantRows(tx, organizationId, [id])
    if (!row) throw new AppError('applicant.missing')
    await tellScreens(tx, organizationId, [row])
    return row
  })
}

export function readTags(deps: Deps, actor: Actor | undefined): Promise<TagInUse[]> {
  const organizationId = approvedOrganization(actor)
  return deps.db.readForOrganization(organizationId, (tx) =>
    listTagsInUse(tx, organizationId, TAGS_IN_USE),
  )
}

async function findLocked(tx: Tx, organizationId: string, id: string): Promise<ApplicantRow> {
  await listApplicantsForUpdate(tx, organizationId, [id])
  const [row] = await listApplicantRows(tx, organizationId, [id])
  if (!row) throw new AppError('applicant.missing')
  return row
}

async function spelled(
  tx: Tx,
  organizationId: string,
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
