// The permissions that the store will request next.
import { permissionsOf } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { PermissionList } from '../ui/permission-list.tsx'

/** Only those that are really requested. */
export function AskedRights({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return null
  return (
    <section aria-labelledby="asked" className="max-w-[400px]">
      <h2 id="asked" className="mb-3 text-panel font-semibold">
        {t('store.rightsTitle')}
      </h2>
      <PermissionList permissions={permissionsOf(scopes)} />
      <p className="mt-4 border-t border-line pt-3 text-ink-2">{t('store.rightsHint')}</p>
    </section>
  )
}
