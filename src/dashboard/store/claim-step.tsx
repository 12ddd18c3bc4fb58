// For a person from a store's admin: asks whether exactly that store should be connected. A link alone connects no
// store.
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { shopOfClaim } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { dropClaim } from '../shell/session/saved-claim.ts'
import { Button } from '../ui/button.tsx'
import { DemoStore } from '../ui/demo-store.tsx'
import { connectProblem, storeAppQuery } from './store-api.ts'

export function ClaimStep({ claim, session }: { claim: string; session: SessionView }) {
  const navigate = useNavigate()
  const isDemo = useQuery(storeAppQuery()).data?.is_demo
  const shop = shopOfClaim(claim) ?? t('store.thisStore')
  const link = useServerMutation({
    call: () => call('POST /api/store/link', { body: { claim } }),
    failed: (error) => ({ text: connectProblem(error), id: 'shop-connect' }),
    onSuccess: (linked) => {
      dropClaim()
      const state = { connectedShop: linked.shop }
      void navigate({ to: '/connect-shopify', state, replace: true })
    },
  })
  const leave = () => {
    dropClaim()
    void navigate({ to: '/organizations', replace: true })
  }
  return (
    <div className="max-w-[560px]">
      {isDemo && <DemoStore className="mb-8" />}
      <h1 className="text-page font-semibold wrap-anywhere">{t('store.claimTitle', { shop })}</h1>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        {session.organization
          ? t('store.claimBelongs', { organization: session.organization.name, shop })
          : t('store.claimBelongsNew', { shop })}
      </p>
      <div className="mt-8 flex flex-wrap gap-2">
        <Button onClick={leave}>{t('action.notNow')}</Button>
        <Button
          kind="primary"
          inactive={link.isPending || link.isSuccess}
          onClick={() => link.mutate()}
        >
          {link.isPending || link.isSuccess ? t('store.connecting') : t('store.connectShop')}
        </Button>
      </div>
    </div>
  )
}
