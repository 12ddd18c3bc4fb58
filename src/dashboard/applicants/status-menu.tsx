// A status as a label that opens a menu of the allowed moves.
import { ChevronDown } from 'lucide-react'
import { fullName } from '#domain/full-name.ts'
import {
  moves,
  statusLabel,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { BadgeButton, badgeDot, badgeIcon } from '../ui/badge.tsx'
import { ActionMenu, MenuAction } from '../ui/popups/menu.tsx'

export function StatusMenu({
  row,
  tabIndex,
  onMove,
}: {
  row: ApplicantRow
  tabIndex?: number
  onMove: (to: ApplicantStatus) => void
}) {
  const word = statusLabel(row.status)
  return (
    <ActionMenu
      trigger={
        <BadgeButton
          kind={row.status}
          data-status-menu=""
          tabIndex={tabIndex}
          aria-label={t('applicant.changeStatus', { status: word, name: fullName(row) })}
        >
          {word}
          <ChevronDown size={14} />
        </BadgeButton>
      }
    >
      {moves[row.status].map((to) => (
        <MenuAction key={to} icon={badgeIcon(to)} color={badgeDot(to)} onChoose={() => onMove(to)}>
          {t('applicant.moveTo', { status: statusLabel(to) })}
        </MenuAction>
      ))}
    </ActionMenu>
  )
}
