// The extensions of the store's admin, as deployed: they have no build step, so this test checks that they are
// consistent in themselves and with the platform.
import { existsSync, readdirSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { read, at } from '../scripts/spec-map.ts'

/** Elements and what they take, as the types of @shopify/ui-extensions 2026.7 say for these targets. */
const ELEMENTS: Record<string, readonly string[]> = {
  's-admin-block': ['heading', 'collapsedSummary'],
  's-admin-action': ['heading', 'loading'],
  's-stack': ['direction', 'gap', 'alignItems'],
  's-link': ['href'],
  's-text': ['color', 'tone'],
  's-badge': ['tone'],
  's-spinner': ['accessibilityLabel', 'size'],
  's-paragraph': ['color', 'tone'],
  's-banner': ['heading', 'tone'],
  's-button': ['slot', 'variant', 'tone', 'disabled', 'loading'],
  's-select': ['label', 'value', 'disabled'],
  's-option': ['value'],
}
const TARGETS = [
  'admin.customer-details.block.render',
  'admin.customer-segment-details.action.render',
]
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

  test('names a target of the platform, and a module that needs no build', () => {
    expect(TARGETS).toContain(valueOf('target'))
    expect(valueOf('handle')).toBe(name)
    expect(valueOf('uid')).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(existsSync(at(`${folder}/${valueOf('module')}`))).toBe(true)
    const { errors, module } = parseSync('block.js', source)
    expect(errors).toEqual([])
    expect(module.staticImports).toEqual([])
    expect(module.staticExports.flatMap(({ entries }) => entries)).toHaveLength(1)
    expect(source).toContain('export default')
    // The platform's limit for an extension is 64 kB.
    expect(Buffer.byteLength(source)).toBeLessThan(10_000)
  })

  // shows: 2-119
  test('draws elements of the platform only, with what they take', () => {
    const made = [...source.matchAll(/'(s-[a-z-]+)',\s*\{([^}]*)\}/g)]
    expect(made.length).toBeGreaterThan(0)
    expect(made).toHaveLength([...source.matchAll(/'s-[a-z-]+'/g)].length)
    for (const [, element = '', properties = ''] of made) {
      const named = [...properties.matchAll(/(?:^|,)\s*(\w+):/g)].map(([, one]) => one)
      expect([element, ELEMENTS[element]]).toEqual([element, expect.arrayContaining(named)])
    }
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
