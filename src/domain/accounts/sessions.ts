// A person's sessions: how long one may rest, and what the account page says of each.
import { z } from 'zod'
import { assuranceLevels } from './token-api.ts'

export const SESSION = {
  /** Whatever the person does; then they sign in again. */
  absoluteSeconds: 7 * 24 * 3600,
  /** Unused for so long, it ends. */
  idleSeconds: 12 * 3600,
  /** Its last use is known to within this. */
  seenSeconds: 300,
} as const

/** A session as its owner sees it. */
export const sessionListItem = z.object({
  id: z.string(),
  /** 'Chrome on Windows': from what the client says of itself, so only a help to recognise it. */
  device: z.string(),
  carried_by: z.enum(['cookie', 'token']),
  aal: z.enum(assuranceLevels),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
})
export type SessionListItem = z.output<typeof sessionListItem>
