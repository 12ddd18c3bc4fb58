// The operator of this installation, as the legal pages name them.
import { z } from 'zod'

export const installation = z.object({
  /** Null when not configured: the pages then say so. */
  operator_name: z.string().nullable(),
  operator_address: z.string().nullable(),
  support_email: z.string(),
  /** For how long backups keep what was deleted; null where none are made. */
  backup_days: z.number().nullable(),
  /** Of the program: CHANGELOG.md. */
  version: z.string(),
})
export type Installation = z.output<typeof installation>
