// Adds the counts of a suite to the ledger of the run, and fails the suite when one is not zero that must be.
import { appendFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { faultsOf, type Counts } from './ledger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with one line of JSON for each suite that has ended. */
    faultsLedger: string
  }
}

export function record(name: string, counts: Counts): void {
  appendFileSync(inject('faultsLedger'), `${JSON.stringify({ name, ...counts })}\n`)
  expect(faultsOf(counts), name).toEqual([])
}
