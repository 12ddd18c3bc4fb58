// Sends raw bytes, for requests that no HTTP client would send.
import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; body: string }

/** Returns what the server sent before it closed the connection; status 0 when it sent nothing. */
export async function sendRaw(
  base: string,
  bytes: string | Buffer,
  { hangUp = false }: { hangUp?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The server may close before it has read everything.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  if (hangUp) setTimeout(() => socket.destroy(), 50)
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    body: body.join('\r\n\r\n'),
  }
}

/** A complete request that asks the server to close the connection. */
export function rawRequest(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    'content-length': String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n`),
    bytes,
  ])
}
