// The dashboard of signed-in people without an approved membership.
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { buttonClass } from '../ui/button.tsx'
import { KeyRing } from '../ui/drawings.tsx'

export function NoApproval({ pending }: { pending: boolean }) {
  const title = t(pending ? 'organization.waitingTitle' : 'overview.title')
  useTitle(title)
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 mb-1 text-page font-semibold">{title}</h1>
      <p className="mb-5">{t(pending ? 'organization.pending' : 'organization.none')}</p>
      <Link to="/organizations" className={buttonClass('primary')}>
        {t('overview.toOrganizations')}
      </Link>
    </div>
  )
}
