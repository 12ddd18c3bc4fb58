// What the store asks its merchant for next, read before anybody leaves for it.
import { permissionsOf } from '#domain/store/store.ts'
import { PermissionList } from '../ui/permission-list.tsx'

/** Only what is really asked for. */
export function AskedRights({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return null
  return (
    <section aria-labelledby="asked" className="max-w-[400px]">
      <h2 id="asked" className="mb-3 text-panel font-semibold">
        What we ask your store for
      </h2>
      <PermissionList permissions={permissionsOf(scopes)} />
      <p className="mt-4 border-t border-line pt-3 text-ink-2">
        Your store shows you this list and asks you once. You can disconnect the store at any time.
      </p>
    </section>
  )
}
