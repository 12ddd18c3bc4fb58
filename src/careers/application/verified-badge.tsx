// The badge beside a verified address.
import { t } from '#domain/texts/text.ts'

export function VerifiedBadge() {
  return <span className="badge">{t('careers.verified')}</span>
}
