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
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  })
  await app.grant('maya@applicant.example', job)
  // Sends what waits.
  await app.close()
  collector.close()
  const text = received.join('\n')
  expect(text).toContain('/v1/traces')
  expect(text).toContain('GET /api/jobs/:jobId')
  expect(text).toContain(trace)
  expect(text).toContain('task send-mail')
  for (const secret of [owner.email, job.id, 'maya@']) expect(text).not.toContain(secret)
})
