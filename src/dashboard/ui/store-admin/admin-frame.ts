// The store's admin around this page, where there is one: the platform's script beside it, and what the server wrote for it.
import type { ShopifyGlobal } from '@shopify/app-bridge-types'
import type { AdminFrameSettings } from '#domain/store/store.ts'
import type { PlacedBlock } from '#domain/store/theme-block.ts'

/** The part of the platform's global that is used here, by the platform's own types. */
type Bridge = Pick<ShopifyGlobal, 'idToken' | 'scopes' | 'app' | 'toast' | 'saveBar'>

let served: AdminFrameSettings | undefined

/** For a rendering on the server, which ends before another begins: as inside the admin. */
export function servedIn<Result>(
  frame: AdminFrameSettings | undefined,
  work: () => Result,
): Result {
  served = frame
  try {
    return work()
  } finally {
    served = undefined
  }
}

/** The admin around a page that is rendered on the server cannot be asked. */
export const isServed = (): boolean => served !== undefined

export function readAdminFrame(): AdminFrameSettings {
  if (served) return served
  const written = document.querySelector<HTMLMetaElement>('meta[name="storehand-embedding"]')
  return JSON.parse(written?.content ?? '{}') as AdminFrameSettings
}

/** Only in the store's admin is there somebody who can say which store this is. */
export const isInAdmin = (): boolean =>
  isServed() ||
  (typeof window !== 'undefined' && window.self !== window.top && bridge() !== undefined)

export const bridge = (): Bridge | undefined => (window as { shopify?: Bridge }).shopify

/** Whether the merchant gave these permissions; undefined where the platform does not ask: the app's configuration does not have them. */
export async function requestScopes(scopes: readonly string[]): Promise<boolean | undefined> {
  const answer = await bridge()
    ?.scopes.request([...scopes])
    .catch(() => undefined)
  return answer && answer.result === 'granted-all'
}

/** Whether the block is in the shop's theme, and where; null where the platform does not say. */
export async function readPlacedBlock(name: string): Promise<PlacedBlock | null> {
  const extensions = (await bridge()?.app.extensions()) ?? []
  // Those of other extensions say only where they are.
  const block = extensions
    .flatMap(({ activations }) => [...activations])
    .find((one) => 'status' in one && one.handle === name)
  if (!block || !('status' in block)) return null
  return { status: block.status, targets: block.activations.map(({ target }) => target) }
}

/** The whole window leaves; in the admin its script sees to that. */
export const leaveTo = (url: string): void => {
  window.open(url, '_top')
}
