// Which network a request comes from, for the limits that are counted by network.
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { Ctx } from '../context.ts'

export function networkOf(c: Ctx): Network {
  const { trustedProxies, isPublic } = c.var.deps
  const socket = c.env?.incoming?.socket.remoteAddress ?? ''
  const { passedOnFor } = c.var
  if (passedOnFor) return readNetwork(passedOnFor, undefined, { trustedProxies, isPublic })
  return readNetwork(socket, c.req.header('x-forwarded-for'), { trustedProxies, isPublic })
}

/** For a request that Shopify has signed: it names the visitor's address before those of the operator's proxies. */
export function continueForVisitor(c: Ctx): void {
  const hops = c.req.header('x-forwarded-for')?.split(',') ?? []
  const visitor = hops.at(-(c.var.deps.trustedProxies + 1))?.trim()
  const name = visitor && networkName(visitor)
  if (!name) return
  // Before it was proven, the store's own network was looked at.
  if (c.var.deps.refusedNetworks.has(name)) throw new AppError('server.networkRefused')
  c.set('passedOnFor', visitor)
}

/**
 * Any client can send X-Forwarded-For, and each proxy appends the address it got the request from. So the entry to trust is
 * `trustedProxies` from the end; without a valid address there, the socket's address counts.
 * Requests from this machine are not counted in development, unless a proxy is configured.
 */
export function readNetwork(
  socketAddress: string,
  forwardedFor: string | undefined,
  { trustedProxies, isPublic }: { trustedProxies: number; isPublic: boolean },
): Network {
  const hops = forwardedFor?.split(',') ?? []
  const forwarded = trustedProxies > 0 ? networkName(hops.at(-trustedProxies) ?? '') : undefined
  const name = forwarded ?? networkName(socketAddress) ?? 'unknown'
  const isLoopback = name.startsWith('127.') || name === '0:0:0:0::/64'
  return { name, isCounted: isPublic || trustedProxies > 0 || !isLoopback }
}

/** The IPv4 address, or the /64 of an IPv6 address (the usual size for one customer); undefined for any other text. */
function networkName(text: string): string | undefined {
  // Longer than any address with zone and port.
  const [bare = ''] = text
    .slice(0, 100)
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%', 1)
  if (isIPv4(bare)) return bare
  if (!ipaddr.IPv6.isValid(bare)) return undefined
  // An IPv4 address in the notation of IPv6 counts as what it is.
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
