// Taking applicants out of the product: a table for spreadsheets, or their CVs in one zip.
import type { ComponentProps, ReactElement } from 'react'
import { FileArchive, Sheet } from 'lucide-react'
import type { ApplicantFilter } from '#domain/applicants.ts'
import { messages } from '#domain/messages.ts'
import { download, queryOf, reasonOf } from '../api.ts'
import { ActionMenu, MenuAction } from '../ui/menu.tsx'
import { sayDone, sayProblem } from '../ui/toast.tsx'
import { bodiesOf } from './bulk-api.ts'
import type { Selection } from './selection.ts'

/** Everybody the filter finds. The zip may be refused, and the reason is shown here. */
export const downloadCvs = (filter: ApplicantFilter): Promise<void> =>
  saying(() => download('GET', `/api/applicants/export.zip${queryOf(filter)}`))

async function saying(take: () => Promise<void>): Promise<void> {
  try {
    await take()
    sayDone(messages['success.exported'])
  } catch (error) {
    sayProblem(messages['dashboard.exportFailed'], reasonOf(error))
  }
}

/** Of a selection. */
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
    saying(async () => {
      for (const body of bodiesOf(selection, filter)) {
        await download('POST', `/api/applicants/export.${kind}`, body)
      }
    })
  return (
    <ActionMenu trigger={trigger}>
      <MenuAction icon={Sheet} onChoose={() => void take('csv')}>
        Export CSV
      </MenuAction>
      <MenuAction icon={FileArchive} onChoose={() => void take('zip')}>
        Download CVs
      </MenuAction>
    </ActionMenu>
  )
}
