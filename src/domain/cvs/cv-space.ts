// How much room CVs may take, in bytes: of one organization, and of all of them on this installation.
import { CV_MAX_BYTES } from './cvs.ts'

/** What is taken, or what may be. */
export type CvSpace = { organization: number; all: number }

export const MEGABYTE = 1_000_000
/** Owners are warned before an application is refused for it. */
const NEARLY = 0.9

/**
 * What an organization may have is where its owners have to act. Applicants can do nothing about it: their files are still taken until
 * a fifth more is used.
 */
const RESERVE = 0.2
export const withReserve = (quota: number): number => quota * (1 + RESERVE)

export const fits = (taken: CvSpace, quota: CvSpace, bytes: number): boolean =>
  taken.organization + bytes <= withReserve(quota.organization) && taken.all + bytes <= quota.all

export const spaceLefts = ['enough', 'little', 'none'] as const
export type SpaceLeft = (typeof spaceLefts)[number]

/** On the whole installation. None: the largest file that is taken has no room any more. */
export function spaceLeft(all: number, quota: number): SpaceLeft {
  if (all + CV_MAX_BYTES > quota) return 'none'
  return all > quota * NEARLY ? 'little' : 'enough'
}
