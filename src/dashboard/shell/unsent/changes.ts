// What can wait on the device until the server has it, how it is asked of the server, and how it looks meanwhile.
import type { UndoInput } from '#domain/applicants/applicant-batches.ts'
import { canMove, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { tagKey } from '#domain/applicants/tags.ts'
import { call } from '../../api.ts'

type Mail = { words?: TemplateText }
type Statuses = Readonly<Record<string, ApplicantStatus>>

/** Ids and the change itself, and nothing else about a person: this is what lies on the device. */
export type Change =
  | { act: 'move'; id: string; from: ApplicantStatus; to: ApplicantStatus }
  /** `mail`: those rejected are told, in words of this once or those of the template. */
  | { act: 'move-many'; seen: Statuses; to: ApplicantStatus; mail?: Mail | undefined }
  | { act: 'contacted'; id: string; contacted: boolean }
  | { act: 'starred'; id: string; starred: boolean }
  | { act: 'tags'; id: string; add: readonly string[]; remove: readonly string[] }
  | { act: 'contacted-many'; ids: readonly string[]; contacted: boolean; isUndo: boolean }
  /** `key`: of a change that had no answer yet; when it has one, that names what is undone. */
  | { act: 'undo'; which: UndoInput | { key: string }; back: Statuses }
  | { act: 'note'; id: string; body: string }
  | { act: 'note-edit'; id: string; note: string; body: string }

export type Unsent = {
  /** The server does what comes under one key once. */
  readonly key: string
  readonly madeAt: number
  /** It was on its way: whether the server has it is not known. */
  readonly isTried: boolean
  readonly change: Change
}

export function peopleOf(change: Change): readonly string[] {
  if (change.act === 'move-many') return Object.keys(change.seen)
  if (change.act === 'contacted-many') return change.ids
  if (change.act === 'undo') return Object.keys(change.back)
  return [change.id]
}

/** `key`: the server does what comes under one key once. */
export function send({ key, change }: Unsent, signal: AbortSignal): Promise<unknown> {
  const how = { key, signal }
  switch (change.act) {
    case 'move': {
      const { from, to } = change
      const params = { applicantId: change.id }
      // What the screen showed: if it is not so any more, the server refuses.
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
      // Once the change before it has its answer, what is undone has a name.
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

/** A person as they will be once the server has everything; the same object where nothing of it is about them. */
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
      // Whom the server will leave where they are is not shown elsewhere.
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

/** In the order the server puts them in. */
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

/** The second of two changes that cancel each other out, while the server knows of neither. */
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

/** Whether `later` makes no sense any more once `refused` was refused; `isGone` when the person is. */
export function fallsWith(later: Unsent, refused: Unsent, isGone: boolean): boolean {
  const { change } = refused
  if (later.change.act === 'undo') {
    return 'key' in later.change.which && later.change.which.key === refused.key
  }
  if (!('id' in change) || !('id' in later.change) || later.change.id !== change.id) return false
  if (isGone) return change.act !== 'note-edit'
  return change.act === 'move' && later.change.act === 'move'
}
