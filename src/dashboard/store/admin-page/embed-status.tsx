// Whether the button 'Careers button' is on every page of the shop, and the way to switch it on.
import { useQuery } from '@tanstack/react-query'
import { themeEditorUrl } from '#domain/careers/widget-snippets.ts'
import type { ThemeEditor } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { embedQuery } from '../../shell/store/block-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** Nothing while the platform does not say, and where the theme takes none. */
export function EmbedStatus({ editor }: { editor: ThemeEditor }) {
  const status = useQuery(embedQuery).data?.status
  if (status !== 'active' && status !== 'available') return null
  const isActive = status === 'active'
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-3">
      <p className="me-auto max-w-[52ch] min-w-64 flex-1">
        {isActive ? t('adminPage.embedActive') : t('adminPage.embedHint')}
      </p>
      {isActive ? (
        <Badge kind="active">{t('adminPage.blockInUse')}</Badge>
      ) : (
        <a href={themeEditorUrl(editor, 'everyPage')} target="_top" className={buttonClass()}>
          {t('widget.themeSwitchOn')}
        </a>
      )}
    </div>
  )
}
