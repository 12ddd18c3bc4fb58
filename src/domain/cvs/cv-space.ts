// The space of CVs, in bytes: of one organization, and of the whole installation.
import { CV_MAX_BYTES } from './cvs.ts'

/** Used bytes, or the limit. */
export type CvSpace = { organization: number; all: number }

export const MEGABYTE = 1_000_000
/** Owners are warned before an application is refused for lack of space. */
const NEARLY = 0.9

/** At their limit owners must act. Applicants can do nothing about it: their files are accepted up to 120 % of it. */
const RESERVE = 0.2
export const withReserve = (quota: number): number => quota * (1 + RESERVE)

export const fits = (taken: CvSpace, quota: CvSpace, bytes: number): boolean =>
  taken.organization + bytes <= withReserve(quota.organization) && taken.all + bytes <= quota.all

export const spaceLefts = ['enough', 'little', 'none'] as const
export type SpaceLeft = (typeof spaceLefts)[number]

/** On the whole installation. 'none': there is no space for the largest accepted file. */
export function spaceLeft(all: number, quota: number): SpaceLeft {
  if (all + CV_MAX_BYTES > quota) return 'none'
  return all > quota * NEARLY ? 'little' : 'enough'
}
