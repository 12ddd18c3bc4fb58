// Which network a request counts for.
import { describe, expect, test } from 'vitest'
import { readNetwork } from './network.ts'

const behind = (trustedProxies: number, isPublic = false) => ({ trustedProxies, isPublic })

describe('the network of a request', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
  ])('of the socket %j is %s', (socket, name) => {
    expect(readNetwork(socket, undefined, behind(0))).toEqual({ name, isCounted: true })
  })

  // shows: interface-30
  test.each([
    [0, '198.51.100.1', '203.0.113.9'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '1.1.1.1, 2.2.2.2,198.51.100.1', '198.51.100.1'],
    [2, '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    [2, '198.51.100.1', '203.0.113.9'],
    [1, undefined, '203.0.113.9'],
    [1, '', '203.0.113.9'],
    [1, 'unknown', '203.0.113.9'],
    [1, '198.51.100.1, nonsense', '203.0.113.9'],
    [1, '198.51.100.1:4711', '198.51.100.1'],
    [1, '[2001:db8:1:2::7]:4711', '2001:db8:1:2::/64'],
  ])('with %d proxies and %j forwarded is %s', (proxies, forwarded, name) => {
    expect(readNetwork('203.0.113.9', forwarded, behind(proxies)).name).toBe(name)
  })

  test.each([
    ['127.0.0.1', behind(0), false],
    ['127.9.9.9', behind(0), false],
    ['::1', behind(0), false],
    ['::ffff:127.0.0.1', behind(0), false],
    ['127.0.0.1', behind(0, true), true],
    ['127.0.0.1', behind(1), true],
    ['::1', behind(0, true), true],
  ])('of %s with %j is counted: %s', (socket, settings, isCounted) => {
    expect(readNetwork(socket, undefined, settings).isCounted).toBe(isCounted)
  })
})
