// The server returns a page, not a 404, for the address of every screen of the dashboard.
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createDashboardRouter } from '../../src/dashboard/routes.tsx'
import { openApp } from '#test/app.ts'

const app = await openApp()

const { routesByPath } = createDashboardRouter({ history: createMemoryHistory() })
const addresses = Object.keys(routesByPath)

test('the dashboard has screens', () => {
  expect(addresses).toContain('/admin/jobs')
})

// shows: 2-6
test.each(addresses)('%s is a page', async (address) => {
  const { status, headers } = await app.visitor().call(address)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/html/)
})

test('an address without a screen is none', async () => {
  expect((await app.visitor().call('/admin/nonsense')).status).toBe(404)
})
