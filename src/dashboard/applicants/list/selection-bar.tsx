// The bar at the foot of the list while applicants are selected: the actions on all of them.
import { Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import {
  applicantStatuses,
  moves,
  statusLabel,
  type ApplicantFilter,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { reasonOf } from '../../api.ts'
import { badgeDot, badgeIcon } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'

import { ActionMenu, MenuAction } from '../../ui/popups/menu.tsx'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { toastError } from '../../ui/popups/toast.tsx'
import { bodiesOf, useBulkActs } from './bulk-api.ts'
import { ExportActions } from './export-actions.tsx'
import { exactCountsQuery } from '../applicants-api.ts'
import type { Selection } from './selection.ts'
import { totalText, type Total } from './totals.ts'

const RejectDialog = lazyScreen(() => import('../mails/reject-dialog.tsx'), 'RejectDialog')
const WriteDialog = lazyScreen(() => import('../mails/write-dialog.tsx'), 'WriteDialog')

const tool =
  'inline-flex h-8 flex-none items-center gap-1.5 rounded-control border text-label font-medium whitespace-nowrap text-bar-ink hover:bg-white/12 max-md:h-11'

export function SelectionBar({
  selection,
  filter,
  total,
  onCompare,
}: {
  selection: Selection
  filter: ApplicantFilter
  total: Total | undefined
  /** Absent on screens that are too narrow to compare. */
  onCompare?: ((ids: readonly string[]) => void) | undefined
}) {
  const acts = useBulkActs(selection, filter)
  usePreloadWhenIdle(RejectDialog, WriteDialog)
  const [isRejecting, setRejecting] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const { rows, isWhole } = selection
  const allContacted = rows.every(({ contacted }) => contacted)
  const targets = targetsOf(selection, filter)
  const canSelectWhole = !isWhole && total && (total.isLeast || total.count > selection.count)
  const client = useQueryClient()
  /** Selects all matching applicants, after loading the exact number. */
  const selectWhole = async (shown: Total) => {
    if (!shown.isLeast) return selection.selectWhole(shown.count)
    const { tab, ...conditions } = filter
    try {
      const counts = await client.fetchQuery(exactCountsQuery(conditions))
      selection.selectWhole(counts[tab])
    } catch (error) {
      toastError(t('dashboard.applicantsFetchFailed'), reasonOf(error))
    }
  }
  const canReject = rows.some(({ status }) => status !== 'rejected')

  return (
    <div
      role="toolbar"
      aria-label={t('list.selected', { count: numberText(selection.count) })}
      className="selection-bar flex items-center gap-1 bg-bar py-2 ps-4 pe-2 text-bar-ink"
    >
      <span className="me-2 flex-none text-label font-medium tabular-nums">
        {t('list.selected', { count: numberText(selection.count) })}
      </span>
      {targets.length > 0 && (
        <ActionMenu
          trigger={
            <button type="button" className={classNames(tool, 'border-white/40 px-2.5')}>
              {t('applicant.moveMenu')}
              <ChevronDown size={14} />
            </button>
          }
        >
          {targets.map(({ to, can }) => (
            <MenuAction
              key={to}
              icon={badgeIcon(to)}
              color={badgeDot(to)}
              onChoose={() => acts.move(to)}
            >
              <span className="flex-1">{statusLabel(to)}</span>
              {can < rows.length && !isWhole && (
                <span className="text-meta text-ink-2">
                  {t('applicant.canMove', { count: can, total: rows.length })}
                </span>
              )}
            </MenuAction>
          ))}
        </ActionMenu>
      )}
      {canReject && (
        <button
          type="button"
          className={classNames(tool, 'border-transparent px-2.5')}
          onClick={() => setRejecting(true)}
        >
          {t('action.rejectAsk')}
        </button>
      )}
      <button
        type="button"
        aria-disabled={acts.isBusy || undefined}
        className={classNames(tool, 'border-transparent px-2.5')}
        onClick={() => acts.markContacted(!allContacted)}
      >
        {allContacted ? t('applicant.markManyNotContacted') : t('applicant.markManyContacted')}
      </button>
      <button
        type="button"
        className={classNames(tool, 'border-transparent px-2.5')}
        onClick={() => setWriting(true)}
      >
        {t('action.write')}
      </button>
      {onCompare && !isWhole && rows.length === 2 && (
        <button
          type="button"
          className={classNames(tool, 'border-transparent px-2.5')}
          onClick={() => onCompare(rows.map(({ id }) => id))}
        >
          {t('applicant.compare')}
        </button>
      )}
      <ExportActions
        selection={selection}
        filter={filter}
        trigger={
          <button type="button" className={classNames(tool, 'border-transparent px-2.5')}>
            {t('action.export')}
            <ChevronDown size={14} />
          </button>
        }
      />
      <span className="min-w-0 flex-1" />
      {canSelectWhole && (
        <button
          type="button"
          className={classNames(tool, 'border-transparent px-2.5 underline underline-offset-3')}
          onClick={() => void selectWhole(total)}
        >
          {t('applicant.selectWhole', { total: totalText(total, selection.count) })}
        </button>
      )}
      <button
        type="button"
        aria-label={t('action.clearSelection')}
        title={t('action.clearSelection')}
        className={classNames(
          tool,
          'w-8 justify-center border-transparent max-md:w-11',
          // The button to clear the selection stays visible while the tools scroll under it.
          'sticky -end-2 rounded-none bg-bar shadow-[-12px_0_12px_var(--bar)]',
        )}
        onClick={selection.clear}
      >
        <X size={16} />
      </button>
      <Suspense fallback={null}>
        {isWriting && (
          <WriteDialog
            rows={rows}
            people={selection.count}
            // By ids or by filter, in one request: a message allows no more than one part.
            body={bodiesOf(selection, filter)[0] ?? { ids: [] }}
            onSent={selection.clear}
            onClose={() => setWriting(false)}
          />
        )}
        {isRejecting && (
          <RejectDialog
            rows={rows}
            people={selection.count}
            bodies={bodiesOf(selection, filter)}
            busy={acts.isBusy}
            onCancel={() => setRejecting(false)}
            onReject={(mail) => {
              setRejecting(false)
              acts.move('rejected', mail)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/**
 * The possible moves, and the number of applicants for each. For applicants that are not loaded only the filter tells
 * the status.
 */
function targetsOf(
  { rows, isWhole }: Selection,
  { tab }: ApplicantFilter,
): { to: ApplicantStatus; can: number }[] {
  return applicantStatuses.flatMap((to) => {
    if (to === 'rejected') return []
    if (isWhole) return tab === 'all' || moves[tab].includes(to) ? [{ to, can: rows.length }] : []
    const can = rows.filter(({ status }) => moves[status].includes(to)).length
    return can > 0 ? [{ to, can }] : []
  })
}
