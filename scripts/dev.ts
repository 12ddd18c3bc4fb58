// `npm run dev`: the server, with screens that Vite serves from their sources. `node --watch` restarts it when a file
// of the server changes; nothing of this file runs in production.
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin } from 'vite'
import type { RenderCareersPage } from '#domain/careers/careers.ts'
import type { RenderMail } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { pathsWith, screens } from '#domain/screens.ts'
import { main, stopAtOnce } from '#main'
import { loader, type CareersServer, type Fronts } from '../src/open.ts'
import { DEV_BASE, developmentServer, pdfFilesFolder } from '../vite.config.ts'

const root = path.dirname(import.meta.dirname)
/** Documents of the dashboard that name sources instead of built files. */
const folder = path.join(root, 'dist/dev')

/** The first load of the pages that the server renders, and each one after a change of their sources. */
let loadPages = async (): Promise<void> => {}
const reloadPages: Plugin = {
  name: 'reload-pages',
  async hotUpdate({ file, modules }) {
    if (this.environment.name !== 'client' || !/src[\\/](?:careers|mails)[\\/]/.test(file)) return
    await loadPages()
    // Vite does not notify browsers of modules that are only rendered here.
    if (modules.length === 0) this.environment.hot.send({ type: 'full-reload' })
  },
}
/** Vite gets new sockets from this server, which never listens. */
const sockets = createHttpServer()
const vite = await createServer(developmentServer(sockets, reloadPages))

await writeDocuments()
try {
  const { listener, deps } = await main(await loadFronts())
  attach(listener)
  // An event without an organization: it only empties the caches.
  const change = { id: 0, organization_id: '' as OrganizationId, subject_id: '' }
  const load = loadPages
  loadPages = async () => {
    try {
      await load()
      // The widget's pages are cached until something that they show has changed.
      deps.events.dispatchCommitted([{ ...change, name: 'organization.changed' }])
    } catch (error) {
      // The version before the error stays in use until it is corrected.
      console.error(error instanceof Error ? error.message : error)
    }
  }
} catch (error) {
  stopAtOnce(error)
}

// Its sockets would keep the server open.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void vite.close())

/** The server's own pages: rendered by the newest version of the sources that can be loaded. */
async function loadFronts(): Promise<Fronts> {
  let render: RenderCareersPage
  let renderMail: RenderMail
  loadPages = async () => {
    const [careers, mails] = await Promise.all([
      vite.ssrLoadModule('/src/careers/render.tsx') as Promise<CareersServer>,
      vite.ssrLoadModule('/src/mails/render.tsx') as Promise<{ renderMail: RenderMail }>,
    ])
    ;({ render } = careers.createRenderer({ client: () => `${DEV_BASE}src/careers/client.tsx` }))
    renderMail = mails.renderMail
  }
  await loadPages()
  return {
    renderMail: (...mail) => renderMail(...mail),
    screens: {
      renderCareersPage: (...page) => render(...page) + scriptElement('@vite/client'),
      firstViews: undefined,
      // The scripts in the pages change with their sources; a hash would block the next version.
      careersScriptHashes: () => ["'unsafe-inline'"],
      dashboardFolder: folder,
      careersFolder: folder,
      get embedLoader() {
        return readFileSync(loader, 'utf8')
      },
    },
  }
}

function scriptElement(name: string): string {
  return `<script type="module" src="${DEV_BASE}${name}"></script>`
}

async function writeDocuments(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  const preamble = '@id/__x00__@vitejs/plugin-react/preamble'
  const scripts = ['@vite/client', preamble].map(scriptElement).join('')
  for (const name of ['index.html', 'admin-page.html']) {
    const source = await readFile(path.join(root, 'src/dashboard', name), 'utf8')
    const document = source
      .replace('<head>', `<head>${scripts}`)
      .replaceAll('"../../', `"${DEV_BASE}`)
      .replaceAll('"./', `"${DEV_BASE}src/dashboard/`)
    await writeFile(path.join(folder, name), document)
  }
  // Every screen is part of the document itself: nothing is preloaded.
  const names = pathsWith('chunk').map((address) => screens[address].chunk)
  const files = names.map((name) => [name, { name, file: '' }] as const)
  const manifest = { 'index.html': { file: '', imports: names }, ...Object.fromEntries(files) }
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  const { source, place } = pdfFilesFolder()
  await mkdir(path.dirname(path.join(folder, place)), { recursive: true })
  await symlink(source, path.join(folder, place), 'junction')
}

/** One port: requests below Vite's own path go to Vite, all others to the product. */
function attach(server: Server): void {
  const product = server.listeners('request') as ((...exchange: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (request.url?.startsWith(DEV_BASE)) {
      vite.middlewares(request, response)
      return
    }
    const write = response.writeHead.bind(response) as (...head: unknown[]) => typeof response
    response.writeHead = (...head: unknown[]) => {
      relaxPolicy(head.at(-1))
      return write(...head)
    }
    for (const listener of product) listener(request, response)
  })
  server.on('upgrade', (...socket) => sockets.emit('upgrade', ...socket))
}

/** Vite's client polls from a worker whether an unreachable server is back. */
function relaxPolicy(headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return
  const all = headers as OutgoingHttpHeaders
  const name = Object.keys(all).find((one) => one.toLowerCase() === 'content-security-policy')
  const policy = name && all[name]
  if (policy) all[name] = `${String(policy)}; worker-src 'self' blob:`
}
