// Replaces the field for the store's address when Shopify's App Store distributes the app: its page asks for the store.
import { t } from '#domain/texts/text.ts'
import { buttonClass } from '../ui/button.tsx'

export const ChooseStore = ({ url }: { url: string | null }) => (
  <div className="mt-8 grid max-w-[480px] justify-items-start gap-4">
    <p className="text-ink-2">{t('install.fromAdmin')}</p>
    {url && (
      <a href={url} className={buttonClass('primary')}>
        {t('install.chooseStore')}
      </a>
    )}
  </div>
)
