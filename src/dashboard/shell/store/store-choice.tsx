// Says which of the organization's stores is meant here, and lets the person choose another. Nothing where there is only one, and in a
// store's admin, where it is that one.
import { useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { SmallChoice } from '../../ui/forms/choice.tsx'
import { chooseStore } from '../../ui/store-admin/chosen-store.ts'
import { useStore } from './use-store.ts'

export function StoreChoice() {
  const client = useQueryClient()
  const { data: view } = useStore()
  if (!view || view.choices.length === 0) return null
  return (
    <span className="self-center">
      <SmallChoice
        label={t('store.chooseOne')}
        options={view.choices.map(({ shop, shop_name: name }) => ({
          value: shop,
          label: name ?? shop,
        }))}
        value={view.store?.shop ?? null}
        onChange={(shop) => {
          chooseStore(shop)
          void client.invalidateQueries({ queryKey: ['store'] })
        }}
      />
    </span>
  )
}
