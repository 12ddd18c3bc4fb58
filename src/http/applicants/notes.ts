// /api/notes: changes and deletes a note of the staff. Notes are written and read with their applicant.
import { noteContracts } from '#domain/applicants/applicants-contract.ts'
import { editNote, removeNote } from '#features/applicants/write-notes.ts'
import { mount } from '../mount.ts'

export const noteRoutes = mount(noteContracts, {
  'PATCH /api/notes/:noteId': ({ deps, actor, params, body, key }) =>
    editNote(deps, actor, params.noteId, body.body, key),
  'DELETE /api/notes/:noteId': ({ deps, actor, params }) => removeNote(deps, actor, params.noteId),
})
