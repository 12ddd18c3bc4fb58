// A proxy between people and servers, like real ones: persistent connections, and no retry.
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export type Balancer = { url: string; close(): void }

/** `next` is called for each request: returns the address of its server. */
export async function startBalancer(next: () => string): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true })
  const balancer = http.createServer((request, response) => {
    const { hostname, port } = new URL(next())
    const { method, url, headers } = request
    const upstream = http.request(
      { agent, hostname, port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    // Otherwise a live stream would stay open without a client.
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    request.pipe(upstream)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    close() {
      balancer.closeAllConnections()
      balancer.close()
      agent.destroy()
    },
  }
}
