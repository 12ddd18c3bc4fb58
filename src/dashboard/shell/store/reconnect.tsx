// The way to connect the organization's store again.
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { isInAdmin, leaveTo } from '../../ui/store-admin/admin-frame.ts'

type ReconnectProps = { className: string; children: ReactNode; step?: '2' }

export function Reconnect({ step, ...props }: ReconnectProps) {
  if (isInAdmin()) return <InAdmin {...props} />
  const search = { again: 'true', ...(step && { step }) } as const
  return <Link to="/connect-shopify" search={search} {...props} />
}

/** Asking for the store connects it, by the session token of the admin. Where that is not enough the whole window leaves: no page of the platform opens in a frame, and no cookie of ours is kept there. */
function InAdmin({ className, children }: Omit<ReconnectProps, 'step'>) {
  const client = useQueryClient()
  const ask = useServerMutation({
    call: () => call('GET /api/store/admin-page', { query: { checked: 'true' } }),
    failed: t('store.installUrlFailed'),
    onSuccess: ({ problem, reconnect_url: url }) =>
      problem ? leaveTo(url) : client.invalidateQueries({ queryKey: ['store'] }),
  })
  return (
    <button
      type="button"
      aria-disabled={ask.isPending}
      className={className}
      onClick={() => !ask.isPending && ask.mutate()}
    >
      {children}
    </button>
  )
}
