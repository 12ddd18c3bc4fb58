// Shown in place of a screen that could not be rendered or loaded; everything around it still works.
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { DoorSign } from '../ui/drawings.tsx'
import { Button } from '../ui/button.tsx'

/** A chunk that failed to load: the browser caches the failure, so only a reload requests it again. */
const isMissingPiece = (error: unknown) =>
  error instanceof TypeError && /module/i.test(error.message)

export function ScreenProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    if (isMissingPiece(error)) return window.location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert" className="max-w-[560px] p-6 max-md:px-0">
      <DoorSign />
      <p className="mt-6 text-section font-semibold">{t('screen.failed')}</p>
      <p className="mb-5 text-ink-2">{t('screen.failedMore')}</p>
      <Button kind="primary" onClick={again}>
        {t('action.tryAgain')}
      </Button>
    </div>
  )
}
