// A network that the operator refuses gets no answer, whatever it asks for; every other one does.
import { expect, test } from 'vitest'
import { createTestApp, openApp } from '#test/app.ts'
import { t } from '#domain/texts/text.ts'
import { allowNetwork, loadRefusals, refuseNetwork } from '#features/operator/refuse-networks.ts'

const app = await openApp({ env: { TRUSTED_PROXIES: '1' } })

async function statusFor(address: string, path = '/healthz', of = app): Promise<number> {
  const response = await fetch(`${of.url}${path}`, { headers: { 'x-forwarded-for': address } })
  const body = await response.text()
  if (response.status === 403) expect(body).toContain(t('server.networkRefused'))
  return response.status
}

test.each([
  ['203.0.113.0/24', '203.0.113.77', '203.0.114.77'],
  ['203.0.113.7/32', '::ffff:203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:2::/64', '2001:db8:1:2:3::4', '2001:db8:1:3::4'],
])('%s is refused at every address until it is allowed again', async (network, inside, outside) => {
  await refuseNetwork(app.deps, network, 3600)
  const paths = ['/healthz', '/embed', '/api/session', '/auth', '/not-there', '/functions/nothing']
  for (const path of paths) expect(await statusFor(inside, path), path).toBe(403)
  expect(await statusFor(outside)).toBe(200)
  await allowNetwork(app.deps, network)
  expect(await statusFor(inside)).toBe(200)
})

test('another process refuses it too, and an end that has come leaves nothing', async () => {
  await refuseNetwork(app.deps, '203.0.113.0/24', 3600)
  const other = await createTestApp({
    env: { TRUSTED_PROXIES: '1' },
    database: app.deps.db,
  })
  expect(await statusFor('203.0.113.7', '/healthz', other)).toBe(403)
  await app.deps.db.pool.query(`update refused_networks set until = now() - interval '1 second'`)
  expect(await loadRefusals(other.deps)).toEqual([])
  expect(await statusFor('203.0.113.7', '/healthz', other)).toBe(200)
  const { rowCount } = await app.deps.db.pool.query('select from refused_networks')
  expect(rowCount).toBe(0)
  await other.close()
})
