// A data folder with a migrated embedded database for each test, and the program that runs on it.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, inject } from 'vitest'
import { startProgram, type Program } from '../e2e/program.ts'

let dataDir: string
let running: Program | undefined

export const folder = (): string => dataDir

/** `before` is a file that the program loads first. */
export async function start(settings?: Record<string, string>, before?: string): Promise<Program> {
  running = await startProgram(dataDir, settings, before)
  return running
}

/** Undefined when nothing runs. */
export async function stop(signal: NodeJS.Signals) {
  const program = running
  running = undefined
  return program?.stop(signal)
}

/** From the dump: creating a database takes longer than everything else in these tests. */
async function createFolder(): Promise<void> {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-kills-'))
  const database = path.join(dataDir, 'database')
  await mkdir(database)
  await promisify(execFile)('tar', ['-xf', inject('embeddedDump'), '-C', database])
}

export async function replaceFolder(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
  await createFolder()
}

/** A new folder before each test; afterwards the program is killed and the folder deleted. */
export function useDataFolder(): void {
  beforeEach(createFolder)
  afterEach(async () => {
    await stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
}
