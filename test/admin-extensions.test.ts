// The extensions of the store's admin, as deployed: they have no build step, so this test checks that they are
// consistent in themselves and with the platform.
import { existsSync, readdirSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { read, at } from '../scripts/spec-map.ts'

/** Of the types. */
const VERSION = /"@shopify\/ui-extensions": "(\d+)\.(\d+)\./.exec(read('package.json'))
const LANGUAGES = readdirSync(at('extensions/careers-widget/locales'))
  .filter((file) => !file.endsWith('.schema.json'))
  .toSorted()

const extensions = readdirSync(at('extensions')).filter((name) =>
  read(`extensions/${name}/shopify.extension.toml`).includes('type = "ui_extension"'),
)

describe.each(extensions)('%s', (name) => {
  const folder = `extensions/${name}`
  const toml = read(`${folder}/shopify.extension.toml`)
  const valueOf = (key: string) => new RegExp(`^${key} = "(.*?)"`, 'm').exec(toml)?.[1] ?? ''
  const source = read(`${folder}/${valueOf('module')}`)
  const textsOf = (file: string) =>
    JSON.parse(read(`${folder}/locales/${file}`)) as Record<string, string>

  // shows: 2-119
  test('is compiled against its target of the platform, and needs no build', () => {
    const [, module, target] =
      /module '(.*?)'[^}]*ui-extensions\/(.*?)'/.exec(read(`${folder}/shopify.d.ts`)) ?? []
    expect([module, target]).toEqual([valueOf('module'), valueOf('target')])
    const [, year, month = ''] = VERSION ?? []
    expect(valueOf('api_version')).toBe(`${year}-${month.padStart(2, '0')}`)
    expect(valueOf('handle')).toBe(name)
    expect(valueOf('uid')).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(existsSync(at(`${folder}/${valueOf('module')}`))).toBe(true)
    const { errors, module: parsed } = parseSync('block.js', source)
    expect(errors).toEqual([])
    expect(parsed.staticImports).toEqual([])
    expect(parsed.staticExports.flatMap(({ entries }) => entries)).toHaveLength(1)
    expect(source).toContain('export default')
    // The platform's limit for an extension is 64 kB.
    expect(Buffer.byteLength(source)).toBeLessThan(10_000)
  })

  test('has its texts in every language, and no others', () => {
    expect(readdirSync(at(`${folder}/locales`)).toSorted()).toEqual(LANGUAGES)
    const used = new Set([
      'name',
      ...[...source.matchAll(/translate\('(\w+)'\)/g)].map(([, key]) => key),
      ...[...source.matchAll(/(?:said: |: |\?\? )'(\w+)'/g)]
        .map(([, key]) => key)
        .filter((key) => key && key in textsOf('en.default.json')),
    ])
    for (const file of LANGUAGES) {
      const texts = textsOf(file)
      expect(new Set(Object.keys(texts))).toEqual(used)
      expect(texts['language']).toBe(file.split('.')[0])
      expect(Object.values(texts).filter((text) => !text.trim())).toEqual([])
    }
  })
})
