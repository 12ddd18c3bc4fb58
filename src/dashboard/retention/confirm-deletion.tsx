// Who would be deleted, and the last question before it happens.
import { useQuery } from '@tanstack/react-query'
import type { RetentionView } from '#domain/retention/retention.ts'
import { fullName } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'

import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { retentionPreviewQuery, useConfirmRetention } from './retention-api.ts'

const NAMED = 5

export function ConfirmDeletion({ view, onClose }: { view: RetentionView; onClose: () => void }) {
  const preview = useQuery(retentionPreviewQuery).data
  const confirm = useConfirmRetention()
  const named = preview?.applicants.slice(0, Math.min(NAMED, view.due)) ?? []
  const others = view.due - named.length
  return (
    <ConfirmDialog
      title="Delete applications"
      question={`Are you sure you want to delete ${t('count.application', { count: view.due })} of ${numberText(view.total)}? They are older than six months. This action cannot be undone.`}
      more={
        named.length > 0
          ? `${named.map(fullName).join(', ')}${others > 0 ? ` and ${numberText(others)} more` : ''}, with CV, notes and history.`
          : undefined
      }
      confirm="Delete"
      busy={confirm.isPending}
      onCancel={onClose}
      onConfirm={() => confirm.mutate(view.due, { onSettled: onClose })}
    />
  )
}
