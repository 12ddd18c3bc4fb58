// An owner's confirmation of a stopped deletion. Separate from the periods, which the widget imports: it must not load
// the validation library.
import { z } from 'zod'
import { WHOLE_MAX } from '../bounds.ts'

/** The number that the owner saw; when more are due by now, the answer is the new number and nothing is deleted. */
export const confirmRetentionInput = z.object({ applicants: z.int().min(0).max(WHOLE_MAX) })
