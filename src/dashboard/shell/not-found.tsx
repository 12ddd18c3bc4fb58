// The page of every unknown address.
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { DoorSign } from '../ui/drawings.tsx'
import { useTitle } from './title.ts'

export function NotFound() {
  useTitle(null)
  return (
    <div className="max-w-[560px]">
      <DoorSign />
      <h1 className="mt-6 text-page font-semibold">404</h1>
      <p className="mb-4 text-panel">{t('screen.notFound')}</p>
      <Link to="/" className="text-link">
        {t('screen.toHome')}
      </Link>
    </div>
  )
}
