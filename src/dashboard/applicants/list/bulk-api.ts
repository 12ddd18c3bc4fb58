// Actions on a selection, each with one toast. If the applicants are known, the change is shown at once.
import { useQueryClient } from '@tanstack/react-query'
import {
  SELECTED_MAX,
  type ApplicantSelection,
  type BatchAnswer,
  type UndoInput,
} from '#domain/applicants/applicant-batches.ts'
import {
  statusLabel,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../../api.ts'
import { toastError } from '../../ui/popups/toast.tsx'
import type { Change } from '../../shell/unsent/changes.ts'
import { make } from '../../shell/unsent/queue.ts'
import { applicantsKey } from '../../queries.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { describeScheduledMails, describeSkipped, whoOf } from './bulk-labels.ts'
import type { Selection } from './selection.ts'
import { undoChange } from '../changes/undo-change.ts'
import { offerUndo, toastUndoable } from '../changes/undo.ts'
import type { RejectionMail } from '../mails/reject-dialog.tsx'
import { remember } from '../changes/unsent-people.ts'

/** The request bodies of a selection: one with a filter, or several with as many ids as the server accepts. */
export function bodiesOf(
  selection: Pick<Selection, 'rows' | 'isWhole' | 'until'>,
  filter: ApplicantFilter,
): ApplicantSelection[] {
  const { rows, isWhole, until } = selection
  if (isWhole) return [{ filter, ...(until ? { until } : {}) }]
  return portions(rows.map(({ id }) => id))
}

function portions(ids: readonly string[]): { ids: string[] }[] {
  const all: { ids: string[] }[] = []
  for (let from = 0; from < ids.length; from += SELECTED_MAX) {
    all.push({ ids: ids.slice(from, from + SELECTED_MAX) })
  }
  return all
}

const seenStatuses = (rows: readonly ApplicantRow[], ids: readonly string[]) =>
  Object.fromEntries(rows.flatMap(({ id, status }) => (ids.includes(id) ? [[id, status]] : [])))

type ActOnAll = {
  /** Those of them that are loaded, to show names. */
  rows: readonly ApplicantRow[]
  /** Sends one part of the selection. */
  send: (whom: ApplicantSelection) => Promise<BatchAnswer>
  done: (who: string, answers: readonly BatchAnswer[]) => string
  failed: string
  undo: (answers: readonly BatchAnswer[]) => void
}

/**
 * Applicants selected by id are changed at once, and queued like every change. For a filter the server has to answer
 * first: the client does not know all of them.
 */
export function useBulkActs(selection: Selection, filter: ApplicantFilter) {
  const client = useQueryClient()
  const undo = useUndo()
  const { rows } = selection
  const { mutate: askForAll, isPending } = useServerMutation({
    call: async ({ send }: ActOnAll) => {
      const answers: BatchAnswer[] = []
      for (const whom of bodiesOf(selection, filter)) answers.push(await send(whom))
      return answers
    },
    failed: (error, { failed }) => ({ text: failed, detail: reasonOf(error) }),
    invalidates: [applicantsKey],
    onSuccess: (answers, act) => {
      const changed = answers.flatMap((answer) => answer.changed)
      selection.clear()
      if (changed.length > 0) {
        toastUndoable(act.done(whoOf(changed, act.rows), answers), () => act.undo(answers))
      }
      describeSkipped(answers, act.rows, changed.length)
    },
  })

  const makeForChosen = (changeOf: (ids: readonly string[]) => Change) => {
    remember(client, rows)
    for (const { ids } of portions(rows.map(({ id }) => id))) {
      const made = make(changeOf(ids))
      if (made) offerUndo(() => undoChange(client, made))
    }
    selection.clear()
  }

  /** With `mail` the rejected applicants get an email some minutes later. */
  const move = (to: ApplicantStatus, mail?: RejectionMail) => {
    if (!selection.isWhole) {
      makeForChosen((ids) => ({
        act: 'move-many',
        seen: seenStatuses(selection.rows, ids),
        to,
        mail,
      }))
      return
    }
    askForAll({
      rows,
      send: (whom) => {
        const body = { ...whom, status: to, ...(mail && { mail: true, ...mail }) }
        return call('POST /api/applicants/move', { body })
      },
      done: (who, answers) =>
        to === 'rejected'
          ? [t('success.manyRejected', { who }), describeScheduledMails(answers)]
              .filter(Boolean)
              .join(' ')
          : t('success.manyMoved', { who, status: statusLabel(to) }),
      failed: t(to === 'rejected' ? 'dashboard.rejectFailed' : 'dashboard.statusUpdateFailed'),
      undo: (answers) => undo(answers.flatMap(({ batch_id }) => (batch_id ? [{ batch_id }] : []))),
    })
  }

  const markContacted = (contacted: boolean) => {
    if (!selection.isWhole) {
      makeForChosen((ids) => ({ act: 'contacted-many', ids, contacted, isUndo: false }))
      return
    }
    askForAll({
      rows,
      send: (whom) => call('POST /api/applicants/contacted', { body: { ...whom, contacted } }),
      done: (who) => t(contacted ? 'success.manyContacted' : 'success.manyNotContacted', { who }),
      failed: t('dashboard.contactedUpdateFailed'),
      // The opposite, for exactly the changed applicants.
      undo: (answers) => {
        for (const { ids } of portions(answers.flatMap(({ changed }) => changed))) {
          make({ act: 'contacted-many', ids, contacted: !contacted, isUndo: true })
        }
      },
    })
  }

  return { isBusy: isPending, move, markContacted }
}

/**
 * Undoes an action on all applicants of a filter; a toast says why applicants that were changed since are not changed
 * back.
 */
const useUndo = () =>
  useServerMutation({
    call: async (which: readonly UndoInput[]) => {
      const answers: BatchAnswer[] = []
      for (const body of which) {
        answers.push(await call('POST /api/applicants/undo', { body }))
      }
      return answers.flatMap((answer) => answer.refused)
    },
    done: ([refused]) => (refused ? undefined : t('success.undone')),
    failed: t('dashboard.statusUpdateFailed'),
    invalidates: [applicantsKey],
    onSuccess: ([refused]) => {
      if (refused) toastError(t('dashboard.statusUpdateFailed'), refused.message)
    },
  }).mutate
