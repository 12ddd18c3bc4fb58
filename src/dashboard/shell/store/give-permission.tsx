// Where a store has not given a permission that something waits for: what it is, what for, and one way to give all of them.
import { useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { permissionsOf, rightOf, type InstallStart } from '#domain/store/store.ts'
import { reasonOf } from '../../api.ts'
import { memberOf, useSession } from '../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { PermissionList } from '../../ui/permission-list.tsx'
import { toastError } from '../../ui/popups/toast.tsx'
import { askInstallUrl } from './install-url.ts'

/** For a button that would only be refused: what it waits for. */
export const waitsFor = (scope: string): string =>
  `Your store has not given permission to ${rightOf(scope)}`

/** Leads to the store's own page, which asks for all of them at once, and back to `beganAt`. */
function useGive(beganAt: InstallStart) {
  return useMutation({
    mutationFn: ({ shop, scopes }: { shop: string; scopes: readonly string[] }) =>
      askInstallUrl({ shop, scopes: [...scopes], began_at: beganAt }),
    onSuccess: (address) => window.location.assign(address),
    onError: (error) => toastError(t('store.installUrlFailed'), reasonOf(error)),
  })
}

export function GivePermission({
  shop,
  missing,
  beganAt,
  className = '',
}: {
  shop: string
  missing: readonly string[]
  /** Where this stands. */
  beganAt: InstallStart
  className?: string
}) {
  const heading = useId()
  const give = useGive(beganAt)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  if (missing.length === 0) return null
  const many = missing.length > 1
  return (
    <section
      aria-labelledby={heading}
      className={`flex items-start gap-x-3 rounded-control border border-line bg-sunken px-4 py-3 ${className}`}
    >
      <KeyRound size={16} className="mt-0.5 flex-none text-brand-text" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-3">
        <h2 id={heading} className="font-semibold">
          {many
            ? `Storehand needs ${missing.length} more permissions from your store`
            : 'Storehand needs one more permission from your store'}
        </h2>
        <PermissionList permissions={permissionsOf(missing)} />
        {isOwner ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              kind="primary"
              inactive={give.isPending || give.isSuccess}
              onClick={() => give.mutate({ shop, scopes: missing })}
            >
              Give permission
            </Button>
            <p className="text-ink-2">
              Your store asks you to confirm{many && ' all of them at once'}. You come back here
              afterwards.
            </p>
          </div>
        ) : (
          <p>An owner of your organization can give {many ? 'them' : 'it'}.</p>
        )}
      </div>
    </section>
  )
}
