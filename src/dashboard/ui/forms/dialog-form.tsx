// The form in a dialog: its errors, its fields, then Cancel and the submit button.
import type { FormEvent, ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
import { Button, type ButtonKind } from '../button.tsx'
import { DialogFoot } from '../popups/dialog.tsx'
import { Problem } from '../problem.tsx'

export function DialogForm({
  problem,
  confirm,
  kind = 'primary',
  inactive,
  onSubmit,
  onCancel,
  children,
}: {
  /** Errors that belong to no field. */
  problem?: string | undefined
  confirm: string
  kind?: ButtonKind
  inactive: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-1 flex-col">
      <div className="grid gap-[18px] px-6 py-5 empty:py-2 max-md:px-4">
        {problem && <Problem text={problem} />}
        {children}
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button type="submit" kind={kind} inactive={inactive}>
          {confirm}
        </Button>
      </DialogFoot>
    </form>
  )
}
