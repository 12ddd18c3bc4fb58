// Exports of the selected applicants: a table for spreadsheets, or their CVs in one zip.
import type { ComponentProps, ReactElement } from 'react'
import { FileArchive, Sheet } from 'lucide-react'
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { download } from '../../api.ts'
import { ActionMenu, MenuAction } from '../../ui/popups/menu.tsx'
import { bodiesOf } from './bulk-api.ts'
import { toastDownload } from './downloads.ts'
import type { Selection } from './selection.ts'

/** For a selection. */
export function ExportActions({
  selection,
  filter,
  trigger,
}: {
  selection: Selection
  filter: ApplicantFilter
  trigger: ReactElement<ComponentProps<'button'>>
}) {
  const take = (kind: 'csv' | 'zip') =>
    toastDownload(async () => {
      for (const body of bodiesOf(selection, filter)) {
        await download(`POST /api/applicants/export.${kind}`, { body })
      }
    })
  return (
    <ActionMenu trigger={trigger}>
      <MenuAction icon={Sheet} onChoose={() => void take('csv')}>
        {t('action.exportCsv')}
      </MenuAction>
      <MenuAction icon={FileArchive} onChoose={() => void take('zip')}>
        {t('cv.downloadAll')}
      </MenuAction>
    </ActionMenu>
  )
}
