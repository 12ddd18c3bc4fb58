// Runs once around the suites of faults: gives them a file for their counts, and prints it.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { renderLedger } from './ledger.ts'

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'storehand-faults-'))
  const file = path.join(folder, 'ledger')
  project.provide('faultsLedger', file)
  return () => {
    const rendered = renderLedger(file)
    if (rendered) console.log(`\nFaults:\n${rendered}\n`)
    rmSync(folder, { recursive: true, force: true })
  }
}
