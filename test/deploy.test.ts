// The files that run the product elsewhere: the image, the composition and the systemd unit. Where no container can be built, the
// commands of the Containerfile run in a copy of the files that it copies.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingNames } from '#config'
import { findDebootstrap, findNginx } from '../scripts/find-programs.ts'
import { isNode, isUnread, neededPackages } from '../scripts/slim.ts'
import { freePort } from './e2e/program.ts'
import { isLong } from './faults/extent.ts'
import {
  buildInFolders,
  environmentOf,
  inFolder,
  makeBareDebian,
  PATH,
  readStages,
  restsOf,
} from './processes/containerfile.ts'
import { longPdf } from './input/cv-files.ts'

const root = path.dirname(import.meta.dirname)
const at = (...parts: string[]) => path.join(root, ...parts)
const folder = mkdtempSync(path.join(os.tmpdir(), 'storehand-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stages = readStages()
const build = stages.slice(0, -1).flat()
const image = stages.at(-1) ?? []
const restOf = (name: string) => restsOf(image, name)
const argumentsOf = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** Hard links, which take no room; copies where the folder is on another disk. */
function place(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true })
    const names = readdirSync(from)
    for (const name of names) {
      // Packages below packages have a line of their own in the lock file; a package can also be bundled into another's build.
      const isListed = name === 'node_modules' && names.includes('package.json')
      if (!isListed && !isUnread(name)) {
        place(path.join(from, name), path.join(to, name))
      }
    }
    return
  }
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** What `npm run slim` leaves of the packages. */
function placePackages(to: string): void {
  expect(build).toContainEqual({ name: 'RUN', rest: 'node scripts/slim.ts' })
  for (const name of neededPackages(readFileSync(at('package-lock.json'), 'utf8'))) {
    // An optional package is there on the machines that it is made for.
    const isPlaced = existsSync(at(name)) && !isNode(path.relative('node_modules', name))
    if (isPlaced) place(at(name), path.join(to, name))
  }
}

// shows: interface-73
test('the image holds what the program needs, and runs it as nobody, who writes nowhere but in its two folders', async () => {
  expect(stages.length).toBeGreaterThan(1)
  for (const each of [...build, ...image].filter(({ name }) => name === 'FROM')) {
    expect(each.rest).toMatch(/:\d+\.\d+\.\d+-/)
  }
  const [user = ''] = restOf('USER')
  expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
  const sources = build.flatMap(({ name, rest }) =>
    name === 'COPY' ? rest.split(' ').slice(0, -1) : [],
  )
  expect(sources.filter((source) => !existsSync(at(source)))).toEqual([])

  const app = path.join(folder, 'app')
  for (const rest of restOf('COPY')) {
    const [, from = '', to = ''] = /^--from=build \/app\/(\S+) \.\/(\S+)$/.exec(rest) ?? []
    expect(from, rest).toBeTruthy()
    if (from === 'node_modules') placePackages(app)
    else place(at(from), path.join(app, to))
  }
  expect(existsSync(path.join(app, 'node_modules/vite'))).toBe(false)

  const listed = () => readdirSync(app, { recursive: true, encoding: 'utf8' }).toSorted()
  const before = listed()
  const data = path.join(folder, 'data')
  const tmp = path.join(folder, 'tmp')
  const backups = path.join(folder, 'backups')
  const isRoot = process.getuid?.() === 0
  const unprivileged = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  for (const writable of [data, tmp, backups]) mkdirSync(writable, { recursive: true })
  if (isRoot) spawnSync('chown', ['65534:65534', data, tmp, backups])
  spawnSync('chmod', ['755', folder])
  const port = String(await freePort())
  const env = {
    ...environmentOf(image),
    PATH: process.env['PATH'],
    PORT: port,
    DATA_DIR: data,
    TMPDIR: tmp,
    APP_URL: 'https://jobs.shop.example',
    SECRET_KEY: 'a'.repeat(64),
    BACKUP_DIR: backups,
    BACKUP_KEY: 'b'.repeat(64),
  }
  const [command = '', ...rest] = argumentsOf(restOf('CMD')[0] ?? '').map((word) =>
    word === 'node' ? process.execPath : word,
  )
  const options = { cwd: app, env, ...unprivileged }
  const running = spawn(command, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(running.stdout), text(running.stderr)])
  const ended = once(running, 'close') as Promise<[number | null]>
  let isOver = false
  void ended.then(() => (isOver = true))
  const check = () =>
    spawnSync(process.execPath, argumentsOf(restOf('HEALTHCHECK')[0] ?? '').slice(1), options)
      .status
  while (!isOver && check() !== 0) await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isOver ? await output : 'running').toBe('running')
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect(ready.status).toBe(200)
  const page = await fetch(`http://127.0.0.1:${port}/embed`)
  expect(await page.text()).toContain('<title>')
  // Each command of the page about operating, as it is written there: the image has no npm scripts.
  const operate = (...words: string[]) =>
    spawnSync(process.execPath, words, { ...options, encoding: 'utf8' })
  const commands = [
    ...readFileSync(at('docs/operations.md'), 'utf8').matchAll(
      /node (dist\/server\/[\w-]+-command\.js)/g,
    ),
  ].map(([, file = '']) => file)
  expect(commands).toContain('dist/server/backup-command.js')
  expect(commands.filter((file) => !existsSync(path.join(app, file)))).toEqual([])
  const backup = operate('dist/server/backup-command.js')
  expect(backup).toMatchObject({ status: 0, stderr: '' })
  const archive = backup.stdout.split('\n')[0] ?? ''
  expect(path.dirname(archive)).toBe(backups)
  expect(operate('dist/server/restore-command.js', '--check', archive)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Whole, of'),
  })
  expect(operate('dist/server/keys-command.js')).toMatchObject({ status: 0, stderr: '' })
  // Loaded with the first picture or poster: what it needs of the machine is in a package of its own.
  const drawing = "import('@napi-rs/canvas').then(({ createCanvas }) => createCanvas(9, 9))"
  expect(spawnSync(process.execPath, ['-e', drawing], options).status).toBe(0)
  // From its sources, with the WebAssembly of its package.
  const reading =
    "import('./src/gateways/cvs/pdf/pdf-text.ts').then(({ pdfText }) => pdfText(require('node:fs').readFileSync(0))).then(({ text }) => console.log(text))"
  const read = spawnSync(process.execPath, ['-e', reading], { ...options, input: longPdf(1) })
  expect(String(read.stdout).trim(), String(read.stderr)).toBe('forklift')
  running.kill('SIGTERM')
  expect((await ended)[0], String(await output)).toBe(0)
  expect(check()).not.toBe(0)
  expect(readdirSync(data).length).toBeGreaterThan(0)
  // Also where this test does not run as root, and the program could have written.
  expect(listed()).toEqual(before)
}, 300_000)

