// Sends the queued changes while a person is signed in, and shows the result of each.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BatchAnswer } from '#domain/applicants/applicant-batches.ts'
import { fullName } from '#domain/full-name.ts'
import {
  statusLabel,
  type ApplicantRow,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { t } from '#domain/texts/text.ts'
import type { ApiError } from '../../api.ts'
import { useLiveStatus } from '../../shell/live/live.tsx'
import { sessionQuery, signedOut, invalidateApplicants } from '../../queries.ts'
import type { Member } from '../../shell/session/session.tsx'
import { useLateForms } from '../../ui/forms/late-forms.ts'
import { belongTo } from '../../ui/hooks/value-store.ts'
import { toastSuccess, toastError, dismissToast } from '../../ui/popups/toast.tsx'
import { peopleOf, type Change, type Unsent } from '../../shell/unsent/changes.ts'
import {
  isMadeHere,
  make,
  namedBy,
  openQueue,
  tryAgain,
  unsentNow,
  useUnsent,
} from '../../shell/unsent/queue.ts'
import { profileQuery, tagsQuery } from '../applicants-api.ts'
import {
  dropApplicant,
  cancelApplicantReads,
  placeApplicant,
  profileKey,
  invalidateApplicantCounts,
  rowOf,
  shiftCounts,
} from '../applicants-cache.ts'
import { describeScheduledMails, describeSkipped, whoOf } from '../list/bulk-labels.ts'
import { restoreDraft } from '../profile/note-drafts.ts'
import { answered, undoChange } from './undo-change.ts'
import { toastUndoable } from './undo.ts'
import { correct, forgetPeople, nameOfPerson, remember, rowOfPerson } from './unsent-people.ts'

export function UnsentApplicants({ member }: { member: Member }) {
  const client = useQueryClient()
  const userId = member.user.id
  const organizationId = member.organization.id
  const toasts = useRef(new Map<string, string>())

  useEffect(() => () => forgetPeople(), [userId])
  // Before anything of the person before is painted.
  useLayoutEffect(() => belongTo(`${userId} ${organizationId}`), [userId, organizationId])
  useEffect(() => {
    const shownToasts = toasts.current
    const hideToastOf = ({ key }: Unsent) => {
      const toast = shownToasts.get(key)
      if (toast !== undefined) dismissToast(toast)
    }
    return openQueue(userId, organizationId, {
      onAnswer: (sent, answer, wasLate) => {
        hideToastOf(sent)
        answered(sent, namedBy(answer))
        settle(client, sent, { answer, wasLate })
        if (wasLate && unsentNow().all.length === 1) toastSuccess(t('unsent.allSaved'))
      },
      onRefused: (refused, error, dropped) => {
        for (const entry of [refused, ...dropped]) {
          hideToastOf(entry)
          const { change } = entry
          if (change.act === 'note' || change.act === 'note-edit')
            restoreDraft(change.id, change.body)
        }
        void reportRefused(client, refused.change, error)
      },
      onSignedOut: () => client.setQueryData(sessionQuery.queryKey, signedOut),
      onElsewhere: () => void invalidateApplicants(client),
    })
  }, [client, userId, organizationId])

  // The connection is back: no need to wait for the next retry.
  const isLive = useLiveStatus() === 'live'
  useEffect(() => {
    if (isLive) tryAgain()
  }, [isLive])

  const late = useUnsent((state) => state.late)
  useEffect(() => {
    for (const entry of late) {
      const text = isMadeHere(entry.key) && textOfLate(client, entry.change)
      if (!text || toasts.current.has(entry.key)) continue
      const toast = toastUndoable(text, () => undoChange(client, entry), {
        isWaiting: true,
      })
      toasts.current.set(entry.key, toast)
    }
  }, [client, late])

  const lateForms = useLateForms()
  const hasUnsent = useUnsent(({ all }) => all.length > 0) || lateForms > 0
  useEffect(() => {
    if (!hasUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasUnsent])
  return null
}

/** A toast with an undo, as for a saved move. For every other change the mark on the row is enough. */
function textOfLate(client: QueryClient, change: Change): string | undefined {
  if (change.act !== 'move' && change.act !== 'move-many') return undefined
  const ids = peopleOf(change)
  return t('unsent.kept', {
    who: whoOf(
      ids,
      ids.flatMap((id) => rowOfPerson(client, id) ?? []),
    ),
    status: statusLabel(change.to),
  })
}

type Answered = { answer: unknown; wasLate: boolean }

/** Puts the server's answer into the whole cache, and shows a toast. */
function settle(client: QueryClient, sent: Unsent, { answer, wasLate }: Answered): void {
  // Running requests would restore the previous state.
  void cancelApplicantReads(client)
  const { change } = sent
  switch (change.act) {
    case 'move':
    case 'contacted':
    case 'starred':
    case 'tags': {
      const { change_id, ...row } = answer as ApplicantRow & Partial<MovedApplicant>
      place(client, row)
      if (change.act === 'move' && change_id && !wasLate)
        toastMoved(client, { ...sent, change }, row)
      if (change.act === 'tags') {
        toastUntagged(client, row, change.remove)
        void client.invalidateQueries({ queryKey: tagsQuery.queryKey })
      }
      void invalidateApplicantCounts(client)
      void client.invalidateQueries({ queryKey: profileKey(row.id) })
      return
    }
    case 'move-many':
    case 'contacted-many':
      return settleMany(client, { ...sent, change }, answer as BatchAnswer)
    case 'undo': {
      const { changed, refused } = answer as BatchAnswer
      for (const id of changed) {
        const row = rowOfPerson(client, id)
        const status = change.back[id]
        if (row && status) place(client, { ...row, status })
      }
      const [first] = refused
      if (first) toastError(t('dashboard.statusUpdateFailed'), first.message)
      else {
        const [only, ...others] = changed.flatMap((id) => rowOfPerson(client, id) ?? [])
        const detail = only && others.length === 0 ? nameAndStatus(only) : undefined
        toastSuccess(t('success.undone'), undefined, detail)
      }
      return void invalidateApplicants(client)
    }
    case 'note':
    case 'note-edit':
      return settleNote(client, sent, (answer as { id: string }).id)
  }
}

function toastMoved(
  client: QueryClient,
  sent: Unsent & { change: Extract<Change, { act: 'move' }> },
  row: ApplicantRow,
): void {
  const isRejected = sent.change.to === 'rejected'
  toastUndoable(
    t(isRejected ? 'success.rejected' : 'success.statusUpdated'),
    () => undoChange(client, sent),
    { detail: isRejected ? fullName(row) : nameAndStatus(row) },
  )
}

const nameAndStatus = (row: ApplicantRow) => `${fullName(row)} · ${statusLabel(row.status)}`

/** A removed tag can be restored from its toast. */
function toastUntagged(client: QueryClient, row: ApplicantRow, tags: readonly string[]): void {
  for (const tag of tags) {
    const putBack = () => {
      remember(client, [row])
      make({ act: 'tags', id: row.id, add: [tag], remove: [] })
    }
    toastUndoable(t('success.tagRemoved', { tag }), putBack, { detail: fullName(row) })
  }
}

function place(client: QueryClient, row: ApplicantRow): void {
  const before = rowOfPerson(client, row.id)
  if (before) shiftCounts(client, before, row)
  placeApplicant(client, row)
  correct(row)
}

type Many = Extract<Change, { act: 'move-many' | 'contacted-many' }>

function settleMany(
  client: QueryClient,
  sent: Unsent & { change: Many },
  answer: BatchAnswer,
): void {
  const { change } = sent
  const rows = peopleOf(change).flatMap((id) => rowOfPerson(client, id) ?? [])
  const ids = new Set(answer.changed)
  for (const row of rows) {
    if (!ids.has(row.id)) continue
    place(
      client,
      change.act === 'move-many'
        ? { ...row, status: change.to }
        : { ...row, contacted: change.contacted },
    )
  }
  if (change.act === 'contacted-many' && change.isUndo) toastSuccess(t('success.undone'))
  else {
    if (answer.changed.length > 0) {
      const undo = () => undoChange(client, sent, answer.changed)
      const [only] = rows
      // One by one, as from a profile.
      if (change.act === 'move-many' && change.mail && rows.length === 1 && only) {
        const detail = [fullName(only), describeScheduledMails([answer])]
          .filter(Boolean)
          .join(' · ')
        toastUndoable(t('success.rejected'), undo, { detail })
      } else toastUndoable(textOfMany(change, whoOf(answer.changed, rows), answer), undo)
    }
    describeSkipped([answer], rows, answer.changed.length)
  }
  void invalidateApplicants(client)
}

function textOfMany(change: Many, who: string, answer: BatchAnswer): string {
  if (change.act === 'contacted-many') {
    return t(change.contacted ? 'success.manyContacted' : 'success.manyNotContacted', { who })
  }
  return change.to === 'rejected'
    ? [t('success.manyRejected', { who }), describeScheduledMails([answer])]
        .filter(Boolean)
        .join(' ')
    : t('success.manyMoved', { who, status: statusLabel(change.to) })
}

/** Adds the note to its profile before its mark is removed, then loads the notes again. */
function settleNote(client: QueryClient, { change, madeAt }: Unsent, id: string): void {
  if (change.act !== 'note' && change.act !== 'note-edit') return
  const me = client.getQueryData(sessionQuery.queryKey)?.profile
  client.setQueryData<ApplicantProfile>(profileKey(change.id), (profile) => {
    if (!profile) return profile
    if (change.act === 'note-edit') {
      const notes = profile.notes.map((note) =>
        note.id === id ? { ...note, body: change.body } : note,
      )
      return { ...profile, notes }
    }
    if (profile.notes.some((note) => note.id === id)) return profile
    const made = {
      id,
      body: change.body,
      author_id: me?.id ?? null,
      author_name: me ? fullName(me) : null,
      created_at: new Date(madeAt).toISOString(),
      edited_at: null,
    }
    return { ...profile, notes: [made, ...profile.notes] }
  })
  void client.invalidateQueries({ queryKey: profileKey(change.id) })
}

async function reportRefused(client: QueryClient, change: Change, error: ApiError): Promise<void> {
  switch (change.act) {
    case 'move':
      return toastError(
        failedMove(change.to),
        await whyNotMoved(client, change.id, change.to, error),
      )
    case 'contacted': {
      const name = nameOfPerson(client, change.id)
      if (error.status === 404) dropApplicant(client, change.id)
      return toastError(
        t('dashboard.contactedUpdateFailed'),
        error.status === 404 ? goneText(name) : error.message,
      )
    }
    case 'starred':
      return toastError(t('star.saveFailed'), error.message)
    case 'tags':
      return toastError(t('tag.saveFailed'), error.message)
    case 'note':
    case 'note-edit':
      toastError(t('note.saveFailed'), error.message)
      return client.invalidateQueries({ queryKey: profileKey(change.id) })
    case 'move-many':
      toastError(failedMove(change.to), error.message)
      return invalidateApplicants(client)
    case 'contacted-many':
      toastError(t('dashboard.contactedUpdateFailed'), error.message)
      return invalidateApplicants(client)
    case 'undo':
      toastError(t('dashboard.statusUpdateFailed'), error.message)
      return invalidateApplicants(client)
  }
}

const failedMove = (to: ApplicantStatus) =>
  t(to === 'rejected' ? 'dashboard.rejectFailed' : 'dashboard.statusUpdateFailed')

const goneText = (name: string = t('unsent.somebody')) => t('unsent.deleted', { name })

/** The applicant and their current status: another person may have moved them first. */
async function whyNotMoved(
  client: QueryClient,
  id: string,
  to: ApplicantStatus,
  error: ApiError,
): Promise<string> {
  const known = rowOfPerson(client, id)
  if (error.status === 404) {
    dropApplicant(client, id)
    return goneText(known && fullName(known))
  }
  if (error.status === 409) {
    const row = await readAsIs(client, id)
    if (!row) return error.message
    return t('unsent.moved', {
      name: fullName(row),
      status: statusLabel(row.status),
      to: statusLabel(to),
    })
  }
  if (error.status !== 403 && error.code !== 'unsent.tooOld') return t('unsent.oldStatus')
  const row = known ?? (await readAsIs(client, id))
  if (!row) return error.message
  const stays = t('unsent.stays', { name: fullName(row), status: statusLabel(row.status) })
  return `${error.message} ${stays}`
}

async function readAsIs(client: QueryClient, id: string): Promise<ApplicantRow | undefined> {
  const profile = await client
    .fetchQuery({ ...profileQuery(id), staleTime: 0 })
    .catch(() => undefined)
  if (!profile) return undefined
  const row = rowOf(profile.applicant)
  place(client, row)
  void invalidateApplicantCounts(client)
  return row
}
