// What a browser carries while a store is being connected: the state it has to bring back, and where it was sent.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { STATE_MINUTES } from '#domain/store.ts'
import type { Ctx } from './context.ts'

const STATE = 'storehand_install'
const PURPOSE = 'state of an installation'
const SENT = 'storehand_sent'
/** Long enough to be sent back by a platform that does not manage the installation. */
const SENT_SECONDS = 120

const options = (c: Ctx, seconds: number) => ({
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: c.var.deps.appUrl.startsWith('https:'),
  path: '/',
  maxAge: seconds,
})

/** The state of the installation that this browser began; a cookie that is not ours counts as none. */
export function installState(c: Ctx): string | undefined {
  const [state = '', signature = ''] = (getCookie(c, STATE) ?? '').split('.')
  const isOurs = c.var.deps.seal.isSigned(PURPOSE, state, Buffer.from(signature, 'base64url'))
  return isOurs ? state : undefined
}
export function keepInstallState(c: Ctx, state: string): void {
  const signature = c.var.deps.seal.sign(PURPOSE, state).toString('base64url')
  setCookie(c, STATE, `${state}.${signature}`, options(c, STATE_MINUTES * 60))
}
export const dropInstallState = (c: Ctx) => deleteCookie(c, STATE, { path: '/' })

export const sentTo = (c: Ctx) => getCookie(c, SENT)
export const keepSentTo = (c: Ctx, shop: string) =>
  setCookie(c, SENT, shop, options(c, SENT_SECONDS))
