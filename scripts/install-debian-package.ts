// Installs a Debian package for the checks, if this user may.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'

async function aptGet(...words: string[]): Promise<{ done: boolean; output: string }> {
  const child = spawn(
    'apt-get',
    [
      '-qq',
      // Keeps an existing configuration file instead of asking.
      '-o',
      'Dpkg::Options::=--force-confold',
      '-o',
      'Dpkg::Use-Pty=0',
      // Another apt may be running, which ends soon.
      '-o',
      'DPkg::Lock::Timeout=120',
      ...words,
    ],
    {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code]: unknown[] = await once(child, 'close')
  return { done: code === 0, output }
}

function isPossible(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    accessSync('/usr/bin/apt-get', constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** False when it is not possible; the caller then tries another way or prints what to do. */
export async function installDebianPackage(
  name: string,
  beforeInstall?: () => void,
): Promise<boolean> {
  if (!isPossible()) return false
  const start = Date.now()
  console.log(`Installing the system package ${name}…`)
  // One unreachable source fails the update although the package may come from another: continues with the install.
  const update = await aptGet('update')
  beforeInstall?.()
  const install = await aptGet('install', '--yes', '--no-install-recommends', name)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  if (install.done) console.log(`Installed ${name} in ${seconds} s.`)
  else console.error(`${name} could not be installed:\n${update.output}${install.output}`.trimEnd())
  return install.done
}
