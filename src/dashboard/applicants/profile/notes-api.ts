// Notes: writing, changing and deleting them.
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { make } from '../../shell/unsent/queue.ts'
import { profileKey } from '../applicants-cache.ts'

export const addNote = (applicantId: string, body: string): void =>
  void make({ act: 'note', id: applicantId, body })

export const editNote = (applicantId: string, note: string, body: string): void =>
  void make({ act: 'note-edit', id: applicantId, note, body })

/** A deletion cannot be undone, so the note is shown until the server has deleted it. */
export const useDeleteNote = (applicantId: string) =>
  useServerMutation({
    call: (id: string) => call('DELETE /api/notes/:noteId', { params: { noteId: id } }),
    failed: t('note.deleteFailed'),
    invalidates: [profileKey(applicantId)],
  })
