// How much room CVs may take, in bytes: of one organization, and of all of them on this installation.
import { CV_MAX_BYTES } from './cvs.ts'

/** What is taken, or what may be. */
export type CvSpace = { organization: number; all: number }

export const MEGABYTE = 1_000_000
/** Owners are warned before an application is refused for it. */
const NEARLY = 0.9

export const fits = (taken: CvSpace, quota: CvSpace, bytes: number): boolean =>
  taken.organization + bytes <= quota.organization && taken.all + bytes <= quota.all

export const spaceLefts = ['enough', 'little', 'none'] as const
export type SpaceLeft = (typeof spaceLefts)[number]

/** None: the largest file that is taken has no room any more. */
export function spaceLeft(taken: CvSpace, quota: CvSpace): SpaceLeft {
  if (!fits(taken, quota, CV_MAX_BYTES)) return 'none'
  const isNearlyFull =
    taken.organization > quota.organization * NEARLY || taken.all > quota.all * NEARLY
  return isNearlyFull ? 'little' : 'enough'
}
