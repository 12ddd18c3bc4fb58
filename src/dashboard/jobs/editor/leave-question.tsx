// Asks before a page with unsaved input is left.
import { useRef, type ReactNode } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'

/** The question, while it is asked; and what to call before leaving on purpose, after which nothing is asked. */
export function useLeaveQuestion(isUnsaved: boolean): {
  question: ReactNode
  stopAsking: () => void
} {
  const isClosing = useRef(false)
  // The back button, a link or a closed tab can be a mistake as well.
  const back = useBlocker({
    // In a store's admin the platform asks before another page: the form has its bar there.
    shouldBlockFn: ({ current, next }) =>
      !isClosing.current && isUnsaved && !(isInAdmin() && current.pathname !== next.pathname),
    enableBeforeUnload: () => !isClosing.current && isUnsaved,
    withResolver: true,
  })
  return {
    question: back.status === 'blocked' && (
      <ConfirmDialog
        title={t('form.discardTitle')}
        question={t('form.discardQuestion')}
        confirm={t('action.discard')}
        busy={false}
        onCancel={back.reset}
        onConfirm={back.proceed}
      />
    ),
    stopAsking: () => {
      isClosing.current = true
    },
  }
}
