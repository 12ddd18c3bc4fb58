// The label beside an address that has been proven.
import { t } from '#domain/texts/text.ts'

export function VerifiedBadge() {
  return <span className="badge">{t('careers.verified')}</span>
}
