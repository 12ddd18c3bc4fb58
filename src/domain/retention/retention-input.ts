// What an owner sends about a stopped deletion. Apart from the periods, which the widget names: it must not carry the validation library.
import { z } from 'zod'
import { WHOLE_MAX } from '../bounds.ts'

/** The number that the owner saw; when more are due by now, the answer is the new number and nothing is deleted. */
export const confirmRetentionInput = z.object({ applicants: z.int().min(0).max(WHOLE_MAX) })
