// Disconnects the store, after a confirmation that lists what stops, what stays and what is deleted.
import { useId, useState } from 'react'
import { t } from '#domain/texts/text.ts'
import type { StoreView } from '#domain/store/store.ts'
import { call } from '../api.ts'
import { storeQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'

type Connected = NonNullable<StoreView['store']>

export function Disconnect({ view, store }: { view: StoreView; store: Connected }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('store.disconnect')}</Button>
      {isAsked && <Question view={view} store={store} onClose={() => setAsked(false)} />}
    </>
  )
}

const useDisconnect = (shop: string) =>
  useServerMutation({
    call: (deletesPages: boolean) =>
      call('POST /api/store/disconnect', { body: { shop, delete_pages: deletesPages } }),
    done: t('success.storeDisconnected'),
    failed: t('store.disconnectFailed'),
    invalidates: [storeQuery.queryKey.slice(0, 1)],
  })

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
  // A store that has ended the connection accepts no requests.
  const canDelete = pages > 0 && store.is_alive
  return (
    <ConfirmDialog
      title={t('store.disconnectTitle', { store: name })}
      question={t('store.disconnectQuestion')}
      confirm={t('store.disconnectConfirm')}
      busy={disconnect.isPending}
      onCancel={onClose}
      onConfirm={() => disconnect.mutate(deletesPages, { onSuccess: onClose })}
    >
      <dl className="[&>dd]:mb-3 [&>dd]:text-ink-2 [&>dd]:last:mb-0 [&>dt]:font-semibold">
        <dt>{t('store.disconnectStopsTitle')}</dt>
        <dd>{t('store.disconnectStops')}</dd>
        <dt>{t('store.disconnectStaysTitle')}</dt>
        <dd>{t('store.disconnectStays')}</dd>
        <dt>{t('store.disconnectDeletesTitle')}</dt>
        <dd>{t('store.disconnectDeletes')}</dd>
      </dl>
      {canDelete && (
        <label htmlFor={box} className="flex items-start gap-2.5">
          <Checkbox
            id={box}
            name={t('store.disconnectPages', { count: pages })}
            checked={deletesPages}
            onChange={setDeletesPages}
            className="mt-0.5"
          />
          <span>
            {t('store.disconnectPages', { count: pages })}
            <span className="block text-ink-2">{t('store.disconnectPagesHint')}</span>
          </span>
        </label>
      )}
    </ConfirmDialog>
  )
}
