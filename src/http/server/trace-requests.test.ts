// Traces arrive at an OTLP collector, and only if one is configured.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

// shows: interface-71
test('requests and tasks arrive as spans, in the trace of the proxy, without an address of a person', async () => {
  const received: string[] = []
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(JSON.stringify({ path: request.url, body }))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const app = await createTestApp({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, TRUSTED_PROXIES: '1' },
  })
  const owner = await app.owner()
  const job = await app.job(owner)
  const trace = '0af7651916cd43dd8448eb211c80319c'
  await owner.fetch(`/api/jobs/${job.id}?q=${owner.email}`, {
    // A proxy may pass on a stranger's header, whose last digit asks to record nothing.
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-00` },
  })
  await app.grant('maya@applicant.example', job)
  const token = 'a-token-of-a-link'
  for (const address of [
    `/me/${token}`,
    `/me/receipt/${token}`,
    `/shopify-proxy?signature=${token}`,
    `/verify?token=${token}`,
    `/auth/v1/verify?token=${token}`,
    `/auth/v1/callback?state=${token}`,
    `/cv/${token}?signature=${token}`,
    `/no/such/${token}`,
    `/api/no/${token}`,
  ]) {
    await owner.fetch(address, { headers: { tracestate: `x=${token}`, baggage: `x=${token}` } })
  }
  // Sends what waits.
  await app.close()
  collector.close()
  const text = received.join('\n')
  expect(text).toContain('/v1/traces')
  expect(text).toContain('GET /api/jobs/:jobId')
  expect(text).toContain(trace)
  expect(text).toContain('task send-mail')
  for (const secret of [owner.email, job.id, 'maya@', token]) expect(text).not.toContain(secret)
})
