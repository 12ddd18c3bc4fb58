// The parameters in the addresses of the store's screens.
import { readShop } from '#domain/store/store.ts'

/** `again`: an owner with an organization connects a store, or another one. `claim`: from a store's admin. */
export type ConnectSearch = { step?: '2'; again?: 'true'; claim?: string }

export const connectSearch = ({ step, again, claim }: Record<string, unknown>): ConnectSearch => ({
  ...(step === '2' ? { step } : {}),
  ...(again === 'true' ? { again } : {}),
  ...(typeof claim === 'string' ? { claim } : {}),
})

/** The callback keeps all its parameters, because every one is signed. */
export type InstallSearch = Record<string, string>

export const installSearch = (search: Record<string, unknown>): InstallSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

export const shopSearch = ({ shop }: Record<string, unknown>): { shop?: string } => {
  const named = typeof shop === 'string' ? readShop(shop) : undefined
  return named ? { shop: named } : {}
}
