// What a browser carries while a store is being connected: the state it has to bring back, and where it was sent.
import { STATE_MINUTES } from '#domain/store.ts'
import type { Ctx } from './context.ts'
import { dropCookie, keepCookie, readCookie, type OwnCookie } from './cookies.ts'

const STATE: OwnCookie = { name: 'storehand_install', seconds: STATE_MINUTES * 60 }
/** Long enough to be sent back by a platform that does not manage the installation. */
const SENT: OwnCookie = { name: 'storehand_sent', seconds: 120 }

export const installState = (c: Ctx) => readCookie(c, STATE)
export const keepInstallState = (c: Ctx, state: string) => keepCookie(c, STATE, state)
export const dropInstallState = (c: Ctx) => dropCookie(c, STATE)

export const sentTo = (c: Ctx) => readCookie(c, SENT)
export const keepSentTo = (c: Ctx, shop: string) => keepCookie(c, SENT, shop)
