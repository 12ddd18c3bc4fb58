// Why a store could not be connected, as far as it means something to whoever installs.
import { t, type TextCode } from '#domain/texts/text.ts'

const reasons: { readonly [Code in TextCode]?: () => string } = {
  'store.stateInvalid': () => t('store.stateInvalid'),
  'store.elsewhere': () => t('store.elsewhere'),
  'store.ownerReconnects': () => t('store.ownerReconnects'),
  'store.unreachable': () => t('store.unreachable'),
  'store.throttled': () => t('store.throttled'),
  'store.notConfigured': () => t('store.notConfigured'),
  'store.sessionFailed': () => t('store.sessionFailed'),
  'organization.ownerRequired': () => t('organization.ownerRequired'),
}

export const storeProblem = (code: TextCode): string | undefined => reasons[code]?.()
