// Notes: what is written and taken away, and the sentence a failure ends with.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../../api.ts'
import { toastError } from '../../ui/popups/toast.tsx'
import { make } from '../../shell/unsent/queue.ts'
import { profileKey } from '../applicants-cache.ts'

export const addNote = (applicantId: string, body: string): void =>
  void make({ act: 'note', id: applicantId, body })

export const editNote = (applicantId: string, note: string, body: string): void =>
  void make({ act: 'note-edit', id: applicantId, note, body })

/** Taken away for good: nothing is shown as gone before the server says so. */
export function useDeleteNote(applicantId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/notes/:noteId', { params: { noteId: id } }),
    onError: (error) => toastError(t('note.deleteFailed'), reasonOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: profileKey(applicantId) }),
  })
}
