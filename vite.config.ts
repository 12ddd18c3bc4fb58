// How Vite builds the three front ends and the server: one configuration for each build.
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Server } from 'node:http'
import { minify, parseAst, type InlineConfig, type Plugin } from 'vite'
import { textsPlugin } from './scripts/texts-plugin.ts'

const root = import.meta.dirname

export const fronts = {
  dashboard: path.join(root, 'src/dashboard/index.html'),
  /** The dashboard's page in a store's admin. */
  adminPage: path.join(root, 'src/dashboard/admin-page.html'),
  careersClient: path.join(root, 'src/careers/client.tsx'),
}

/**
 * Programs of worker threads, in dist/threads: built, one starts in a third of the time. Apart from the server, whose start would
 * read what it shares with them.
 */
export const threads = Object.fromEntries(
  globSync('src/{data,gateways/*}/*-thread.ts', { cwd: root }).map((file) => [
    path.basename(file, '.ts'),
    path.join(root, file),
  ]),
)

/** The entries of the server's bundle: `npm start` runs `dist/server/start.js`. */
export const serverEntries = {
  // Programs of the operator (docs/operations.md): built, one starts in a fraction of the time.
  ...Object.fromEntries(
    globSync('src/commands/*-command.ts', { cwd: root }).map((file) => [
      path.basename(file, '.ts'),
      path.join(root, file),
    ]),
  ),
  start: path.join(root, 'src/commands/start.ts'),
  careers: path.join(root, 'src/careers/render.tsx'),
  dashboard: path.join(root, 'src/dashboard/render.tsx'),
  mails: path.join(root, 'src/mails/render.tsx'),
}

// `configFile: false` because each build is defined here; Vite must not search for another configuration.
const quietly = {
  configFile: false,
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
} satisfies InlineConfig
// The caller's temporary directory, outside of a front end's own root.
const output = { emptyOutDir: true, reportCompressedSize: false }

/** The initial values of a module's own constants, which are computed while it is loaded. */
function initialValues(code: string): { start: number; end: number }[] {
  return parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) =>
      init && !/Function/.test(init.type) ? [init] : [],
    )
  })
}

/**
 * Creating a schema has no side effects, which a bundler cannot see: without this, each screen contains the schemas of
 * all forms.
 */
const pureDomain: Plugin = {
  name: 'pure-domain',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/]domain[\\/].+\.ts$/ },
    handler: (code) =>
      initialValues(code).reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      ),
  },
}

async function minified(file: string): Promise<string> {
  const options = { module: false, mangle: { toplevel: true } }
  const { code, errors } = await minify(file, await readFile(file, 'utf8'), options)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

/** Inside the document, because they run before anything is painted. The page in a store's admin has one theme. */
const beforeStart: Plugin = {
  name: 'before-start',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { filename }) => {
      const scripts =
        filename === fronts.dashboard ? ['chosen-theme', 'before-start'] : ['before-start']
      const folder = path.join(path.dirname(filename), 'shell/first-view')
      const texts = await Promise.all(
        scripts.map((name) => minified(path.join(folder, `${name}.js`))),
      )
      return html.replace('</title>', () => `</title><script>${texts.join(';')}</script>`)
    },
  },
}

/** `import script from './x.js?minified'`: an inline script of a page, as text. */
export const minifiedScripts: Plugin = {
  name: 'minified-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\.js\?minified$/ },
    handler: async (id) =>
      `export default ${JSON.stringify(await minified(id.replace(/\?minified$/, '')))}`,
  },
}

/** Without quickjs, which would run the scripts in a file. */
const PDF_FILES =
  /^(?:build\/pdf\.worker\.min\.mjs|(?:cmaps|standard_fonts|iccs)\/.+|wasm\/(?!quickjs).+)$/

/** The location of pdf.js's files, and their address with its version. */
export function pdfFilesFolder(): { source: string; place: string } {
  const require = createRequire(import.meta.url)
  const { version } = require('pdfjs-dist/package.json') as { version: string }
  const source = path.dirname(require.resolve('pdfjs-dist/package.json'))
  return { source, place: `assets/pdfjs-${version}` }
}

