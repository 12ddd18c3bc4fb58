// An installation that is not public answers to this machine alone: its demo has published passwords, and its mailbox
// shows every mail.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { isLoopback } from '#domain/loopback.ts'
import type { Ctx, Env } from '../context.ts'

/** What proxies add to a request. */
const FORWARDING = /^(?:x-forwarded-.+|forwarded|via|x-real-ip)$/

/** Shopify, and its stand-in, are proxies of the shop's visitors; they sign what they forward. */
const FROM_SHOPIFY = /^\/shopify-proxy(?:\/|$)/

/**
 * Refuses a foreign host name, which the browser of this machine sends after DNS rebinding, and every sign of a proxy
 * that TRUSTED_PROXIES does not count. With 403 and not 421: browsers repeat a request that got 421.
 */
export const thisMachineOnly = createMiddleware<Env>(async (c, next) => {
  const { isPublic } = c.var.deps
  if (!isPublic && (!namesThisMachine(c) || isForwarded(c))) throw new AppError('server.notPublic')
  await next()
})

function namesThisMachine(c: Ctx): boolean {
  // An absolute address wins over the Host header, and some proxies move the name that was asked for.
  const moved = c.req.header('x-forwarded-host')?.split(',') ?? []
  const names = [c.req.header('host') ?? '', ...moved].map((name) => `http://${name.trim()}`)
  return [c.req.url, ...names].every(
    (url) => URL.canParse(url) && isLoopback(new URL(url).hostname),
  )
}

function isForwarded(c: Ctx): boolean {
  if (c.var.deps.trustedProxies > 0 || FROM_SHOPIFY.test(c.req.path)) return false
  return Object.keys(c.req.header()).some((name) => FORWARDING.test(name))
}
