// An OpenID Connect provider whose every answer a test can change: what a real one never sends.
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = Record<string, unknown>
type Path = 'discovery' | 'jwks' | 'token' | 'userinfo'
type Answer = (response: ServerResponse) => void

const paths: Record<string, Path> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/token': 'token',
  '/userinfo': 'userinfo',
}
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const sends =
  (body: unknown, status = 200): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))

/** A JSON text that never ends; `everyMs` 0: as fast as it is read. */
export const endless =
  (everyMs: number): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"sub":"')
    const more = 'x'.repeat(everyMs === 0 ? 16_384 : 1)
    const write = () => {
      while (!response.destroyed && response.write(more) && everyMs === 0);
    }
    if (everyMs === 0) response.on('drain', write)
    const timer = setInterval(write, Math.max(everyMs, 1))
    response.on('close', () => clearInterval(timer))
  }

export type HostileProvider = {
  issuer: string
  setting: { id: string; name: string; issuer: string; client_id: string; client_secret: string }
  /** How many requests each address has had. */
  asked: Record<Path, number>
  /** Answers otherwise from now on; undefined as a good provider does. */
  answer(path: Path, how: Answer | undefined): void
  /** Its discovery document, with these changes. */
  discovery(changes?: Claims): Claims
  /** The claims that it would rightly say with this nonce. */
  claims(nonce: string): Claims
  token(claims: Claims, header?: Claims, signature?: (text: string) => string): string
  publicKey: KeyObject
  close(): void
}

/** `id` of its setting. On a free port. */
export async function hostileProvider(id: string): Promise<HostileProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const client_id = `storehand-at-${id}`
  const changed = new Map<Path, Answer>()
  const asked = { discovery: 0, jwks: 0, token: 0, userinfo: 0 }
  const server = createServer((request, response) => {
    const path = paths[request.url ?? '']
    if (!path) return void response.writeHead(404).end()
    asked[path] += 1
    request.resume()
    return (changed.get(path) ?? good[path])(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const discovery = (changes: Claims = {}) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    ...changes,
  })
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: id, alg: 'ES256' }
  const good: Record<Path, Answer> = {
    discovery: (response) => sends(discovery())(response),
    jwks: sends({ keys: [jwk] }),
    token: sends({ error: 'invalid_grant' }, 400),
    userinfo: sends({ error: 'invalid_token' }, 401),
  }
  const signed = (text: string) =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
  return {
    issuer,
    setting: { id, name: id, issuer, client_id, client_secret: 'a secret of the provider and us' },
    asked,
    answer(path, how) {
      if (how) changed.set(path, how)
      else changed.delete(path)
    },
    discovery,
    claims(nonce) {
      const iat = Math.floor(Date.now() / 1000)
      const email = `${nonce
        .slice(0, 20)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')}@acme.example`
      const person = { sub: nonce, email, email_verified: true, given_name: 'Ana' }
      return { iss: issuer, aud: client_id, iat, exp: iat + 300, nonce, ...person }
    },
    token(claims, header = {}, signature = signed) {
      const text = `${encoded({ alg: 'ES256', kid: id, ...header })}.${encoded(claims)}`
      return `${text}.${signature(text)}`
    },
    publicKey,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
