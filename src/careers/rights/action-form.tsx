// A form with one button for one action.
import { inLanguage } from '../steps/in-language.ts'
import type { ReactNode } from 'react'
import type { PageFrameView } from '#domain/rights/applicant-page.ts'

/** The CSRF token of each form: without it the action is refused. */
export function FormToken({ view }: { view: Pick<PageFrameView, 'formToken'> }) {
  return <input type="hidden" name="form" value={view.formToken} />
}

type Props = {
  view: Pick<PageFrameView, 'href' | 'formToken'>
  action: string
  look?: string
  /** Fields above the button. */
  fields?: ReactNode
  /** Beside the button. */
  aside?: ReactNode
  children: ReactNode
}

export function ActionForm({ view, action, look = 'button', fields, aside, children }: Props) {
  return (
    <form method="post" action={inLanguage(`${view.href}/${action}`)} noValidate>
      <FormToken view={view} />
      {fields}
      <button className={look}>{children}</button>
      {aside}
    </form>
  )
}
