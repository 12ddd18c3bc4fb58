// What the server wrote into this document, and the platform's script beside it.
import type { AdminFrameSettings } from '#domain/store/store.ts'

/** The part of the platform's global that is used here. */
type Bridge = { idToken(): Promise<string> }

export function readAdminFrame(document: Document): AdminFrameSettings {
  const written = document.querySelector<HTMLMetaElement>('meta[name="storehand-embedding"]')
  return JSON.parse(written?.content ?? '{}') as AdminFrameSettings
}

/** Only in the store's admin is there somebody who can say which store this is. */
export const isInAdmin = (): boolean => window.self !== window.top && bridge() !== undefined

const bridge = (): Bridge | undefined => (window as { shopify?: Bridge }).shopify

/** The whole window leaves; in the admin its script sees to that. */
export const leaveTo = (url: string): void => {
  window.open(url, '_top')
}
