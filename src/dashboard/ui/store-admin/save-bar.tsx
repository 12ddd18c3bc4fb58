// The bar of a store's admin above its frame, while a form in the frame holds what is not saved: its two buttons are the form's.
import { createElement, useEffect, useId } from 'react'
import { useBlocker } from '@tanstack/react-router'
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
  useBlocker({
    disabled: !isShown,
    enableBeforeUnload: false,
    // The platform asks, and answers when the page may be left. A dialog closes by its search parameter, which leaves no page.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname !== next.pathname) await bridge()?.saveBar.leaveConfirmation()
      return false
    },
  })
  return createElement(
    'ui-save-bar',
    // Asked before everything typed is dropped.
    { id, discardConfirmation: '' },
    createElement(
      'button',
      { type: 'button', variant: 'primary', onClick: onSave },
      t('action.save'),
    ),
    createElement('button', { type: 'button', onClick: onDiscard }, t('action.discard')),
  )
}
