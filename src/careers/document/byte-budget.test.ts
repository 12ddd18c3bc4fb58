// The size of the widget's first response, measured with the built renderer and twenty realistic jobs.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Renderer from '../render.tsx'
import type { CareersPage, RenderCareersPage } from '#domain/careers/careers.ts'
import { languages, type Language } from '#domain/texts/locale.ts'
import { everyFourth } from '#test/input/some-values.ts'
import {
  adView,
  jobFormPage,
  listView,
  shopView,
  showcaseView,
} from '#test/screens/careers-views.ts'

/** Browsers take brotli wherever a shop has https; gzip is for those behind something old. */
const BUDGET = { brotli: 6500, gzip: 8000, script: 2000, list: 6500, ad: 5000, form: 5000 } as const

type BuildPlan = { serverBuild: (entries: Record<string, string>, outDir: string) => InlineConfig }

const root = path.resolve(import.meta.dirname, '../../..')
let outDir = ''
let html = ''
let renderPage: RenderCareersPage
let renderIn: (language: Language, page: CareersPage) => string

const catalogueOf = (language: Language) =>
  JSON.parse(
    readFileSync(path.join(root, `src/domain/texts/${language.toLowerCase()}.json`), 'utf8'),
  ) as Record<string, string>

beforeAll(async () => {
  // As scripts/build.ts does: React's plugin reads it.
  vi.stubEnv('NODE_ENV', 'production')
  outDir = await mkdtemp(path.join(os.tmpdir(), 'careers-'))
  // By a computed name: this layer does not reach for the build's own files, only this test does.
  const plan = (await import(path.join(root, 'vite.config.ts'))) as BuildPlan
  await build(plan.serverBuild({ careers: path.join(root, 'src/careers/render.tsx') }, outDir))
  const built = pathToFileURL(path.join(outDir, 'careers.js')).href
  const { createRenderer, inLocale, readCataloguesBy } = (await import(
    /* @vite-ignore */ built
  )) as typeof Renderer
  readCataloguesBy((language) => catalogueOf(language))
  const { render } = createRenderer({ client: () => '/assets/careers/client-CplyB6yx.js' })
  renderIn = (language, page) => inLocale(language, () => render(page))
  renderPage = render
  html = render({ page: 'embed', view: listView() })
}, 60_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(outDir, { recursive: true, force: true })
})

test('one answer of twenty jobs stays within brotli and gzip', () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  expect(brotliCompressSync(html, { params }).length).toBeLessThanOrEqual(BUDGET.brotli)
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(BUDGET.gzip)
})

test.each([
  ['list', () => ({ page: 'careers', view: shopView() })],
  ['ad', () => ({ page: 'careers', view: adView() })],
  ['form', jobFormPage],
] satisfies [keyof typeof BUDGET, () => CareersPage][])(
  'the public page stays within brotli, in one request: %s',
  (name, page) => {
    const rendered = renderPage(page())
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    expect(brotliCompressSync(rendered, { params }).length).toBeLessThanOrEqual(BUDGET[name])
    expect(rendered).not.toMatch(/<link rel="?stylesheet|<img|url\(/)
    const script = /<script(?! type="?application)[^>]*>(.*?)<\/script>/s.exec(rendered)?.[1] ?? ''
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(BUDGET.script)
  },
)

test('a page with cover, benefits, people and places stays within brotli, and waits for one picture alone', () => {
  const rendered = renderPage({ page: 'careers', view: showcaseView() })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  expect(brotliCompressSync(rendered, { params }).length).toBeLessThanOrEqual(BUDGET.list)
  const pictures = rendered.match(/<img[^>]*>/g) ?? []
  expect(pictures).toHaveLength(9)
  expect(pictures.filter((tag) => !tag.includes(' loading="lazy"'))).toHaveLength(1)
  for (const tag of pictures) expect(tag).toMatch(/ width="\d+" height="\d+"/)
  expect(rendered).not.toMatch(/<script(?! type="?application)|<link rel="?stylesheet|url\(/)
})

test('all script before the first touch stays below two kilobytes', () => {
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text ?? '')
  expect(scripts).toHaveLength(1)
  expect(Buffer.byteLength(scripts.join(''))).toBeLessThanOrEqual(BUDGET.script)
  expect(html).not.toContain('<link')
})

/** Of three bytes and two for a letter, and Arabic with rules for its other side and marks around Latin words: measured apart. */
const APART: Partial<Record<Language, { brotli: number }>> = {
  ja: { brotli: 6550 },
  ar: { brotli: 6600 },
}

// Ads are the shop's, in English here.
test.each(everyFourth(languages))(
  'each page stays within brotli in the language %s',
  (language) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    const budget = { ...BUDGET, ...APART[language] }
    for (const [name, page] of [
      ['brotli', { page: 'embed', view: listView() }],
      ['list', { page: 'careers', view: shopView() }],
      ['ad', { page: 'careers', view: adView() }],
      ['form', jobFormPage()],
    ] satisfies [keyof typeof BUDGET, CareersPage][]) {
      const rendered = renderIn(language, page)
      expect(rendered).toContain(`<html lang="${language}"`)
      expect([name, brotliCompressSync(rendered, { params }).length]).toEqual([
        name,
        expect.toSatisfy((bytes: number) => bytes <= budget[name]),
      ])
    }
  },
)
