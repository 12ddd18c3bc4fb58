// The screen that waits for a code, remembered by its visitor: over the limit of mails there is no row that could name it.
import { z } from 'zod'
import type { AskedVerification } from '#domain/verification/verification.ts'
import type { Deps } from '../deps.ts'

/** What else is sealed with the same key is no screen. */
const SCREEN = 'asked verification 1'

const sealedScreen = z.tuple([
  z.literal(SCREEN),
  z.object({ email: z.string(), job: z.string(), next: z.number(), until: z.number() }),
])

/** Sealed, because it stands in addresses and holds one of a person. It is good for as long as a mail's code. */
export function sealScreen(
  { secrets }: Deps,
  screen: Omit<AskedVerification, 'id'>,
  until: Date,
): AskedVerification {
  const { email, job_post_id: job, nextMailAt } = screen
  const content: z.infer<typeof sealedScreen> = [
    SCREEN,
    { email, job, next: nextMailAt.getTime(), until: until.getTime() },
  ]
  return { ...screen, id: secrets.encrypt(JSON.stringify(content)) }
}

/** The address and job a mail was asked for; undefined for what we did not encrypt, and once it is too late for a code. */
export function readAsked({ secrets, clock }: Deps, id: string): AskedVerification | undefined {
  try {
    const [, { email, job, next, until }] = sealedScreen.parse(JSON.parse(secrets.decrypt(id)))
    if (until <= clock.now().getTime()) return undefined
    return { id, email, job_post_id: job, nextMailAt: new Date(next) }
  } catch {
    return undefined
  }
}
