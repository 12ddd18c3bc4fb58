// The store's admin around this page, where there is one: the platform's script beside it, and what the server wrote for it.
import type { AdminFrameSettings } from '#domain/store/store.ts'
import type { BlockStatus, PlacedBlock } from '#domain/store/theme-block.ts'

/** The part of the platform's global that is used here. */
type Bridge = {
  idToken(): Promise<string>
  /** Shows the platform's own dialog. */
  scopes: {
    request(scopes: readonly string[]): Promise<{ result: 'granted-all' | 'declined-all' }>
  }
  app: { extensions(): Promise<readonly Extension[]> }
  toast: {
    show(text: string, options?: ToastOptions): string
    hide(id: string): void
  }
  saveBar: {
    show(id: string): Promise<void>
    hide(id: string): Promise<void>
    /** Answers at once where no bar is shown, else when the merchant leaves all the same. */
    leaveConfirmation(): Promise<void>
  }
}

/** A block of a theme extension has its own status; those of other extensions are only placed or not. */
type Extension = {
  type: 'theme_app_extension' | 'ui_extension'
  activations: readonly {
    handle?: string
    status?: BlockStatus
    /** Where in the theme. */
    activations?: readonly { target: string }[]
  }[]
}

type ToastOptions = {
  action?: string
  onAction?: () => void
}

export function readAdminFrame(document: Document): AdminFrameSettings {
  const written = document.querySelector<HTMLMetaElement>('meta[name="storehand-embedding"]')
  return JSON.parse(written?.content ?? '{}') as AdminFrameSettings
}

/** Only in the store's admin is there somebody who can say which store this is. */
export const isInAdmin = (): boolean =>
  typeof window !== 'undefined' && window.self !== window.top && bridge() !== undefined

export const bridge = (): Bridge | undefined => (window as { shopify?: Bridge }).shopify

/** Whether the merchant gave these permissions; undefined where the platform does not ask: the app's configuration does not have them. */
export async function requestScopes(scopes: readonly string[]): Promise<boolean | undefined> {
  const answer = await bridge()
    ?.scopes.request(scopes)
    .catch(() => undefined)
  return answer && answer.result === 'granted-all'
}

/** Whether the block is in the shop's theme, and where; null where the platform does not say. */
export async function readPlacedBlock(name: string): Promise<PlacedBlock | null> {
  const extensions = (await bridge()?.app.extensions()) ?? []
  const blocks = extensions
    .filter(({ type }) => type === 'theme_app_extension')
    .flatMap(({ activations }) => activations)
  const block = blocks.find(({ handle }) => handle === name)
  if (!block?.status) return null
  return {
    status: block.status,
    targets: (block.activations ?? []).map(({ target }) => target),
  }
}

/** The whole window leaves; in the admin its script sees to that. */
export const leaveTo = (url: string): void => {
  window.open(url, '_top')
}
