// How Vite turns the three fronts into files: one configuration for each build.
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

/** The programs and pages of the server: `dist/server/start.js` is what `npm start` runs. */
export const serverEntries = {
  start: path.join(root, 'src/start-command.ts'),
  careers: path.join(root, 'src/careers/render.tsx'),
  mails: path.join(root, 'src/mails/render.tsx'),
  'embedded-engine-thread': path.join(root, 'src/data/embedded-engine-thread.ts'),
}

// `configFile: false` because each build is named here; Vite must not go looking for another one.
const quietly = {
  configFile: false,
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
} satisfies InlineConfig
// The directory is the caller's scratch, outside of a front's own root.
const output = { emptyOutDir: true, reportCompressedSize: false }

/** Vite rewrites the script element and drops what holds the first paint back until the stored theme is set. */
const holdFirstPaint: Plugin = {
  name: 'hold-first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** The values that a module's own constants begin with: what is worked out while it is read. */
function initialValues(code: string): { start: number; end: number }[] {
  return parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) =>
      init && !/Function/.test(init.type) ? [init] : [],
    )
  })
}

/** Making a schema changes nothing, which a bundler cannot see: without this, each screen carries the schemas of all forms. */
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

/** `import script from './x.js?minified'`: a script that stands in a page, as text. */
export const minifiedScripts: Plugin = {
  name: 'minified-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\.js\?minified$/ },
    handler: async (id) => {
      const file = id.replace(/\?minified$/, '')
      const options = { module: false, mangle: { toplevel: true } }
      const { code, errors } = await minify(file, await readFile(file, 'utf8'), options)
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
      return `export default ${JSON.stringify(code)}`
    },
  },
}

/** Not quickjs, which would run the scripts that stand in a file. */
const PDF_FILES =
  /^(?:build\/pdf\.worker\.min\.mjs|(?:cmaps|standard_fonts|iccs)\/.+|wasm\/(?!quickjs).+)$/

/** Where the files of pdf.js are, and where its screen asks for them: with its version in the address. */
export function pdfFilesFolder(): { source: string; place: string } {
  const require = createRequire(import.meta.url)
  const { version } = require('pdfjs-dist/package.json') as { version: string }
  const source = path.dirname(require.resolve('pdfjs-dist/package.json'))
  return { source, place: `assets/pdfjs-${version}` }
}

/** What pdf.js fetches by fixed names: its worker, character maps, standard fonts, decoders. */
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
 * A screen comes in a handful of files instead of fifty, each request of which costs a slow line its round trip. A group
 * takes what its modules import with them, as far as a group above has not taken it; what no group names is loaded with
 * the screen or the dialog that wants it.
 */
const dashboardChunks = [
  // Changes only when a library does, so it stays in caches when the rest is new.
  {
    name: 'react',
    test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:query-core|react-query|react-router|router-core|history|store|react-store))[\\/]/,
    priority: 40,
  },
  // With what both beginnings need: that of the dashboard, and that inside a store's admin.
  {
    name: 'start',
    test: /src[\\/]dashboard[\\/](?:routes\.tsx|first-reads\.ts|schema-settings\.ts)$/,
    priority: 30,
  },
  {
    name: 'frame',
    test: /src[\\/]dashboard[\\/](?:(?:admin|frames|pages)\.tsx|ui[\\/](?:[a-z]+[\\/])?(?!(?:forms|hooks|popups)[\\/]|mail-preview|copy-button|toaster|tooltips|menu-popup|choice-popup|bottom-sheet|dialog|side-panel|switch).+)$/,
    priority: 20,
  },
  // What opens above a page, once the page is drawn.
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
    plugins: [react(), tailwindcss(), holdFirstPaint, pdfFiles, textsPlugin, pureDomain],
    build: {
      ...output,
      outDir,
      assetsDir: DASHBOARD_ASSETS,
      chunkSizeWarningLimit: 1000,
      // A subset of the typeface is read where a page has its letters: in the style sheet, everybody would read it.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      // The server names the files of a screen in its page, so that none waits for another to ask for it.
      manifest: 'manifest.json',
      // For browsers that do not know the hint; ours do without it.
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
      // The page is written by the server, which finds the hashed names here.
      manifest: 'manifest.json',
      // The widget loads this entry itself; nothing is left to preload.
      modulePreload: false,
      rolldownOptions: { input: fronts.careersClient },
    },
  }
}

/** From a file of the server's bundle to the folder of the sources. */
const SOURCES = '../../src'

/** Where a thread's program is named that is an entry of its own: built, it is beside all other files. */
const bundledThread = new RegExp(
  `new URL\\(["']\\./(${Object.keys(serverEntries).join('|')})\\.ts["'], import\\.meta\\.url\\)`,
  'g',
)

/** A bundled file still finds what is beside its source: migrations, threads, scripts. */
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
          // Written so that the next line leaves it.
          .replaceAll(bundledThread, "new URL('./$1.js', import.meta['url'])")
          .replaceAll('import.meta.url', `${url}.href`)
          .replaceAll('import.meta.dirname', folder),
        // Only columns behind a replacement are wrong in a stack trace.
        map: null,
      }
    },
  },
}

/** React decides between its slow and its fast form by NODE_ENV, which nobody sets on a shop's server. */
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

/** Not bundled: they read files or native code beside their own, or draw the demo's files and are absent in production. */
const packagesApart = ['@electric-sql/pglite', '@napi-rs/canvas', 'pdfjs-dist', 'docx', 'pdfkit']

/** What runs on the server, by the names of its entries. They share one copy of each module. */
export function serverBuild(entries: Record<string, string>, outDir: string): InlineConfig {
  return {
    ...quietly,
    root,
    plugins: [react(), minifiedScripts, sourceFolders, fastReact],
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
        // In one folder, so that the same path leads from each file to the sources.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}

/** Below it a development server answers with sources; no address of the product begins so. */
export const DEV_BASE = '/@dev/'

/** Part of the product's own server; `sockets` passes on the connections by which browsers hear of changes. */
export function developmentServer(sockets: Server, reloadPages: Plugin): InlineConfig {
  const sources = [fronts.dashboard, fronts.adminPage, fronts.careersClient]
  return {
    ...quietly,
    root,
    base: DEV_BASE,
    appType: 'custom',
    // The careers pages are rendered by the server, so a change reloads them whole.
    plugins: [
      react({ exclude: /src[\\/]careers|node_modules/ }),
      tailwindcss(),
      minifiedScripts,
      reloadPages,
    ],
    server: { middlewareMode: true, hmr: { server: sockets } },
    // So that the first page does not wait for libraries that are found one after the other.
    optimizeDeps: {
      entries: sources.map((file) => path.relative(root, file).replaceAll(path.sep, '/')),
    },
  }
}
