// The bar at the foot of the list while applicants are selected: the actions on all of them.
import { Suspense, useRef, useState, type ComponentProps } from 'react'
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
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { badgeDot, badgeIcon } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'

import { ActionMenu, MenuAction } from '../../ui/popups/menu.tsx'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { toastError } from '../../ui/popups/toast.tsx'
import { bodiesOf, useBulkActs } from './bulk-api.ts'
import { ExportActions } from './export-actions.tsx'
import { exactCountsQuery } from '../applicants-api.ts'
import { openStatusMenu } from './list-keys.ts'
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
  const [asked, setAsked] = useState<Asked>()
  const { rows, isWhole } = selection
  const allContacted = rows.every(({ contacted }) => contacted)
  const canReject = rows.some(({ status }) => status !== 'rejected')
  const markContacted = () => acts.markContacted(!allContacted)
  const bar = useRef<HTMLDivElement>(null)
  // Before those of the focused row and of the open profile: a key means what is selected.
  useShortcut('applicants.status', () => openStatusMenu(bar.current), true)
  useShortcut('applicants.reject', () => canReject && setAsked('rejection'), true)
  useShortcut('applicants.contacted', () => !acts.isBusy && markContacted(), true)
  useShortcut('applicants.email', () => setAsked('message'), true)

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('list.selected', { count: numberText(selection.count) })}
      className="selection-bar flex items-center gap-1 bg-bar py-2 ps-4 pe-2 text-bar-ink"
    >
      <span className="me-2 flex-none text-label font-medium tabular-nums">
        {t('list.selected', { count: numberText(selection.count) })}
      </span>
      <MoveMenu selection={selection} filter={filter} onMove={acts.move} />
      {canReject && <Tool onClick={() => setAsked('rejection')}>{t('action.rejectAsk')}</Tool>}
      <Tool aria-disabled={acts.isBusy || undefined} onClick={markContacted}>
        {allContacted ? t('applicant.markManyNotContacted') : t('applicant.markManyContacted')}
      </Tool>
      <Tool onClick={() => setAsked('message')}>{t('action.write')}</Tool>
      {onCompare && !isWhole && rows.length === 2 && (
        <Tool onClick={() => onCompare(rows.map(({ id }) => id))}>{t('applicant.compare')}</Tool>
      )}
      <ExportActions
        selection={selection}
        filter={filter}
        trigger={
          <Tool>
            {t('action.export')}
            <ChevronDown size={14} />
          </Tool>
        }
      />
      <span className="min-w-0 flex-1" />
      <WholeSelection selection={selection} filter={filter} total={total} />
      <ClearButton onClear={selection.clear} />
      <Suspense fallback={null}>
        <BulkDialog
          asked={asked}
          selection={selection}
          filter={filter}
          acts={acts}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    </div>
  )
}

function Tool({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classNames(tool, 'border-transparent px-2.5', className)}
      {...props}
    />
  )
}

function MoveMenu({
  selection,
  filter,
  onMove,
}: {
  selection: Selection
  filter: ApplicantFilter
  onMove: (to: ApplicantStatus) => void
}) {
  const { rows, isWhole } = selection
  const targets = targetsOf(selection, filter)
  if (targets.length === 0) return null
  return (
    <ActionMenu
      trigger={
        <button
          type="button"
          data-status-menu=""
          className={classNames(tool, 'border-white/40 px-2.5')}
        >
          {t('applicant.moveMenu')}
          <ChevronDown size={14} />
        </button>
      }
    >
      {targets.map(({ to, can }) => (
        <MenuAction key={to} icon={badgeIcon(to)} color={badgeDot(to)} onChoose={() => onMove(to)}>
          <span className="flex-1">{statusLabel(to)}</span>
          {can < rows.length && !isWhole && (
            <span className="text-meta text-ink-2">
              {t('applicant.canMove', { count: can, total: rows.length })}
            </span>
          )}
        </MenuAction>
      ))}
    </ActionMenu>
  )
}

/** Selects all matching applicants, after loading the exact number. */
function WholeSelection({
  selection,
  filter,
  total,
}: {
  selection: Selection
  filter: ApplicantFilter
  total: Total | undefined
}) {
  const client = useQueryClient()
  const isPart = !selection.isWhole && total && (total.isLeast || total.count > selection.count)
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
  if (!isPart) return null
  return (
    <Tool className="underline underline-offset-3" onClick={() => void selectWhole(total)}>
      {t('applicant.selectWhole', { total: totalText(total, selection.count) })}
    </Tool>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
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
      onClick={onClear}
    >
      <X size={16} />
    </button>
  )
}

/** What a dialog asks about. */
type Asked = 'message' | 'rejection'

function BulkDialog({
  asked,
  selection,
  filter,
  acts,
  onClose,
}: {
  asked: Asked | undefined
  selection: Selection
  filter: ApplicantFilter
  acts: ReturnType<typeof useBulkActs>
  onClose: () => void
}) {
  const { rows, count: people } = selection
  if (asked === 'message') {
    return (
      <WriteDialog
        rows={rows}
        people={people}
        // By ids or by filter, in one request: a message allows no more than one part.
        body={bodiesOf(selection, filter)[0] ?? { ids: [] }}
        onSent={selection.clear}
        onClose={onClose}
      />
    )
  }
  if (asked === 'rejection') {
    return (
      <RejectDialog
        rows={rows}
        people={people}
        bodies={bodiesOf(selection, filter)}
        busy={acts.isBusy}
        onCancel={onClose}
        onReject={(mail) => {
          onClose()
          acts.move('rejected', mail)
        }}
      />
    )
  }
  return null
}

/**
 * The possible moves, and the number of applicants for each; first the one that is the step forward for most. For applicants
 * that are not loaded only the filter tells the status.
 */
function targetsOf(
  { rows, isWhole }: Selection,
  { tab }: ApplicantFilter,
): { to: ApplicantStatus; can: number }[] {
  const targets = applicantStatuses.flatMap((to) => {
    if (to === 'rejected') return []
    if (isWhole) return tab === 'all' || moves[tab].includes(to) ? [{ to, can: rows.length }] : []
    const can = rows.filter(({ status }) => moves[status].includes(to)).length
    return can > 0 ? [{ to, can }] : []
  })
  const forwardFor = (to: ApplicantStatus) =>
    rows.filter(({ status }) => moves[status][0] === to).length
  return targets.toSorted((one, other) => forwardFor(other.to) - forwardFor(one.to))
}
