// Come from a store's admin: asks whether exactly that store shall be connected. Nobody's store is connected by a link alone.
import { useNavigate } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { shopOfClaim } from '#domain/store/store.ts'
import { call } from '../api.ts'
import { dropClaim } from '../shell/session/held-claim.ts'
import { Button } from '../ui/button.tsx'
import { DemoStore } from '../ui/demo-store.tsx'
import { toastError } from '../ui/popups/toast.tsx'
import { connectProblem, storeAppQuery } from './store-api.ts'

export function ClaimStep({ claim, session }: { claim: string; session: SessionView }) {
  const navigate = useNavigate()
  const isDemo = useQuery(storeAppQuery()).data?.is_demo
  const shop = shopOfClaim(claim) ?? 'this store'
  const link = useMutation({
    mutationFn: () => call('POST /api/store/link', { body: { claim } }),
    onSuccess: (linked) => {
      dropClaim()
      const state = { connectedShop: linked.shop }
      void navigate({ to: '/connect-shopify', state, replace: true })
    },
    onError: (error) => toastError(connectProblem(error), undefined, 'shop-connect'),
  })
  const leave = () => {
    dropClaim()
    void navigate({ to: '/organizations', replace: true })
  }
  return (
    <div className="max-w-[560px]">
      {isDemo && <DemoStore className="mb-8" />}
      <h1 className="text-page font-semibold wrap-anywhere">Connect {shop}?</h1>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        {session.organization
          ? `The store will belong to ${session.organization.name}. Its admin then shows the numbers of your job posts and applications.`
          : 'The store will belong to the organization you create next.'}{' '}
        Do this only if {shop} is your own store and you came here from its admin.
      </p>
      <div className="mt-8 flex flex-wrap gap-2">
        <Button onClick={leave}>Not now</Button>
        <Button
          kind="primary"
          inactive={link.isPending || link.isSuccess}
          onClick={() => link.mutate()}
        >
          {link.isPending || link.isSuccess ? 'Connecting...' : 'Connect Store'}
        </Button>
      </div>
    </div>
  )
}
