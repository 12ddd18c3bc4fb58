// Notes: what is written and taken away, and the sentence a failure ends with.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages, type MessageCode } from '#domain/messages.ts'
import { call, reasonOf } from '../api.ts'
import { sayProblem } from '../ui/toast.tsx'
import { profileKey } from './applicants-cache.ts'

/** The profile is read anew before the form is told, so that the note is there when the field empties. */
function useNoteChange<Input>(
  applicantId: string,
  failed: MessageCode,
  change: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: profileKey(applicantId) }),
    onError: (error) => {
      sayProblem(messages[failed], reasonOf(error))
      void client.invalidateQueries({ queryKey: profileKey(applicantId) })
    },
  })
}

export const useAddNote = (applicantId: string) =>
  useNoteChange(applicantId, 'note.saveFailed', (body: string) =>
    call('POST', `/api/applicants/${applicantId}/notes`, { body: { body } }),
  )

export const useEditNote = (applicantId: string) =>
  useNoteChange(applicantId, 'note.saveFailed', ({ id, body }: { id: string; body: string }) =>
    call('PATCH', `/api/notes/${id}`, { body: { body } }),
  )

export const useDeleteNote = (applicantId: string) =>
  useNoteChange(applicantId, 'note.deleteFailed', (id: string) =>
    call('DELETE', `/api/notes/${id}`),
  )