/** Files that pdf.js loads by fixed names: its worker, character maps, standard fonts, decoders. */
const pdfFiles: Plugin = {
  name: 'pdf-files',
  async generateBundle() {
    const { source, place } = pdfFilesFolder()
    const names = await readdir(source, { recursive: true })
    for (const name of names.map((file) => file.replaceAll(path.sep, '/'))) {
      if (!PDF_FILES.test(name)) continue
      const content = await readFile(path.join(source, name))
      this.emitFile({ type: 'asset', fileName: `${place}/${name}`, source: content })
    }
  },
}

/**
 * A screen is loaded in a few files instead of fifty, each of which costs a round trip on a slow connection. A group
 * includes the imports of its modules, except those of a group above; a module in no group is loaded with the screen or
 * the dialog that needs it.
 */
const dashboardChunks = [
  // Changes only when a library does, so it stays cached when the rest is new.
  {
    name: 'react',
    test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:query-core|react-query|react-router|router-core|history|store|react-store))[\\/]/,
    priority: 40,
  },
  // Also includes what both entries need: that of the dashboard, and that inside a store's admin.
  {
    name: 'start',
    test: /src[\\/]dashboard[\\/](?:routes\.tsx|shell[\\/]first-view[\\/](?:first-reads\.ts|start-dashboard\.tsx)|schema-settings\.ts)$/,
    priority: 30,
  },
  // With an icon that several screens share: it would be a file of its own with 183 bytes.
  {
    name: 'frame',
    test: /src[\\/]dashboard[\\/](?:(?:admin|dashboard-layouts|pages|shell[\\/]store[\\/]reconnect)\.tsx|ui[\\/](?!settings[\\/])(?:[a-z]+[\\/])?(?!(?:forms|hooks|popups)[\\/]|mail-preview|copy-button|toaster|tooltips|menu-popup|choice-popup|bottom-sheet|dialog|side-panel|switch).+)$|lucide-react[\\/].+[\\/]icons[\\/]clock\.m?js$/,
    priority: 20,
  },
  // Components that open above a page, loaded after its first render.
  {
    name: 'popups',
    test: /src[\\/]dashboard[\\/]ui[\\/]popups[\\/](?:tooltips|menu-popup|bottom-sheet|dialog|side-panel)\.tsx$|src[\\/]dashboard[\\/]ui[\\/]forms[\\/]choice-popup\.tsx$/,
    priority: 5,
  },
  {
    name: 'applicants',
    test: /src[\\/]dashboard[\\/]applicants[\\/]applicants-(?:section|screen)\.tsx$/,
    priority: 10,
  },
]

/** The prefix keeps built files apart from the dashboard's own addresses. */
export const DASHBOARD_ASSETS = 'assets/dashboard'

export function dashboardBuild(outDir: string): InlineConfig {
  return {
    ...quietly,
    root: path.dirname(fronts.dashboard),
    base: '/',
    plugins: [react(), tailwindcss(), beforeStart, pdfFiles, textsPlugin, pureDomain],
    build: {
      ...output,
      outDir,
      assetsDir: DASHBOARD_ASSETS,
      chunkSizeWarningLimit: 1000,
      // A subset of the typeface is loaded only when a page has its letters: inlined in the style sheet, every page
      // would load it.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      // The server adds a screen's files to its page, so that none waits until another requests it.
      manifest: 'manifest.json',
      // For browsers that do not support the hint; ours do without it.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [fronts.dashboard, fronts.adminPage],
        output: { codeSplitting: { groups: dashboardChunks } },
      },
    },
  }
}

export function careersClientBuild(outDir: string): InlineConfig {
  return {
    ...quietly,
    root,
    base: '/assets/careers/',
    plugins: [react(), textsPlugin, pureDomain],
    build: {
      ...output,
      outDir,
      assetsDir: '',
      // The server renders the page, and finds the hashed names here.
      manifest: 'manifest.json',
      // The widget loads this entry itself; nothing is left to preload.
      modulePreload: false,
      rolldownOptions: { input: fronts.careersClient },
    },
  }
}

