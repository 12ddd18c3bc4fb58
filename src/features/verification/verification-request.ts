// The state of the screen that waits for a code, encrypted in its URL: over the mail limit no row exists that could hold it.
import { z } from 'zod'
import type { VerificationRequest } from '#domain/verification/verification.ts'
import type { Deps } from '../deps.ts'

/** Distinguishes this from other data encrypted with the same key. */
const SCREEN = 'asked verification 1'

const screenContent = z.tuple([
  z.literal(SCREEN),
  z.object({ email: z.string(), job: z.string(), next: z.number(), until: z.number() }),
])

/** Encrypted, because it is part of URLs and contains an email address. Valid as long as a mailed code. */
export function encryptScreen(
  { secrets }: Deps,
  screen: Omit<VerificationRequest, 'id'>,
  until: Date,
): VerificationRequest {
  const { email, job_post_id: job, nextMailAt } = screen
  const content: z.infer<typeof screenContent> = [
    SCREEN,
    { email, job, next: nextMailAt.getTime(), until: until.getTime() },
  ]
  return { ...screen, id: secrets.encrypt(JSON.stringify(content)) }
}

/** The email address and job of the request; undefined when the id is not ours or has expired. */
export function readAsked({ secrets, clock }: Deps, id: string): VerificationRequest | undefined {
  try {
    const [, { email, job, next, until }] = screenContent.parse(JSON.parse(secrets.decrypt(id)))
    if (until <= clock.now().getTime()) return undefined
    return { id, email, job_post_id: job, nextMailAt: new Date(next) }
  } catch {
    return undefined
  }
}
