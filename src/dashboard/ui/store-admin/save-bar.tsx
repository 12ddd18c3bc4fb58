// The bar of a store's admin above its frame, while forms in the frame hold what is not saved: its two buttons are theirs.
import { createElement, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { Button, type ButtonProps } from '../button.tsx'
import { createStore, useStored } from '../hooks/value-store.ts'
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

type UnsavedForm = { save: () => void; discard: () => void }
/** The forms of the page that hold what is not saved. There is one bar for all of them. */
const unsavedForms = createStore<readonly UnsavedForm[]>([])

type SaveButtonProps = Omit<ButtonProps, 'type'> & { isDirty: boolean; onDiscard: () => void }

/** The button of a form that stands in a page. In the admin the bar takes its place. */
export function SaveButton({ isDirty, onDiscard, inactive = false, ...rest }: SaveButtonProps) {
  if (isInAdmin()) return <InSaveBar {...{ isDirty, onDiscard, inactive }} />
  return <Button {...rest} type="submit" inactive={inactive || !isDirty} />
}

function InSaveBar({
  isDirty,
  onDiscard,
  inactive,
}: Pick<SaveButtonProps, 'isDirty' | 'onDiscard' | 'inactive'>) {
  const button = useRef<HTMLButtonElement>(null)
  const forms = useStored(unsavedForms)
  const save = useEffectEvent(() => {
    if (!inactive) button.current?.form?.requestSubmit()
  })
  const discard = useEffectEvent(onDiscard)
  const [form] = useState<UnsavedForm>(() => ({ save: () => save(), discard: () => discard() }))
  useEffect(() => {
    if (!isDirty) return
    unsavedForms.set([...unsavedForms.get(), form])
    return () => unsavedForms.set(unsavedForms.get().filter((one) => one !== form))
  }, [form, isDirty])
  const forAll = (act: keyof UnsavedForm) => () => {
    for (const one of unsavedForms.get()) one[act]()
  }
  return (
    <>
      {/* So that Enter saves here too. */}
      <button ref={button} type="submit" hidden>
        {t('action.save')}
      </button>
      {forms[0] === form && (
        <AdminSaveBar isShown onSave={forAll('save')} onDiscard={forAll('discard')} />
      )}
    </>
  )
}
