// Shown in place of a screen that could not be rendered or loaded; everything around it still works.
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { DoorSign } from '../ui/drawings.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenOffline } from './lazy-screen.ts'

/**
 * A chunk that failed to load: some browsers cache the failure, and a newer build has other chunks, so a reload requests
 * it again. Without a network that would leave the application.
 */
const needsReload = (error: unknown) =>
  error instanceof TypeError && /module/i.test(error.message) && navigator.onLine

export function ScreenProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = async () => {
    if (needsReload(error)) return window.location.reload()
    if (error instanceof ScreenOffline) await error.load()
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="max-w-[560px] p-6 max-md:px-0">
      <DoorSign />
      <p className="mt-6 text-section font-semibold">{t('screen.failed')}</p>
      <p className="mb-5 text-ink-2">{t('screen.failedMore')}</p>
      <Button kind="primary" onClick={() => void again()}>
        {t('action.tryAgain')}
      </Button>
    </div>
  )
}