/** From a file of the server's bundle to the folder of the sources. */
const SOURCES = '../../src'

/** The path of a worker thread's program: in the build it is in a folder beside the server's. */
export const threadPath = new RegExp(
  `new URL\\(["']\\./(${Object.keys(threads).join('|')})\\.ts["'], import\\.meta\\.url\\)`,
  'g',
)

/** A bundled file still finds the files beside its source: migrations, threads, scripts. */
const sourceFolders: Plugin = {
  name: 'source-folders',
  transform: {
    filter: { id: /src[\\/].+\.ts$/, code: /import\.meta\.(?:dirname|url)\b/ },
    handler(code, id) {
      const source = path.relative(path.join(root, 'src'), id).replaceAll(path.sep, '/')
      const url = `new URL(${JSON.stringify(`${SOURCES}/${source}`)}, import.meta.url)`
      const folder = `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`
      return {
        code: code
          // In a form that the next line does not match again.
          .replaceAll(threadPath, "new URL('../threads/$1.js', import.meta['url'])")
          .replaceAll('import.meta.url', `${url}.href`)
          .replaceAll('import.meta.dirname', folder),
        // Only columns after a replacement are wrong in a stack trace.
        map: null,
      }
    },
  },
}

/** React selects its development or production build by NODE_ENV, which may not be set on a shop's server. */
const fastReact: Plugin = {
  name: 'fast-react',
  transform: {
    filter: { id: /node_modules[\\/](?:react|react-dom|react-is|scheduler)[\\/]/ },
    handler: (code) => ({
      code: code.replaceAll('process.env.NODE_ENV', '"production"'),
      map: null,
    }),
  },
}

/**
 * Writes letters beyond ASCII as escapes. Node keeps a file with one such letter as two bytes for each character, and
 * decodes it for longer: a start would take a twentieth more, and memory several megabytes.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  // Not when a chunk is rendered: Vite prints it once more after that.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

/** Escapes keep the lines of code; in a stack trace, only columns after one are wrong. */
const inAscii = (code: string) =>
  code.replace(
    // Other escapes are passed over, so that their backslash is not taken for the one of a letter.
    /\\[\0-\x7f]|\\?([^\0-\x7f])/g,
    (found, letter: string | undefined) =>
      letter ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : found,
  )

/**
 * Not bundled: they read files or native code beside their own, or create the demo's files and are absent in
 * production.
 */
const packagesApart = ['@electric-sql/pglite', '@napi-rs/canvas', 'docx', 'pdfkit']

/** The server's modules, by the names of their entries. They share one copy of each module. */
export function serverBuild(entries: Record<string, string>, outDir: string): InlineConfig {
  return {
    ...quietly,
    root,
    plugins: [react(), minifiedScripts, sourceFolders, fastReact, asciiOnly],
    ssr: { noExternal: true, external: packagesApart },
    build: {
      ...output,
      outDir,
      ssr: true,
      minify: false,
      sourcemap: true,
      target: 'node24',
      rolldownOptions: {
        input: entries,
        // In one folder, so that the same relative path leads from each file to the sources.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // A tenth of the bytes that every start reads.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  }
}

/** A development server serves sources below this path; no address of the product begins with it. */
export const DEV_BASE = '/@dev/'

/** Part of the product's own server; `sockets` forwards the connections on which browsers receive changes. */
export function developmentServer(sockets: Server, reloadPages: Plugin): InlineConfig {
  const sources = [fronts.dashboard, fronts.adminPage, fronts.careersClient]
  return {
    ...quietly,
    root,
    base: DEV_BASE,
    appType: 'custom',
    // The server renders the careers pages, so a change reloads them completely.
    plugins: [
      react({ exclude: /src[\\/]careers|node_modules/ }),
      tailwindcss(),
      minifiedScripts,
      reloadPages,
    ],
    server: { middlewareMode: true, hmr: { server: sockets } },
    // So that the first page does not wait for libraries that are discovered one after the other.
    optimizeDeps: {
      entries: sources.map((file) => path.relative(root, file).replaceAll(path.sep, '/')),
    },
  }
}
