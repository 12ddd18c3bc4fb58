// The address of our own page that takes the CV of one application: for one person and one job, for half an hour, and for one file.
import { z } from 'zod'
import type { UploadedCv } from '#domain/cvs/cvs.ts'
import type { Deps } from '../deps.ts'

const MINUTES = 30

/** Distinguishes this from other data encrypted with the same key. */
const PURPOSE = 'address for a CV 1'

const content = z.tuple([
  z.literal(PURPOSE),
  z.object({
    token: z.string(),
    /** The file that was there already: another one than this is the one that was sent here. */
    cv: z.string().nullable(),
    backTo: z.string(),
    language: z.string(),
    until: z.number(),
  }),
])

export type CvAddress = z.output<typeof content>[1]

/** `backTo`: the form in the shop's theme. */
export function writeCvAddress(
  { secrets, clock }: Deps,
  of: { token: string; cv: UploadedCv | null; backTo: string; language: string },
): string {
  const until = clock.now().getTime() + MINUTES * 60_000
  const kept = { ...of, cv: of.cv?.id ?? null, until }
  return Buffer.from(secrets.encrypt(JSON.stringify([PURPOSE, kept]))).toString('base64url')
}

/** Undefined when it is over, or none of ours. */
export function readCvAddress({ secrets, clock }: Deps, address: string): CvAddress | undefined {
  try {
    const text = secrets.decrypt(Buffer.from(address, 'base64url').toString())
    const [, known] = content.parse(JSON.parse(text))
    return known.until > clock.now().getTime() ? known : undefined
  } catch {
    return undefined
  }
}

/** Whether this file has arrived by the address, which then takes no other. */
export const hasArrived = ({ cv: before }: CvAddress, cv: UploadedCv | null): boolean =>
  cv !== null && cv.id !== before
