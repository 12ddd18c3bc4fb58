// Undoes a change: removes it from the queue if it was not sent, otherwise sends the opposite change.
import type { QueryClient } from '@tanstack/react-query'
import type { UndoInput } from '#domain/applicants/applicant-batches.ts'
import { canMove, statusLabel, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { toastSuccess, toastError } from '../../ui/popups/toast.tsx'
import { peopleOf, withChanges, type Change, type Unsent } from '../../shell/unsent/changes.ts'
import { isWaiting, make, takeOut, unsentNow } from '../../shell/unsent/queue.ts'
import { nameOfPerson, rowOfPerson } from './unsent-people.ts'

/** The server's ids of the changes that it has. */
const names = new Map<string, UndoInput | undefined>()

export const answered = ({ key }: Unsent, name: UndoInput | undefined): void =>
  void names.set(key, name)

/** `people`: the applicants that the server has changed, if it answered. */
export function undoChange(
  client: QueryClient,
  { key, change }: Unsent,
  people?: readonly string[],
): void {
  const since = movedSince(client, key, change)
  if (since) {
    toastError(
      t('dashboard.statusUpdateFailed'),
      t('applicant.undoRefused', { status: statusLabel(since) }),
    )
    return
  }
  if (takeOut(key)) {
    const [only, ...others] = peopleOf(change)
    const name = others.length === 0 && only ? nameOfPerson(client, only) : undefined
    toastSuccess(t('success.undone'), undefined, name)
    return
  }
  if (change.act === 'contacted-many') {
    const ids = people ?? change.ids
    make({ act: 'contacted-many', ids, contacted: !change.contacted, isUndo: true })
    return
  }
  const which = names.get(key) ?? (isWaiting(key) ? { key } : undefined)
  const back = statusesBefore(change, people)
  if (which && back) make({ act: 'undo', which, back })
  else toastError(t('applicant.undoMissing'))
}

/** The status that a later queued change gives the same applicant. */
function movedSince(client: QueryClient, key: string, change: Change): ApplicantStatus | undefined {
  if (change.act !== 'move') return undefined
  const { all } = unsentNow()
  const at = all.findIndex((entry) => entry.key === key)
  const isMovedAgain = all
    .slice(at + 1)
    .some((entry) => entry.change.act === 'move' && entry.change.id === change.id)
  const row = isMovedAgain ? rowOfPerson(client, change.id) : undefined
  return row && withChanges(row, all).status
}

function statusesBefore(
  change: Change,
  people: readonly string[] | undefined,
): Record<string, ApplicantStatus> | undefined {
  if (change.act === 'move') return { [change.id]: change.from }
  if (change.act !== 'move-many') return undefined
  const isMoved = ([id, from]: [string, ApplicantStatus]) =>
    people ? people.includes(id) : canMove(from, change.to)
  return Object.fromEntries(Object.entries(change.seen).filter(isMoved))
}
