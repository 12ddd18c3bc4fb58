// Cookies while a store is being connected: the state for the callback, and where the browser was sent.
import { optionalScopes, STATE_MINUTES, type OptionalScope } from '#domain/store/store.ts'
import type { Ctx } from '../context.ts'
import { removeCookie, writeCookie, readCookie, type OwnCookie } from '../cookies.ts'

const STATE: OwnCookie = { name: 'storehand_install', seconds: STATE_MINUTES * 60 }
const PURPOSE = 'state of an installation'
/** Long enough to be sent back by a platform that does not manage the installation. */
const SENT: OwnCookie = { name: 'storehand_sent', seconds: 120 }

/** The state of the installation that this browser began; a cookie that is not ours counts as none. */
export function installState(c: Ctx): string | undefined {
  const [state = '', signature = ''] = (readCookie(c, STATE) ?? '').split('.')
  const isOurs = c.var.deps.secrets.isSigned(PURPOSE, state, Buffer.from(signature, 'base64url'))
  return isOurs ? state : undefined
}
export function writeInstallState(c: Ctx, state: string): void {
  const signature = c.var.deps.secrets.sign(PURPOSE, state).toString('base64url')
  writeCookie(c, STATE, `${state}.${signature}`)
}
export const removeInstallState = (c: Ctx) => removeCookie(c, STATE)

/**
 * The shop whose merchant was sent to grant a permission: a platform that does not manage the installation sends them
 * back to `/`.
 */
const ASKED: OwnCookie = { name: 'storehand_permission', seconds: 120 }

export function permissionAsked(c: Ctx): { shop: string; scope: OptionalScope } | undefined {
  const [shop = '', named] = (readCookie(c, ASKED) ?? '').split('~')
  const scope = optionalScopes.find((one) => one === named)
  return scope && { shop, scope }
}
export const keepPermissionAsked = (c: Ctx, shop: string, scope: OptionalScope) =>
  writeCookie(c, ASKED, `${shop}~${scope}`)
export const removePermissionAsked = (c: Ctx) => removeCookie(c, ASKED)

export const sentTo = (c: Ctx) => readCookie(c, SENT)
export const keepSentTo = (c: Ctx, shop: string) => writeCookie(c, SENT, shop)
