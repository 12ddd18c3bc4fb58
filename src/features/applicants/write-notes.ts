// Staff add, edit and delete notes about an applicant.
import { approvedMember, signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { mayDelete, mayEdit } from '#domain/applicants/notes.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteNote, findNoteLocked, insertNote, updateNote } from '#data/applicants/notes.ts'
import type { Deps } from '../deps.ts'
import { runOnce } from './run-once.ts'

export const addNote = (
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
  body: string,
  key?: string,
): Promise<{ id: string }> =>
  write(
    deps,
    actor,
    { action: 'note.added', of: applicantId, key },
    async (tx, organizationId, author) => {
      const note = await insertNote(tx, organizationId, {
        applicant_id: applicantId,
        author_id: author.user_id,
        body,
      })
      if (!note) throw new AppError('applicant.missing')
      return { id: note.id, applicant_id: applicantId }
    },
  )

export const editNote = (
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  body: string,
  key?: string,
): Promise<{ id: string }> =>
  write(deps, actor, { action: 'note.edited', of: id, key }, async (tx, organizationId, person) => {
    const note = await findNoteLocked(tx, organizationId, id)
    if (!note) throw new AppError('note.missing')
    if (!mayEdit(note, person.user_id)) throw new AppError('note.notOwn')
    await updateNote(tx, organizationId, id, body)
    return { id, applicant_id: note.applicant_id }
  })

export const removeNote = (
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<{ id: string }> =>
  write(deps, actor, { action: 'note.deleted', of: id }, async (tx, organizationId, person) => {
    const note = await findNoteLocked(tx, organizationId, id)
    if (!note) throw new AppError('note.missing')
    if (!mayDelete(note, person)) throw new AppError('note.notOwnDelete')
    await deleteNote(tx, organizationId, id)
    return { id, applicant_id: note.applicant_id }
  })

/** One change with its audit event and a live event, after which open profiles reload. */
async function write(
  deps: Deps,
  actor: Actor | undefined,
  {
    action,
    of,
    key,
  }: {
    action: 'note.added' | 'note.edited' | 'note.deleted'
    of: string
    key?: string | undefined
  },
  change: (
    tx: Tx,
    organizationId: OrganizationId,
    person: Actor,
  ) => Promise<{ id: string; applicant_id: string }>,
): Promise<{ id: string }> {
  const { organizationId } = approvedMember(actor)
  const person = signedIn(actor)
  const sent = key === undefined ? undefined : { key, action: `${person.user_id} ${action} ${of}` }
  const make = async (tx: Tx) => {
    const note = await change(tx, organizationId, person)
    await insertAuditEvent(tx, organizationId, {
      actor_id: person.user_id,
      action,
      resource_type: 'applicant',
      resource_id: note.applicant_id,
    })
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [note.applicant_id])
    return { id: note.id }
  }
  return deps.db.forOrganization(organizationId, (tx) =>
    runOnce(deps, tx, organizationId, sent, () => make(tx)),
  )
}
