// /api/notes: a note of the staff, changed or taken away. They are written and read with their applicant.
import { Hono } from 'hono'
import { noteInput } from '#domain/applicants/notes.ts'
import { editNote, removeNote } from '#features/applicants/write-notes.ts'
import type { Env } from '../context.ts'
import { idParam, readJson, sentKey } from '../json-body.ts'

export const noteRoutes = new Hono<Env>()
  .patch('/:noteId', async (c) => {
    const { body } = await readJson(c, noteInput)
    return c.json(await editNote(c.var.deps, c.var.actor, idParam(c, 'noteId'), body, sentKey(c)))
  })
  .delete('/:noteId', async (c) =>
    c.json(await removeNote(c.var.deps, c.var.actor, idParam(c, 'noteId'))),
  )
