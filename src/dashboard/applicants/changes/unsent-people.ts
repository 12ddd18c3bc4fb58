// How applicants look with the queued changes: the cache keeps the server's data, and the changes are applied when
// rendering.
import { useMemo } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type {
  ApplicantCounts,
  ApplicantFilter,
  ApplicantRow,
  ApplicantSort,
} from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { ApplicantNote } from '#domain/applicants/notes.ts'
import { useSession } from '../../shell/session/session.tsx'
import { peopleOf, withChanges, type Unsent } from '../../shell/unsent/changes.ts'
import { useUnsent } from '../../shell/unsent/queue.ts'
import { knownRow, placed, shifted, type ApplicantList } from '../applicants-cache.ts'
import { fullName } from '#domain/full-name.ts'

/** The server's last answer about each applicant with changes: no cached list may contain them any more. */
const remembered = new Map<string, ApplicantRow>()

/** `rows`: as shown, which is used when nothing else is known. */
export function remember(client: QueryClient, rows: readonly ApplicantRow[]): void {
  for (const row of rows) remembered.set(row.id, rowOfPerson(client, row.id) ?? row)
}

/** Stores the server's new answer about this applicant. */
export function correct(row: ApplicantRow): void {
  if (remembered.has(row.id)) remembered.set(row.id, row)
}

/** For the next person who signs in at this screen. */
export const forgetPeople = (): void => remembered.clear()

/** The server's last answer. */
export const rowOfPerson = (client: QueryClient, id: string): ApplicantRow | undefined =>
  knownRow(client, id) ?? remembered.get(id)

export const nameOfPerson = (client: QueryClient, id: string): string | undefined => {
  const row = rowOfPerson(client, id)
  return row && fullName(row)
}

const changedIds = (unsent: readonly Unsent[]) => [
  ...new Set(unsent.flatMap(({ change }) => peopleOf(change))),
]

export function shownList(
  client: QueryClient,
  list: ApplicantList,
  { filter, sort }: { filter: ApplicantFilter; sort: ApplicantSort },
  unsent: readonly Unsent[],
): ApplicantList {
  return changedIds(unsent).reduce((shown, id) => {
    const before = rowOfPerson(client, id)
    return before ? placed(shown, filter, sort, withChanges(before, unsent)) : shown
  }, list)
}

export function useShownList<List extends ApplicantList | undefined>(
  list: List,
  filter: ApplicantFilter,
  sort: ApplicantSort,
): List {
  const client = useQueryClient()
  const unsent = useUnsent(({ all }) => all)
  if (!list || unsent.length === 0) return list
  return shownList(client, list, { filter, sort }, unsent) as List
}

export function useShownCounts(
  numbers: ApplicantCounts | undefined,
  conditions: Omit<ApplicantFilter, 'tab'>,
): ApplicantCounts | undefined {
  const client = useQueryClient()
  const unsent = useUnsent(({ all }) => all)
  if (!numbers || unsent.length === 0) return numbers
  return changedIds(unsent).reduce((shown, id) => {
    const before = rowOfPerson(client, id)
    return before ? shifted(shown, conditions, before, withChanges(before, unsent)) : shown
  }, numbers)
}

export function useShownProfile(
  profile: ApplicantProfile | undefined,
): ApplicantProfile | undefined {
  const unsent = useUnsent(({ all }) => all)
  const me = useSession().profile
  return useMemo(() => {
    const mine = unsent.filter(
      ({ change }) => profile && peopleOf(change).includes(profile.applicant.id),
    )
    if (!profile || mine.length === 0) return profile
    const author = { id: me?.id ?? null, name: me && fullName(me) }
    return {
      ...profile,
      applicant: withChanges(profile.applicant, mine),
      notes: mine.reduce((notes, entry) => withNote(notes, entry, author), profile.notes),
    }
  }, [profile, unsent, me])
}

function withNote(
  notes: ApplicantNote[],
  { key, madeAt, change }: Unsent,
  author: { id: string | null; name: string | null },
): ApplicantNote[] {
  if (change.act === 'note') {
    const made = {
      id: key,
      body: change.body,
      author_id: author.id,
      author_name: author.name,
      created_at: new Date(madeAt).toISOString(),
      edited_at: null,
    }
    return [made, ...notes]
  }
  if (change.act !== 'note-edit') return notes
  return notes.map((note) => (note.id === change.note ? { ...note, body: change.body } : note))
}

/** Whether the server has this version of the note. */
export const useIsNoteSaved = (id: string): boolean =>
  useUnsent(({ all }) => !all.some((entry) => noteOf(entry) === id))

export const useIsNoteLate = (id: string): boolean =>
  useUnsent(({ late }) => late.some((entry) => noteOf(entry) === id))

const noteOf = ({ key, change }: Unsent) => {
  if (change.act === 'note') return key
  return change.act === 'note-edit' ? change.note : undefined
}
