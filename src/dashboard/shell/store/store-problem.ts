// Why an operation on the store failed, in words that help staff.
import { PAGES_SCOPE, rightOf } from '#domain/store/store.ts'
import { t, type TextCode } from '#domain/texts/text.ts'

const reasons: { readonly [Code in TextCode]?: () => string } = {
  'store.stateInvalid': () => t('store.stateInvalid'),
  'store.elsewhere': () => t('store.elsewhere'),
  'store.ownerReconnects': () => t('store.ownerReconnects'),
  'store.unreachable': () => t('store.unreachable'),
  'store.throttled': () => t('store.throttled'),
  'store.notConfigured': () => t('store.notConfigured'),
  'store.notConnected': () => t('store.notConnected'),
  'store.sessionFailed': () => t('store.sessionFailed'),
  'store.unauthorized': () => t('store.unauthorized'),
  'store.uninstalled': () => t('store.uninstalled'),
  'store.disconnected': () => t('store.disconnected'),
  'store.closed': () => t('store.closed'),
  'store.busy': () => t('store.busy'),
  'store.scopeMissing': () => t('store.scopeMissing', { right: rightOf(PAGES_SCOPE) }),
  'organization.ownerRequired': () => t('organization.ownerRequired'),
}

export const storeProblem = (code: TextCode): string | undefined => reasons[code]?.()
