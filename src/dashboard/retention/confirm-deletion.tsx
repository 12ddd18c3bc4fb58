// The applicants that would be deleted, and the last confirmation.
import { useQuery } from '@tanstack/react-query'
import type { RetentionView } from '#domain/retention/retention.ts'
import { fullName } from '#domain/full-name.ts'
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
  const names = named.map(fullName).join(', ')
  return (
    <ConfirmDialog
      title={t('retention.deleteTitle')}
      question={t('retention.deleteQuestion', {
        count: view.due,
        total: numberText(view.total),
      })}
      more={
        named.length > 0
          ? others > 0
            ? t('retention.deleteMoreOthers', { names, count: numberText(others) })
            : t('retention.deleteMore', { names })
          : undefined
      }
      confirm={t('action.delete')}
      busy={confirm.isPending}
      onCancel={onClose}
      onConfirm={() => confirm.mutate(view.due, { onSettled: onClose })}
    />
  )
}
