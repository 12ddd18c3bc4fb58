// The folder that is deployed to the store's platform: it has no build step, so this test checks that it is consistent
// in itself and with the product.
import { readdirSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { loaderSnippet, themeBlocks } from '#domain/careers/widget-snippets.ts'
import { readWidgetOptions } from '#domain/careers/widget.ts'
import { languages } from '#domain/texts/locale.ts'
import { optionalScopes } from '#domain/store/store.ts'
import { callbackAddresses } from '#features/store/begin-install.ts'
import { API_VERSION } from '../standin/access-scopes.ts'
import {
  registeredOptionalScopes,
  registeredRedirects,
  registeredScopes,
} from '../standin/registration.ts'
import { loader } from '../src/open.ts'
import { at, read } from '../scripts/spec-map.ts'

const folder = 'extensions/careers-widget'
const blocks = readdirSync(at(`${folder}/blocks`))
const liquid = ['blocks', 'snippets']
  .flatMap((part) =>
    readdirSync(at(`${folder}/${part}`)).map((name) => `${folder}/${part}/${name}`),
  )
  .map(read)
  .join('\n')
const app = read('shopify.app.toml')

/** 'careers.title', 'settings.color' …: every path to a text. */
function keysOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner ? keysOf(inner, `${before}${key}.`) : [before + key],
  )
}
const textsOf = (file: string) =>
  keysOf(JSON.parse(read(`${folder}/locales/${file}`)) as object).toSorted()
const found = (pattern: RegExp) =>
  [...new Set([...liquid.matchAll(pattern)].map(([, key = '']) => key))].toSorted()

test('what the list brings into a page of the shop is light: script and style, which every visitor loads', () => {
  expect(Buffer.byteLength(read(`${folder}/assets/careers-list.js`))).toBeLessThan(5000)
  expect(Buffer.byteLength(read(`${folder}/assets/careers.css`))).toBeLessThan(5500)
})

test('its script is the one of /embed.js, and light', () => {
  expect(loader).toBe(at(`${folder}/assets/careers.js`))
  expect(Buffer.byteLength(read(`${folder}/assets/careers.js`))).toBeLessThan(10_000)
})

test.each([
  ['README.md', 'http://localhost:3000'],
  ['docs/widget.md', 'https://jobs.example.com'],
])('%s shows the code for other pages as the dashboard gives it', (page, appUrl) => {
  const options = readWidgetOptions({ org: 'pannier-lane-cycles' })
  const shopName = 'Pannier Lane Cycles'
  expect(read(page)).toContain(loaderSnippet({ appUrl, shopName, options }))
})

test('the platform’s own check of themes has nothing to say, and would', async () => {
  // Its documentation comes with the package: without this it asks for a newer one, from the internet.
  const cache = await mkdtemp(path.join(tmpdir(), 'theme-check-'))
  vi.stubEnv('XDG_CACHE_HOME', cache)
  vi.stubEnv('SHOPIFY_TLD_ROOT', cache)
  const { check } = await import('@shopify/theme-check-node')
  const copy = path.join(cache, 'extension')
  await cp(at(folder), copy, { recursive: true })
  const offenses = async () =>
    (await check(copy, 'theme-check:theme-app-extension')).map(({ check, message }) => [
      check,
      message,
    ])
  expect(await offenses()).toEqual([])
  await appendFile(
    path.join(copy, 'blocks/careers.liquid'),
    "{{ 'careers.gone' | t }}{{ nothing }}",
  )
  expect(new Set((await offenses()).map(([name]) => name))).toEqual(
    new Set(['TranslationKeyExists', 'UndefinedObject']),
  )
  vi.unstubAllEnvs()
  await rm(cache, { recursive: true })
})

test('the dashboard leads to blocks that are there', () => {
  expect(blocks.toSorted()).toEqual(
    Object.values(themeBlocks)
      .map((name) => `${name}.liquid`)
      .toSorted(),
  )
})

test('the shop is not asked to advertise: ‘Powered by’ is off until it is switched on', () => {
  expect(liquid.match(/"id": "powered"[^}]*"default": (\w+)/g)).toHaveLength(blocks.length)
  expect(liquid).not.toMatch(/"id": "powered"[^}]*"default": true/)
  // Then it is the app's mark alone: its name is for screen readers.
  expect(liquid.match(/careers\.powered/g)).toHaveLength(1)
  expect(liquid).toMatch(/aria-label="\{\{ 'careers\.powered'/)
})

test('every text has its words, in every language', () => {
  const files = readdirSync(at(`${folder}/locales`))
  // One for visitors and one for the theme editor.
  const named = (end: string) =>
    languages.map((tag) => `${tag.startsWith('en') ? 'en.default' : tag}${end}`)
  expect(files.toSorted()).toEqual(
    [...new Set([...named('.json'), ...named('.schema.json')])].toSorted(),
  )
  for (const file of files) {
    const used = file.includes('schema') ? /"t:([\w.]+)"/g : /'([\w.]+)' \| t\b/g
    expect([file, textsOf(file)]).toEqual([file, found(used)])
  }
})

test('the blocks ask the address that the app is registered under', () => {
  const [, address] = /^application_url = "(.*?)"/m.exec(app) ?? []
  expect(address).toMatch(/^https:/)
  const snippet = read(`${folder}/snippets/app-address.liquid`)
  expect(snippet.split('%}').at(-1)?.trim()).toBe(address)
  expect(registeredRedirects(address ?? '')).toEqual(callbackAddresses(address ?? ''))
})

test('the app asks for the scopes of the settings, on the version that the product speaks', () => {
  const { shopifyScopes } = readConfig({ SHOPIFY_DISTRIBUTION: 'app_store' })
  expect(registeredScopes).toEqual(shopifyScopes)
  expect(registeredOptionalScopes).toEqual(optionalScopes)
  expect(app).toContain(`api_version = "${API_VERSION}"`)
  for (const topic of [
    'app/uninstalled',
    'app/scopes_update',
    'customers/data_request',
    'customers/redact',
    'shop/redact',
  ]) {
    expect(app).toContain(`"${topic}"`)
  }
})
