// Notes: what staff write down about an applicant, for each other.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { tooLong, tooLongText } from '../too-long.ts'

export const NOTE_MAX = 4000

export const applicantNote = z.object({
  id: z.string(),
  body: z.string(),
  author_id: z.string().nullable(),
  /** Null after the author's account was deleted. */
  author_name: z.string().nullable(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
})
export type ApplicantNote = z.output<typeof applicantNote>

/** Why a note is refused before it is sent; undefined when it is valid. */
export function noteProblem(body: string): string | undefined {
  const length = body.trim().length
  if (length === 0) return t('note.required')
  return length > NOTE_MAX ? tooLongText('aNote', NOTE_MAX) : undefined
}

export const noteInput = z.object({
  body: z
    .string({ error: () => t('note.required') })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: () => t('note.required') })
        .max(NOTE_MAX, tooLong('aNote', NOTE_MAX)),
    ),
})

/** Its author may change a note; its author and every owner may delete it. */
export const mayEdit = (note: Pick<ApplicantNote, 'author_id'>, userId: string): boolean =>
  note.author_id === userId
export const mayDelete = (
  note: Pick<ApplicantNote, 'author_id'>,
  person: { user_id: string; role: string },
): boolean => mayEdit(note, person.user_id) || person.role === 'organization_owner'
