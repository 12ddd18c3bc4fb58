// Finds a Chromium for the browser tests, or installs one, and the arguments to start it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findProgram, isProgram } from './find-programs.ts'
import { installDebianPackage } from './install-debian-package.ts'

/** Containers have no sandbox and no GPU for Chromium; the other arguments disable its background requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium without windows: the same pages in about two thirds of the processor time, which is what the tests wait for. */
const SHELL = 'chromium-headless-shell'

const present = (): string | undefined =>
  findProgram([SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
  [chromium.executablePath()].find((file) => isProgram(file))

/** The path of a Chromium that starts. */
export async function findChromium(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not a program that can be started.`)
  }
  // Downloaded even when another Chromium exists; if it cannot be installed, that one is used.
  const found =
    findProgram([SHELL]) ?? ((await installDebianPackage(SHELL)) ? findProgram([SHELL]) : present())
  if (found) return found
  await installDebianPackage('chromium')
  const installed = present()
  if (installed) return installed
  console.log('Downloading Chromium…')
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  const downloaded = present()
  if (downloaded) return downloaded
  throw new Error(
    'Chromium is needed for the browser tests: install it, or name one in CHROMIUM_PATH.',
  )
}
