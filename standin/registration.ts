// The app's registration at the platform: the deployed shopify.app.toml, at the URL where the app runs.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const toml = readFileSync(path.join(import.meta.dirname, '..', 'shopify.app.toml'), 'utf8')

const textOf = (name: string) => new RegExp(`^${name} = "(.*?)"`, 'm').exec(toml)?.[1] ?? ''
const listOf = (name: string) => {
  const [, inner = ''] = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(toml) ?? []
  return [...inner.matchAll(/"(.*?)"/g)].map(([, value = '']) => value)
}

/** The path below which a shop forwards requests, and their target at the app. */
const [, proxyTable = ''] = /\[app_proxy\]([^[]*)/.exec(toml) ?? []
const proxyOf = (name: string) => new RegExp(`^${name} = "(.*?)"`, 'm').exec(proxyTable)?.[1] ?? ''
export const registeredProxy = {
  path: `/${proxyOf('prefix')}/${proxyOf('subpath')}`,
  url: proxyOf('url'),
}

/** The scopes that a managed installation requests, and the optional ones. */
export const registeredScopes: readonly string[] = textOf('scopes').split(',').filter(Boolean)
export const registeredOptionalScopes: readonly string[] = listOf('optional_scopes')

/** The callback URLs. The platform compares a redirect_uri with them as a whole. */
export const registeredRedirects = (appUrl: string): string[] =>
  listOf('redirect_urls').map((url) => url.replace(textOf('application_url'), appUrl))
