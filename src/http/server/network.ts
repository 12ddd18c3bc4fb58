// Which network a request comes from, for the limits that are counted by network.
import { isIPv4, isIPv6 } from 'node:net'
import type { Network } from '#domain/limits.ts'
import type { Ctx } from '../context.ts'

export function networkOf(c: Ctx): Network {
  const { trustedProxies, isPublic } = c.var.deps
  const socket = c.env?.incoming?.socket.remoteAddress ?? ''
  return readNetwork(socket, c.req.header('x-forwarded-for'), { trustedProxies, isPublic })
}

/**
 * Anybody can write X-Forwarded-For, and every proxy adds whom it was asked by at its end. So the entry that counts is as far
 * from the end as there are proxies of our own; where it is missing or no address, the socket's counts.
 * People develop and test on the machine itself: there the networks are not counted, as long as nothing stands in front.
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

/** An IPv4 address as it is; of an IPv6 address the /64, which is what one customer gets; undefined when it is neither. */
function networkName(text: string): string | undefined {
  // No address is longer, with its zone and its port.
  const [bare = ''] = text
    .slice(0, 100)
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%', 1)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  // The URL parser writes every spelling of an address in one way.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail?.split(':').filter(Boolean) ?? []]
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: gap }, () => '0'), ...last]
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
