// Runs once around the suites of faults: gives them a file for their counts, and prints it.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { drawLedger } from './ledger.ts'

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'storehand-faults-'))
  const file = path.join(folder, 'ledger')
  project.provide('faultsLedger', file)
  return () => {
    const drawn = drawLedger(file)
    if (drawn) console.log(`\nFaults:\n${drawn}\n`)
    rmSync(folder, { recursive: true, force: true })
  }
}
