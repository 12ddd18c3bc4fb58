// The bar of a store's admin above its frame, while a form in the frame holds what is not saved: its two buttons are the form's.
import { createElement, useEffect, useId } from 'react'
import { t } from '#domain/texts/text.ts'
import { bridge, isInAdmin } from './admin-frame.ts'

type SaveBarProps = { isShown: boolean; onSave: () => void; onDiscard: () => void }

/** Nothing outside of the admin. */
export const SaveBar = (props: SaveBarProps) => (isInAdmin() ? <AdminSaveBar {...props} /> : null)

function AdminSaveBar({ isShown, onSave, onDiscard }: SaveBarProps) {
  const id = useId()
  useEffect(() => {
    if (!isShown) return
    const bar = bridge()?.saveBar
    bar?.show(id).catch(() => undefined)
    // Where the form is gone with its element, the bar is gone already.
    return () => void bar?.hide(id).catch(() => undefined)
  }, [id, isShown])
  return createElement(
    'ui-save-bar',
    { id },
    createElement(
      'button',
      { type: 'button', variant: 'primary', onClick: onSave },
      t('action.save'),
    ),
    createElement('button', { type: 'button', onClick: onDiscard }, t('action.discard')),
  )
}
