// A person's sessions: their lifetime, and what the account page shows of each.
import { z } from 'zod'
import { assuranceLevels } from './token-api.ts'

export const SESSION = {
  /** Regardless of activity; then the person signs in again. */
  absoluteSeconds: 7 * 24 * 3600,
  /** Unused for this long, it ends. */
  idleSeconds: 12 * 3600,
  /** Its last use is recorded with this precision. */
  seenSeconds: 300,
} as const

/** A session as its owner sees it. */
export const sessionListItem = z.object({
  id: z.string(),
  /** 'Chrome on Windows': derived from the client's user agent, so only a help to recognise it. */
  device: z.string(),
  carried_by: z.enum(['cookie', 'token']),
  aal: z.enum(assuranceLevels),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** The session of this request. */
  is_current: z.boolean(),
})
export type SessionListItem = z.output<typeof sessionListItem>