// shows: interface-73
test('the composition and the unit set only what the program reads, and give it no rights', () => {
  const { services } = parse(readFileSync(at('compose.yaml'), 'utf8')) as {
    services: Record<string, Record<string, unknown>>
  }
  const { storehand } = services
  expect(storehand).toMatchObject({
    read_only: true,
    user: restOf('USER')[0],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
  // Every setting reaches the program, also those that nobody has thought of here.
  expect(storehand).toMatchObject({ env_file: '.env' })
  const ofLibraries = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  const made = storehand?.['environment'] as Record<string, string>
  const known = new Set<string>([...settingNames, ...ofLibraries])
  expect(Object.keys(made).filter((name) => !known.has(name))).toEqual([])
  // A password stands in no address, where some characters would be read in another way.
  expect([made['DATABASE_URL'], made['STORAGE_URL']].filter((url) => url?.includes('$'))).toEqual(
    [],
  )
  const example = readFileSync(at('deploy/example.env'), 'utf8')
  expect(storehand?.['volumes']).toEqual(['data:/data', '${BACKUP_FOLDER:-backups}:/backups'])
  const needed = [...readFileSync(at('compose.yaml'), 'utf8').matchAll(/\$\{(\w+):\?/g)].map(
    ([, name = '']) => name,
  )
  expect(needed.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([])
  for (const { image: name, build: built } of Object.values(services)) {
    if (!built) expect(name).toMatch(/:[\w.-]*\d+\.\d+/)
  }

  const unit = readFileSync(at('deploy/storehand.service'), 'utf8')
  for (const line of [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'ReadWritePaths=-/var/backups/storehand',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
  ]) {
    expect(unit.split('\n')).toContain(line)
  }
  // The Node that the packages bring along, whatever the machine has.
  const startOf = (text: string) =>
    /^ExecStart=(.*)$/m
      .exec(text)?.[1]
      ?.replace('/usr/bin/env', 'env')
      .replace('/opt/storehand/node_modules/.bin/node', 'node')
      .split(' ')
  const command = argumentsOf(restOf('CMD')[0] ?? '')
  expect(startOf(unit)).toEqual(command)
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  expect(scripts.start).toBe(`exec ${command.join(' ')}`)
  // The backup has the same rights, and the same user, whom alone the server's socket answers.
  const backup = readFileSync(at('deploy/storehand-backup.service'), 'utf8')
  expect(startOf(backup)).toEqual(['node', 'dist/server/backup-command.js'])
  const rightsOf = (text: string) => /^DynamicUser=yes$[^]*?(?=\n\n|\n*$(?![^]))/m.exec(text)?.[0]
  expect(rightsOf(unit)).toBeTruthy()
  expect(rightsOf(backup)?.trim()).toBe(rightsOf(unit)?.trim())
  // Where systemd is there, it reads the units itself.
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const placed = ['service', 'backup.service', 'backup.timer'].map((kind) => {
    const name = kind === 'service' ? 'storehand.service' : `storehand-${kind}`
    const file = path.join(folder, name)
    const text = readFileSync(at('deploy', name), 'utf8')
    writeFileSync(file, text.replaceAll('/opt/storehand', root))
    return file
  })
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...placed], {
    encoding: 'utf8',
  })
  expect(verified).toMatchObject({ status: 0, stderr: '' })
  for (const file of placed.filter((each) => each.endsWith('.service'))) {
    const rated = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', '--no-pager', file],
      { encoding: 'utf8' },
    )
    // An exposure of 2.0 of 10 at most.
    expect(rated.status, rated.stdout.slice(-200)).toBe(0)
  }
})

test('nginx reads its configuration', async () => {
  const nginx = await findNginx()
  if (!nginx) {
    console.warn(
      'The configuration of nginx was not read: it is not here, and cannot be installed.',
    )
    return
  }
  const place = path.join(folder, 'nginx')
  mkdirSync(place)
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(place, name))
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=jobs.shop.example']
  spawnSync('openssl', [...made, '-keyout', String(key), '-out', String(certificate)])
  const text = readFileSync(at('deploy/nginx.conf'), 'utf8')
    .replaceAll(/\/etc\/letsencrypt\S*fullchain\.pem/g, String(certificate))
    .replaceAll(/\/etc\/letsencrypt\S*privkey\.pem/g, String(key))
    .replaceAll('/var/log/nginx/', `${place}/`)
  const file = path.join(place, 'nginx.conf')
  writeFileSync(file, `pid ${place}/pid;\nevents {}\nhttp {\n${text}}\n`)
  const read = spawnSync(nginx, ['-t', '-c', file, '-e', path.join(place, 'error.log')], {
    encoding: 'utf8',
  })
  expect(read.status, read.stderr).toBe(0)
}, 300_000)

