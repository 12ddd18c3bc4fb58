// Prepares every other command: installs dependencies, checks the version of Node, builds the screens.
// Plain JavaScript, because it runs on any Node from 20, before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// The first version with import.meta.main.
const neededNode = '24.2'
const windows = process.platform === 'win32'
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => path.join(root, ...parts)
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const installStamp = at('node_modules', '.install-stamp')
const buildStamp = at('dist', '.build-stamp')
const lock = at('node_modules', '.bootstrap-lock')

// Package scripts find node_modules/.bin first on their PATH, so they run on this Node.
const bundledNode = at('node_modules', '.bin', windows ? 'node.cmd' : 'node')
const projectNode = () => (existsSync(bundledNode) ? bundledNode : process.execPath)

function nodeIsRecent() {
  const asked = spawnSync(projectNode(), ['-v'], { encoding: 'utf8', shell: windows })
  const [major, minor] = (asked.stdout ?? '').trim().slice(1).split('.').map(Number)
  const [neededMajor, neededMinor] = neededNode.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

function wantedInstall() {
  return createHash('sha256')
    .update(read(at('package-lock.json')))
    .update(read(at('package.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

const installIsCurrent = () => read(installStamp) === wantedInstall() && nodeIsRecent()

function filesUnder(entry) {
  if (!existsSync(entry)) return []
  if (!statSync(entry).isDirectory()) return [entry]
  return readdirSync(entry).flatMap((name) => filesUnder(path.join(entry, name)))
}

function wantedBuild() {
  const hash = createHash('sha256')
  const sources = [
    'src',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/build',
    'scripts/texts-plugin.ts',
    'package-lock.json',
  ].flatMap((source) => filesUnder(at(source)))
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare -- the copying form needs Node 20
  sources.sort()
  for (const file of sources) {
    // Tests are not part of the build, so changing one must not cause one. The types of texts are written by the check of types.
    if (/\.test\.tsx?$|text-values\.ts$/.test(file)) continue
    const content = readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const buildIsCurrent = () => read(buildStamp) === wantedBuild()

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lockIsAbandoned() {
  let age
  try {
    age = Date.now() - statSync(lock).mtimeMs
  } catch {
    return false
  }
  const owner = Number(read(path.join(lock, 'pid')))
  // No owner yet: if it is a moment old, it is being written; if it is older, its process crashed.
  if (!owner) return age > 5000
  // In another container the same number may belong to another process, so a lock expires.
  return !isAlive(owner) || age > 15 * 60 * 1000
}

/** Two starts at the same time run one after the other; the second one finds the work done. */
function alone(work) {
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let told = false; ;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (lockIsAbandoned()) {
      // Only one process succeeds in renaming; deleting in place could delete the next owner's lock.
      const grave = `${lock}-${process.pid}`
      try {
        renameSync(lock, grave)
        rmSync(grave, { recursive: true, force: true })
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
      }
      continue
    }
    if (!told) console.log('Waiting for another start that is preparing this checkout…')
    told = true
    pause(200)
  }
  writeFileSync(path.join(lock, 'pid'), String(process.pid))
  try {
    return work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

function refuseOldNode() {
  console.error(
    `Node ${neededNode} or newer is needed: this system has ${process.version}, and none could be installed with the dependencies for ${process.platform}-${process.arch}. Install Node ${neededNode}, then start again.`,
  )
  return 1
}

/** Node is a dependency only for some systems: on others, fails before the install. */
function nodeIsBundled() {
  const { optionalDependencies = {} } = JSON.parse(read(at('package.json')))
  return `node-${windows ? 'win' : process.platform}-${process.arch}` in optionalDependencies
}

function install() {
  if (!nodeIsBundled() && !nodeIsRecent()) return refuseOldNode()
  const start = Date.now()
  console.log('Installing dependencies…')
  rmSync(installStamp, { force: true })
  // npm sets its own path here, which also works without npm on the PATH.
  const npm = process.env.npm_execpath ?? ''
  const [command, before, shell] = /npm-cli\.c?js$/.test(npm)
    ? [process.execPath, [npm], false]
    : ['npm', [], windows]
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const run = spawnSync(command, [...before, 'install', ...flags, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell,
  })
  if (run.status !== 0) {
    console.error('The dependencies could not be installed; the lines above say why.')
    return run.status ?? 1
  }
  // npm reports success when an optional package fails, so the result is checked.
  if (!nodeIsRecent()) return refuseOldNode()
  // Computed after the install: npm updates the lock file when package.json has changed.
  writeFileSync(installStamp, wantedInstall())
  console.log(`Dependencies installed in ${secondsSince(start)}.`)
  return 0
}

function build() {
  const start = Date.now()
  // Computed before the build: a file saved during the build makes the next start build again.
  const wanted = wantedBuild()
  console.log('Building…')
  const run = spawnSync(projectNode(), [at('scripts', 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  })
  if (run.status !== 0) {
    console.error('The build failed; the lines above say why.')
    return run.status ?? 1
  }
  mkdirSync(path.dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, wanted)
  console.log(`Built in ${secondsSince(start)}.`)
  return 0
}

function prepare(isCurrent, work) {
  if (isCurrent()) return
  const status = alone(() => (isCurrent() ? 0 : work()))
  if (status !== 0) process.exit(status)
}

prepare(installIsCurrent, install)
if (process.argv.includes('--build')) prepare(buildIsCurrent, build)
