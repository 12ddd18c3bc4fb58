// A page of settings is not left before everything typed is saved, or given up on purpose.
import { useEffect } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { LateConfirmDialog } from '../popups/popups.ts'
import { sendAllNow, type createSaving } from './saving.ts'

type Section = Pick<ReturnType<typeof createSaving<object>>, 'flush' | 'isUnsaved' | 'discard'>
/** The sections that are shown. */
export const openSections = new Set<Section>()

const isUnsaved = () => [...openSections].some((section) => section.isUnsaved())
const flushAll = () => Promise.all([...openSections].map((section) => section.flush()))

/** After this long without an answer the person decides. */
const PATIENCE_MS = 3000

/** Whether something is still not saved: refused, or not answered. */
async function isStuck(): Promise<boolean> {
  if (!isUnsaved()) return false
  await Promise.race([flushAll(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  return isUnsaved()
}

/** The browser's own question. Whatever is answered, it is sent meanwhile. */
function ask(event: BeforeUnloadEvent): void {
  void flushAll()
  if (isUnsaved()) event.preventDefault()
}

/** Nobody was asked, as on a telephone. */
function leave(): void {
  void flushAll()
  sendAllNow()
}

export function LeaveSettings() {
  const blocked = useBlocker({
    shouldBlockFn: isStuck,
    enableBeforeUnload: false,
    withResolver: true,
  })
  useEffect(() => {
    window.addEventListener('beforeunload', ask)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
  return (
    blocked.status === 'blocked' && (
      <LateConfirmDialog
        title={t('form.discardTitle')}
        question={t('form.discardQuestion')}
        confirm={t('action.discard')}
        busy={false}
        onCancel={blocked.reset}
        onConfirm={() => {
          for (const section of openSections) section.discard()
          blocked.proceed()
        }}
      />
    )
  )
}
