// What can wait on the device until the server has it, how it is asked of the server, and how it looks meanwhile.
import type { UndoInput } from '#domain/applicant-batches.ts'
import { canMove, type ApplicantStatus } from '#domain/applicants.ts'
import { call } from '../api.ts'

type Statuses = Readonly<Record<string, ApplicantStatus>>

/** Ids and the change itself, and nothing else about a person: this is what lies on the device. */
export type Change =
  | { act: 'move'; id: string; from: ApplicantStatus; to: ApplicantStatus }
  | { act: 'move-many'; seen: Statuses; to: ApplicantStatus; mail: boolean }
  | { act: 'contacted'; id: string; contacted: boolean }
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

type Asked = [method: 'POST' | 'PATCH', path: string, body: object]

function askedOf(change: Change): Asked {
  switch (change.act) {
    case 'move': {
      const { id, from, to } = change
      // What the screen showed: if it is not so any more, the server refuses.
      return ['PATCH', `/api/applicants/${id}/status`, { status: to, from }]
    }
    case 'move-many': {
      const { seen, to, mail } = change
      const ids = Object.keys(seen)
      return ['POST', '/api/applicants/move', { ids, status: to, ...(mail && { mail }), seen }]
    }
    case 'contacted':
      return ['PATCH', `/api/applicants/${change.id}/contacted`, { contacted: change.contacted }]
    case 'contacted-many':
      return ['POST', '/api/applicants/contacted', { ids: change.ids, contacted: change.contacted }]
    case 'undo':
      return ['POST', '/api/applicants/undo', change.which]
    case 'note':
      return ['POST', `/api/applicants/${change.id}/notes`, { body: change.body }]
    case 'note-edit':
      return ['PATCH', `/api/notes/${change.note}`, { body: change.body }]
  }
}

export function send({ key, change }: Unsent, signal: AbortSignal): Promise<unknown> {
  const [method, path, body] = askedOf(change)
  return call<unknown>(method, path, { body, signal, key })
}

type Shown = { id: string; status: ApplicantStatus; contacted: boolean }

/** A person as they will be once the server has everything; the same object where nothing of it is about them. */
export function withChanges<Person extends Shown>(
  person: Person,
  unsent: readonly Unsent[],
): Person {
  let shown: Omit<Shown, 'id'> = person
  for (const { change } of unsent) shown = after({ ...shown, id: person.id }, change)
  const { status, contacted } = shown
  const isSame = status === person.status && contacted === person.contacted
  return isSame ? person : { ...person, status, contacted }
}

function after({ id, status, contacted }: Shown, change: Change): Omit<Shown, 'id'> {
  switch (change.act) {
    case 'move':
      return { status: change.id === id ? change.to : status, contacted }
    case 'move-many': {
      // Whom the server will leave where they are is not shown elsewhere.
      const isMoved = change.seen[id] === status && canMove(status, change.to)
      return { status: isMoved ? change.to : status, contacted }
    }
    case 'undo':
      return { status: change.back[id] ?? status, contacted }
    case 'contacted':
      return { status, contacted: change.id === id ? change.contacted : contacted }
    case 'contacted-many':
      return { status, contacted: change.ids.includes(id) ? change.contacted : contacted }
    case 'note':
    case 'note-edit':
      return { status, contacted }
  }
}

/** The second of two changes that cancel each other out, while the server knows of neither. */
export const cancels = (one: Change, other: Change): boolean =>
  one.act === 'contacted' &&
  other.act === 'contacted' &&
  one.id === other.id &&
  one.contacted !== other.contacted

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
