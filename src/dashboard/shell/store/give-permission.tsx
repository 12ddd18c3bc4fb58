// Shown when a store has not granted a required permission: the permission, its purpose, and one button to grant all of
// them.
import { useId } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { permissionsOf, rightOf } from '#domain/store/store.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { memberOf, useSession } from '../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { PermissionList } from '../../ui/permission-list.tsx'
import { isInAdmin, leaveTo, requestScopes } from '../../ui/store-admin/admin-frame.ts'

/** For a button that would only be refused: the missing permission. */
export const waitsFor = (scope: string): string =>
  t('permission.missing', { right: rightOf(scope) })

/** In the admin the platform asks in place. False where there is nobody to ask so. */
async function askInPlace(missing: readonly string[]): Promise<boolean> {
  const isGiven = isInAdmin() ? await requestScopes(missing) : undefined
  if (isGiven) {
    // What the store has granted is read from it, and every open screen is told. Where that fails, the platform's notice about it does the same.
    await call('GET /api/store/admin-page', { query: { checked: 'true' } }).catch(() => undefined)
  }
  return isGiven !== undefined
}

/** Elsewhere the store's own page requests all of them at once, and leads to the app in the store's admin. It opens in no frame. */
function useGive(missing: readonly string[]) {
  const client = useQueryClient()
  return useServerMutation({
    call: async () =>
      (await askInPlace(missing)) ? null : (await call('POST /api/store/permission', {})).go,
    asksFirst: true,
    failed: t('store.installUrlFailed'),
    onSuccess: (go) => {
      if (go === null) return client.invalidateQueries({ queryKey: ['store'] })
      return isInAdmin() ? leaveTo(go) : window.location.assign(go)
    },
  })
}

export function GivePermission({
  missing,
  className = '',
}: {
  missing: readonly string[]
  className?: string
}) {
  const heading = useId()
  const give = useGive(missing)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  if (missing.length === 0) return null
  const count = missing.length
  return (
    <section
      aria-labelledby={heading}
      className={`flex items-start gap-x-3 rounded-control border border-line bg-sunken px-4 py-3 ${className}`}
    >
      <KeyRound size={16} className="mt-0.5 flex-none text-brand-text" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-3">
        <h2 id={heading} className="font-semibold">
          {t('permission.needed', { count })}
        </h2>
        <PermissionList permissions={permissionsOf(missing)} />
        {isOwner ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              kind="primary"
              inactive={give.isPending || Boolean(give.data)}
              onClick={() => give.mutate()}
            >
              {t('permission.give')}
            </Button>
            <p className="text-ink-2">{t('permission.confirm', { count })}</p>
          </div>
        ) : (
          <p>{t('permission.ownerGives', { count })}</p>
        )}
      </div>
    </section>
  )
}
