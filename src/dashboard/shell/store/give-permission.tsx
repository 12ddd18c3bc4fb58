// A permission that the store has not granted: requested when a person first uses what needs it, with its reason.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { permissionsOf, rightOf, type OptionalScope } from '#domain/store/store.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { memberOf, useSession } from '../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { PermissionList } from '../../ui/permission-list.tsx'
import { isInAdmin, leaveTo, requestScopes } from '../../ui/store-admin/admin-frame.ts'
import { useStore } from './use-store.ts'

/** For a button that would only be refused: the missing permission. */
export const waitsFor = (scope: OptionalScope): string =>
  t('permission.missing', { right: rightOf(scope) })

/** In the admin the platform asks in place: whether it was granted. Undefined where there is nobody to ask so. */
async function askInPlace(scope: OptionalScope): Promise<boolean | undefined> {
  const isGiven = isInAdmin() ? await requestScopes([scope]) : undefined
  if (isGiven) {
    // What the store has granted is read from it, and every open screen is told. Where that fails, the platform's notice about it does the same.
    await call('GET /api/store/admin-page', { query: { checked: 'true' } }).catch(() => undefined)
  }
  return isGiven
}

/** Elsewhere the store's own page asks, and leads to the app in the store's admin. It opens in no frame. */
function useGive(scope: OptionalScope, onGiven?: () => void) {
  const client = useQueryClient()
  return useServerMutation({
    call: async () => {
      const isGiven = await askInPlace(scope)
      if (isGiven !== undefined) return { isGiven }
      return call('POST /api/store/permission', { body: { scope } })
    },
    asksFirst: true,
    failed: t('store.installUrlFailed'),
    onSuccess: async (answer) => {
      if ('go' in answer) {
        return isInAdmin() ? leaveTo(answer.go) : window.location.assign(answer.go)
      }
      await client.invalidateQueries({ queryKey: ['store'] })
      if (answer.isGiven) onGiven?.()
    },
  })
}

type Asked = {
  scope: OptionalScope
  className?: string
  /** After it was granted in place: what the person wanted goes on. */
  onGiven?: () => void
  /** It appeared because of what the person did: a screen reader reads it. */
  isNew?: boolean
}

export function GivePermission({ scope, className = '', onGiven, isNew = false }: Asked) {
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const give = useGive(scope, onGiven)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  return (
    <section
      aria-labelledby={heading}
      className={`flex items-start gap-x-3 rounded-control border border-line bg-sunken px-4 py-3 ${className}`}
    >
      <KeyRound size={16} className="mt-0.5 flex-none text-brand-text" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-3">
        <h2 ref={title} id={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('permission.needed')}
        </h2>
        <PermissionList permissions={permissionsOf([scope])} />
        {isOwner ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              kind="primary"
              inactive={give.isPending || (give.data !== undefined && 'go' in give.data)}
              onClick={() => give.mutate()}
            >
              {t('permission.give')}
            </Button>
            {/* There the dialog opens in place. */}
            {!isInAdmin() && <p className="text-ink-2">{t('permission.confirm')}</p>}
          </div>
        ) : (
          <p>{t('permission.ownerGives')}</p>
        )}
      </div>
    </section>
  )
}

/** What needs a permission: `press` does it, or first shows `panel`, which asks for the permission and then does it. */
export function usePermission(
  scope: OptionalScope,
  act: () => void,
): { press: () => void; panel: (className: string) => ReactNode } {
  const { data: view } = useStore()
  const [isAsked, setAsked] = useState(false)
  const isMissing = view?.store?.is_alive === true && view.missing_scopes.includes(scope)
  return {
    press: () => (isMissing ? setAsked(true) : act()),
    panel: (className) =>
      isMissing &&
      isAsked && <GivePermission isNew scope={scope} className={className} onGiven={act} />,
  }
}
