// The networks that this process answers nothing to.
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OperatorError } from '#domain/operator-error.ts'

export type RefusedNetworks = {
  /** In the notation of CIDR. */
  replace(networks: readonly string[]): void
  /** By the name that limits use: an IPv4 address, or the /64 of an IPv6 address. */
  has(name: string): boolean
}

export function createRefusedNetworks(): RefusedNetworks {
  let list: BlockList | undefined
  return {
    replace(networks) {
      if (networks.length === 0) {
        list = undefined
        return
      }
      list = new BlockList()
      for (const network of networks) {
        const [address = '', bits] = network.split('/')
        list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
      }
    },
    has(name) {
      if (!list) return false
      const [address = ''] = name.split('/')
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** Whole networks of IPv6 belong to one customer, so a smaller one means its /64. Wider than these is a mistake. */
const WIDTHS = { ipv4: { widest: 12, narrowest: 32 }, ipv6: { widest: 29, narrowest: 64 } }

/** Reads what the operator wrote: an address, or a network. */
export function readPrefix(text: string): string {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    throw new OperatorError(
      `"${text}" is no network: write for example 203.0.113.7, 203.0.113.0/24 or 2001:db8:1:2::/64.`,
    )
  }
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') {
    throw new OperatorError(`${address} is this machine, which is never refused.`)
  }
  const { widest, narrowest } = WIDTHS[parsed.kind()]
  const width = Math.min(bits === undefined ? narrowest : Number(bits), narrowest)
  if (width < widest) {
    throw new OperatorError(`${text} is too wide: at most /${widest} is refused.`)
  }
  return `${parsed.toString()}/${width}`
}
