// The changes that can wait on the device: their requests, and their optimistic display.
import type { UndoInput } from '#domain/applicants/applicant-batches.ts'
import { canMove, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { tagKey } from '#domain/applicants/tags.ts'
import { call } from '../../api.ts'

type Mail = { words?: TemplateText }
type Statuses = Readonly<Record<string, ApplicantStatus>>

/** Only ids and the change itself, no other personal data: this is stored on the device. */
export type Change =
  | { act: 'move'; id: string; from: ApplicantStatus; to: ApplicantStatus }
  /** `mail`: the rejected applicants get a mail, with a text for this once or the template's. */
  | { act: 'move-many'; seen: Statuses; to: ApplicantStatus; mail?: Mail | undefined }
  | { act: 'contacted'; id: string; contacted: boolean }
  | { act: 'starred'; id: string; starred: boolean }
  | { act: 'tags'; id: string; add: readonly string[]; remove: readonly string[] }
  | { act: 'contacted-many'; ids: readonly string[]; contacted: boolean; isUndo: boolean }
  /** `key`: of a change without an answer yet; the answer replaces it with the server's id. */
  | { act: 'undo'; which: UndoInput | { key: string }; back: Statuses }
  | { act: 'note'; id: string; body: string }
  | { act: 'note-edit'; id: string; note: string; body: string }

export type Unsent = {
  /** The idempotency key. */
  readonly key: string
  readonly madeAt: number
  /** It was being sent: whether the server has it is unknown. */
  readonly isTried: boolean
  readonly change: Change
}

export function peopleOf(change: Change): readonly string[] {
  if (change.act === 'move-many') return Object.keys(change.seen)
  if (change.act === 'contacted-many') return change.ids
  if (change.act === 'undo') return Object.keys(change.back)
  return [change.id]
}

/** `key`: the idempotency key. */
export function send({ key, change }: Unsent, signal: AbortSignal): Promise<unknown> {
  const how = { key, signal }
  switch (change.act) {
    case 'move': {
      const { from, to } = change
      const params = { applicantId: change.id }
      // The status that the screen showed: if it has changed, the server refuses.
      const body = { status: to, from }
      return call('PATCH /api/applicants/:applicantId/status', { params, body, ...how })
    }
    case 'move-many': {
      const { seen, to, mail } = change
      const body = {
        ids: Object.keys(seen),
        status: to,
        ...(mail && { mail: true, ...mail }),
        seen,
      }
      return call('POST /api/applicants/move', { body, ...how })
    }
    case 'contacted': {
      const params = { applicantId: change.id }
      const body = { contacted: change.contacted }
      return call('PATCH /api/applicants/:applicantId/contacted', { params, body, ...how })
    }
    case 'starred': {
      const params = { applicantId: change.id }
      const body = { starred: change.starred }
      return call('PATCH /api/applicants/:applicantId/starred', { params, body, ...how })
    }
    case 'tags': {
      const params = { applicantId: change.id }
      const body = { add: [...change.add], remove: [...change.remove] }
      return call('PATCH /api/applicants/:applicantId/tags', { params, body, ...how })
    }
    case 'contacted-many': {
      const body = { ids: [...change.ids], contacted: change.contacted }
      return call('POST /api/applicants/contacted', { body, ...how })
    }
    case 'undo':
      // Once the previous change has its answer, the server's id of the undone change is known.
      return call('POST /api/applicants/undo', { body: change.which as UndoInput, ...how })
    case 'note': {
      const params = { applicantId: change.id }
      return call('POST /api/applicants/:applicantId/notes', {
        params,
        body: { body: change.body },
        ...how,
      })
    }
    case 'note-edit': {
      const params = { noteId: change.note }
      return call('PATCH /api/notes/:noteId', { params, body: { body: change.body }, ...how })
    }
  }
}

type Shown = {
  id: string
  status: ApplicantStatus
  contacted: boolean
  starred: boolean
  tags: string[]
}

/** An applicant as they will be once the server has all changes; the same object when no change is about them. */
export function withChanges<Person extends Shown>(
  person: Person,
  unsent: readonly Unsent[],
): Person {
  const mine = unsent.filter(({ change }) => peopleOf(change).includes(person.id))
  if (mine.length === 0) return person
  const shown = { ...person }
  for (const { change } of mine) Object.assign(shown, changed(shown, change))
  return shown
}

function changed(person: Shown, change: Change): Partial<Shown> | undefined {
  const { id, status } = person
  switch (change.act) {
    case 'move':
      return { status: change.to }
    case 'move-many':
      // Applicants that the server would skip stay where they are.
      return change.seen[id] === status && canMove(status, change.to)
        ? { status: change.to }
        : undefined
    case 'undo':
      return { status: change.back[id] ?? status }
    case 'contacted':
    case 'contacted-many':
      return { contacted: change.contacted }
    case 'starred':
      return { starred: change.starred }
    case 'tags':
      return { tags: retagged(person.tags, change) }
    case 'note':
    case 'note-edit':
      return undefined
  }
}

/** In the server's order. */
function retagged(
  before: readonly string[],
  { add, remove }: Extract<Change, { act: 'tags' }>,
): string[] {
  const gone = new Set(remove.map(tagKey))
  const tags = new Map(before.map((tag) => [tagKey(tag), tag]))
  for (const tag of add) if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  const left = [...tags].filter(([key]) => !gone.has(key))
  return left.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

/** Whether the second of two changes cancels the first, while the server knows of neither. */
export function cancels(one: Change, other: Change): boolean {
  if (one.act === 'contacted' && other.act === 'contacted') {
    return one.id === other.id && one.contacted !== other.contacted
  }
  return (
    one.act === 'starred' &&
    other.act === 'starred' &&
    one.id === other.id &&
    one.starred !== other.starred
  )
}

/** Whether `later` depends on `refused` and must be dropped with it; `isGone`: the applicant was deleted. */
export function fallsWith(later: Unsent, refused: Unsent, isGone: boolean): boolean {
  const { change } = refused
  if (later.change.act === 'undo') {
    return 'key' in later.change.which && later.change.which.key === refused.key
  }
  if (!('id' in change) || !('id' in later.change) || later.change.id !== change.id) return false
  if (isGone) return change.act !== 'note-edit'
  return change.act === 'move' && later.change.act === 'move'
}