// Needs the network for the images that it begins with; where no program for images is there, it says so.
test('the image is built where the machine can', () => {
  const program = ['podman', 'buildah'].find((each) => spawnSync(each, ['--version']).status === 0)
  if (!program) {
    console.warn('The image was not built: neither podman nor buildah is here.')
    return
  }
  const built = spawnSync(
    program,
    ['build', '--file', at('Containerfile'), '--tag', 'storehand-test', root],
    {
      encoding: 'utf8',
    },
  )
  expect(built.status, built.stderr.slice(-2000)).toBe(0)
}, 1_200_000)

// In the long form: it takes minutes and 2 GB.
test.runIf(isLong)(
  "the Containerfile's steps work on a bare Debian, and its program runs there",
  async () => {
    if (process.getuid?.() !== 0 || !(await findDebootstrap())) {
      console.warn('No bare Debian was tried: this takes root and the program debootstrap.')
      return
    }
    const bare = path.join(folder, 'bare')
    makeBareDebian(bare)
    const built = buildInFolders(bare, folder)
    const size = spawnSync('du', ['-sm', path.join(built, 'app')], { encoding: 'utf8' }).stdout
    console.log(`The program of the image: ${Number.parseInt(size)} MB.`)
    expect(Number.parseInt(size)).toBeLessThan(400)
    const port = String(await freePort())
    const words = argumentsOf(restOf('CMD')[0] ?? '')
    const [command = '', ...rest] = inFolder(built, words, restOf('USER')[0])
    const settings = {
      PORT: port,
      APP_URL: 'https://jobs.shop.example',
      SECRET_KEY: 'a'.repeat(64),
    }
    const running = spawn(command, rest, {
      env: { PATH, ...environmentOf(image), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(running.stdout), text(running.stderr)])
    const ended = once(running, 'close') as Promise<[number | null]>
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => running.exitCode !== null,
      )
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    running.kill('SIGTERM')
    expect((await ended)[0], String(await output)).toBe(0)
  },
  1_800_000,
)
