// Acts on a selection: asked of the server in one request, shown, and said in one sentence.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SELECTED_MAX, type BatchAnswer } from '#domain/applicant-batches.ts'
import {
  wordForStatus,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants.ts'
import { fill, messages, type MessageCode } from '#domain/messages.ts'
import { call, reasonOf } from '../api.ts'
import { counted } from '../ui/dates.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'
import { useUndo } from './applicants-api.ts'
import { fullName, holdReads, placeApplicant, readAnew, shiftCounts } from './applicants-cache.ts'
import type { Selection } from './selection.ts'
import { sayUndoable } from './undo.ts'
import { sayWhenOut } from './mails-api.ts'
import type { RejectionMail } from './reject-dialog.tsx'

/** What names a selection to the server: a filter once, or ids in portions it takes. */
export function bodiesOf(
  selection: Pick<Selection, 'rows' | 'isWhole' | 'until'>,
  filter: ApplicantFilter,
): Record<string, unknown>[] {
  const { rows, isWhole, until } = selection
  if (isWhole) return [{ filter, ...(until ? { until } : {}) }]
  return portions(rows.map(({ id }) => id))
}

function portions(ids: readonly string[]): { ids: readonly string[] }[] {
  const all: { ids: readonly string[] }[] = []
  for (let from = 0; from < ids.length; from += SELECTED_MAX) {
    all.push({ ids: ids.slice(from, from + SELECTED_MAX) })
  }
  return all
}

const seenStatuses = (rows: readonly ApplicantRow[], ids: unknown) =>
  Object.fromEntries(
    rows.flatMap(({ id, status }) =>
      Array.isArray(ids) && ids.includes(id) ? [[id, status]] : [],
    ),
  )

type Act = { path: 'move' | 'contacted'; bodies: Record<string, unknown>[] }

async function ask({ path, bodies }: Act): Promise<BatchAnswer[]> {
  const answers: BatchAnswer[] = []
  for (const body of bodies) {
    answers.push(await call<BatchAnswer>('POST', `/api/applicants/${path}`, { body }))
  }
  return answers
}

/** 'Ada Lindqvist', or '3 applicants'. */
export function whoOf(ids: readonly string[], rows: readonly ApplicantRow[]): string {
  const only = ids.length === 1 ? rows.find(({ id }) => id === ids[0]) : undefined
  return only ? `${only.first_name} ${only.last_name}`.trim() : counted(ids.length, 'applicant')
}

export function useBulkActs(selection: Selection, filter: ApplicantFilter) {
  const client = useQueryClient()
  const undo = useUndo()
  const { mutateAsync, isPending } = useMutation({ mutationFn: ask })

  const act = async (
    asked: Act,
    how: {
      changed: (row: ApplicantRow) => ApplicantRow
      done: (who: string, answers: readonly BatchAnswer[]) => string
      failed: MessageCode
      undo: (answers: readonly BatchAnswer[], shown: readonly ApplicantRow[]) => void
    },
  ) => {
    const { rows } = selection
    try {
      const answers = await mutateAsync(asked)
      const changed = answers.flatMap((answer) => answer.changed)
      const ids = new Set(changed)
      const shown = rows.filter(({ id }) => ids.has(id))
      for (const row of shown) {
        const next = how.changed(row)
        placeApplicant(client, next)
        shiftCounts(client, row, next)
      }
      selection.clear()
      if (changed.length > 0) {
        sayUndoable(how.done(whoOf(changed, rows), answers), () => how.undo(answers, shown))
      }
      sayWhoStayed(answers, rows, changed.length)
    } catch (error) {
      sayProblem(messages[how.failed], reasonOf(error))
    }
    await readAnew(client)
  }

  /** With `mail` those rejected are told, after a while. */
  const move = (to: ApplicantStatus, mail?: RejectionMail) =>
    act(
      {
        path: 'move',
        bodies: bodiesOf(selection, filter).map((body) => ({
          ...body,
          status: to,
          ...(mail ? { mail: true, ...mail } : {}),
          ...(body.ids ? { seen: seenStatuses(selection.rows, body.ids) } : {}),
        })),
      },
      {
        changed: (row) => ({ ...row, status: to }),
        done: (who, answers) =>
          to === 'rejected'
            ? [fill('success.manyRejected', { who }), sayMails(answers)].filter(Boolean).join(' ')
            : fill('success.manyMoved', { who, status: wordForStatus[to] }),
        failed: to === 'rejected' ? 'dashboard.rejectFailed' : 'dashboard.statusUpdateFailed',
        undo: (answers, shown) =>
          undo(
            answers.flatMap(({ batch_id }) => (batch_id ? [{ batch_id }] : [])),
            shown.map((row) => ({ before: row, after: { ...row, status: to } })),
          ),
      },
    )

  const markContacted = (contacted: boolean) =>
    act(
      {
        path: 'contacted',
        bodies: bodiesOf(selection, filter).map((body) => ({ ...body, contacted })),
      },
      {
        changed: (row) => ({ ...row, contacted }),
        done: (who) =>
          fill(contacted ? 'success.manyContacted' : 'success.manyNotContacted', { who }),
        failed: 'dashboard.contactedUpdateFailed',
        undo: (answers) =>
          void unmark(
            answers.flatMap(({ changed }) => changed),
            !contacted,
          ),
      },
    )

  /** The opposite, for exactly those who were changed. */
  const unmark = async (ids: readonly string[], contacted: boolean) => {
    try {
      await ask({
        path: 'contacted',
        bodies: portions(ids).map((body) => ({ ...body, contacted })),
      })
      sayDone(messages['success.undone'])
    } catch (error) {
      sayProblem(messages['dashboard.contactedUpdateFailed'], reasonOf(error))
    }
    await readAnew(client)
  }

  return { isBusy: isPending, move, markContacted }
}

/** One person, who is told by e-mail after a while; without a mail it is a move like any other. */
export function useRejectWithMail(): (row: ApplicantRow, mail: RejectionMail) => Promise<void> {
  const client = useQueryClient()
  const undo = useUndo()
  return async (row, mail) => {
    const after = { ...row, status: 'rejected' } as const
    await holdReads(client)
    placeApplicant(client, after)
    shiftCounts(client, row, after)
    const putBack = () => {
      placeApplicant(client, row)
      shiftCounts(client, after, row)
    }
    try {
      const [answer] = await ask({
        path: 'move',
        bodies: [
          {
            status: 'rejected',
            mail: true,
            ...mail,
            ids: [row.id],
            seen: { [row.id]: row.status },
          },
        ],
      })
      const [refused] = answer?.refused ?? []
      if (refused) {
        putBack()
        sayProblem(messages['dashboard.rejectFailed'], refused.message)
      } else if (answer?.batch_id) {
        const { batch_id } = answer
        sayUndoable(
          messages['success.rejected'],
          () => undo([{ batch_id }], [{ before: row, after }]),
          [fullName(row), sayMails([answer])].filter(Boolean).join(' · '),
        )
      }
    } catch (error) {
      putBack()
      sayProblem(messages['dashboard.rejectFailed'], reasonOf(error))
    }
    await readAnew(client)
  }
}

/** How many e-mails wait now, and until when the first of them. */
function sayMails(answers: readonly BatchAnswer[]): string {
  const held = answers.flatMap(({ mails }) => (mails && mails.count > 0 ? [mails] : []))
  const [first] = held
  if (!first) return ''
  return sayWhenOut(
    held.reduce((sum, { count }) => sum + count, 0),
    first.send_at,
  )
}

/** Who could not be changed, and every reason once. */
function sayWhoStayed(
  answers: readonly BatchAnswer[],
  rows: readonly ApplicantRow[],
  changed: number,
): void {
  const refused = answers.flatMap((answer) => answer.refused)
  if (refused.length === 0) {
    if (changed === 0) sayDone(messages['applicant.nobodyChanged'])
    return
  }
  const reasons = [...new Set(refused.map(({ message }) => message))]
  sayProblem(
    fill('applicant.someStayed', {
      who: whoOf(
        refused.map(({ id }) => id),
        rows,
      ),
    }),
    reasons.join(' '),
  )
}
