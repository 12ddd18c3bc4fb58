// Disconnecting the store: asked once, with what stops, what stays and what is deleted.
import { useId, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import type { StoreView } from '#domain/store/store.ts'
import { call, reasonOf } from '../api.ts'
import { storeQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'

import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

type Connected = NonNullable<StoreView['store']>

export function Disconnect({ view, store }: { view: StoreView; store: Connected }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>Disconnect</Button>
      {isAsked && <Question view={view} store={store} onClose={() => setAsked(false)} />}
    </>
  )
}

function useDisconnect(shop: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deletesPages: boolean) =>
      call('POST /api/store/disconnect', { body: { shop, delete_pages: deletesPages } }),
    onSuccess: () => toastSuccess(t('success.storeDisconnected')),
    onError: (error) => toastError(t('store.disconnectFailed'), reasonOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: storeQuery.queryKey.slice(0, 1) }),
  })
}

function Question({
  view: { page_count: pages },
  store,
  onClose,
}: {
  view: StoreView
  store: Connected
  onClose: () => void
}) {
  const box = useId()
  const [deletesPages, setDeletesPages] = useState(false)
  const disconnect = useDisconnect(store.shop)
  const name = store.shop_name ?? store.shop
  // A store that has ended the connection takes no orders from here.
  const canDelete = pages > 0 && store.is_alive
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      question="Storehand will no longer read or change anything in your store. You can connect it again at any time."
      confirm="Disconnect store"
      busy={disconnect.isPending}
      onCancel={onClose}
      onConfirm={() => disconnect.mutate(deletesPages, { onSuccess: onClose })}
    >
      <dl className="[&>dd]:mb-3 [&>dd]:text-ink-2 [&>dd]:last:mb-0 [&>dt]:font-semibold">
        <dt>What stops</dt>
        <dd>
          Job posts are no longer imported, pages in your store are no longer updated, and
          applicants are no longer recognised as customers.
        </dd>
        <dt>What stays</dt>
        <dd>
          Your job posts, all applications, and the customer details saved with them. The Storehand
          app also stays in your Shopify admin. If you remove it there, applications that came
          through the store are deleted 2 days later.
        </dd>
        <dt>What is deleted</dt>
        <dd>The keys that let Storehand into your store.</dd>
      </dl>
      {canDelete && (
        <label htmlFor={box} className="flex items-start gap-2.5">
          <Checkbox
            id={box}
            name={`Also delete the ${t('count.page', { count: pages })} Storehand made in your store`}
            checked={deletesPages}
            onChange={setDeletesPages}
            className="mt-0.5"
          />
          <span>
            Also delete the {t('count.page', { count: pages })} Storehand made in your store
            <span className="block text-ink-2">
              Otherwise they stay as they are, even after a job closes.
            </span>
          </span>
        </label>
      )}
    </ConfirmDialog>
  )
}
