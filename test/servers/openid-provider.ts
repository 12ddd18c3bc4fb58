// An OpenID Connect provider on a free port, and a person who signs in on its pages.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const client = { id: 'storehand', secret: 'a secret of the provider and us' }

export type OpenIdServer = {
  issuer: string
  /** The value for OPENID_PROVIDERS. */
  setting: { id: string; name: string; issuer: string; client_id: string; client_secret: string }
  /** The claims of a person by name; the name is the person's id there. */
  people: Map<string, Record<string, unknown>>
  /** Starts to answer, when the URL of our application is known. */
  register(appUrl: string, options?: { conformIdTokenClaims?: boolean }): void
  /** Enters the name on the provider's pages; returns the URL of its redirect back. */
  signIn(address: string, login: string): Promise<string>
  /** Clicks Abort instead. */
  refuse(address: string): Promise<string>
  /** An id token, as issued to the sign-in of a phone; `nonce` is its claim. */
  idToken(appUrl: string, login: string, nonce?: string): Promise<string>
  close(): void
}

export async function openIdServer(): Promise<OpenIdServer> {
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void answer?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const people: OpenIdServer['people'] = new Map()
  const isOurs = (address: string) => new URL(address).origin === issuer

  /** Like a browser: stores the provider's cookies and follows its redirects until one leads away. */
  function browser() {
    const cookies = new Map<string, string>()
    return async function open(address: string, init: RequestInit = {}): Promise<string> {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      const location = response.headers.get('location')
      if (!location) return response.text()
      const next = new URL(location, address).href
      return isOurs(next) ? open(next) : next
    }
  }
  const hrefOf = (page: string, pattern: RegExp) =>
    new URL((pattern.exec(page)?.[1] ?? '').replaceAll('&amp;', '&'), issuer).href

  async function signIn(address: string, login: string): Promise<string> {
    const open = browser()
    let page = await open(address)
    // The sign-in form, then the consent form.
    for (const prompt of ['login', 'consent']) {
      if (URL.canParse(page)) break
      const body = new URLSearchParams({ prompt, login, password: 'any' })
      page = await open(hrefOf(page, /action="([^"]+)"/), { method: 'POST', body })
    }
    if (!URL.canParse(page)) throw new Error(`the provider stays at:\n${page}`)
    return page
  }

  return {
    issuer,
    setting: {
      id: 'acme',
      name: 'Acme',
      issuer,
      client_id: client.id,
      client_secret: client.secret,
    },
    people,
    register(appUrl, options = {}) {
      const provider = new Provider(issuer, {
        ...options,
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${appUrl}/auth/v1/callback`],
          },
        ],
        claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        cookies: { keys: [randomBytes(32).toString('hex')] },
        findAccount: (_, accountId) => ({
          accountId,
          claims: () => ({ sub: accountId, ...people.get(accountId) }),
        }),
      })
      answer = provider.callback()
    },
    signIn,
    async refuse(address) {
      const open = browser()
      return open(hrefOf(await open(address), /href="([^"]*\/abort)"/))
    },
    async idToken(appUrl, login, nonce) {
      const redirect_uri = `${appUrl}/auth/v1/callback`
      const code_verifier = randomBytes(32).toString('base64url')
      const ask = new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri,
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(nonce !== undefined && { nonce }),
      })
      const back = new URL(await signIn(`${issuer}/auth?${ask}`, login))
      const basic = [client.id, client.secret].map(encodeURIComponent).join(':')
      const answered = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri,
          code_verifier,
        }),
      })
      return ((await answered.json()) as { id_token: string }).id_token
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
