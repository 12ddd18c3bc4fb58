// Refuses to release files that are not checked yet, and infected files.
import { cvCheckOf, type StoredCheck } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../deps.ts'

export function refuseWaitingCv(deps: Deps, stored: StoredCheck): void {
  refuseInfectedCv(stored)
  const { state } = cvCheckOf(stored, deps.scanner !== undefined)
  if (state === 'waiting') throw new AppError('dashboard.cvUnchecked')
}

export function refuseInfectedCv({ scan_state, scan_name }: StoredCheck): void {
  if (scan_state !== 'infected') return
  throw new AppError('dashboard.cvInfected', { values: { name: scan_name ?? '' } })
}
