// /api/applicants: the staff's list, one applicant, and what staff do with them.
import { Hono } from 'hono'
import { applicantFilter, contactedInput, moveInput } from '#domain/applicants.ts'
import { messages } from '#domain/messages.ts'
import { noteInput } from '#domain/notes.ts'
import { deleteApplicant } from '#features/applicants/delete-applicant.ts'
import { markContacted } from '#features/applicants/mark-contacted.ts'
import { moveApplicant } from '#features/applicants/move-applicant.ts'
import { linkCv } from '#features/applicants/open-cv.ts'
import {
  readApplicant,
  readApplicantCounts,
  readApplicants,
} from '#features/applicants/read-applicants.ts'
import { readCvText } from '#features/applicants/read-cv-text.ts'
import { readCustomer } from '#features/applicants/read-customer.ts'
import { addNote } from '#features/applicants/write-notes.ts'
import type { Env } from './context.ts'
import { idParam, readJson } from './json-body.ts'

export const applicantRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { cursor, ...filter } = c.req.query()
    return c.json(
      await readApplicants(c.var.deps, c.var.actor, applicantFilter.parse(filter), cursor),
    )
  })
  .get('/counts', async (c) =>
    c.json(
      await readApplicantCounts(c.var.deps, c.var.actor, applicantFilter.parse(c.req.query())),
    ),
  )
  .get('/:applicantId', async (c) =>
    c.json(await readApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  .delete('/:applicantId', async (c) => {
    await deleteApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'))
    return c.json({ success: true, message: messages['success.applicantDeleted'] })
  })
  .patch('/:applicantId/status', async (c) => {
    const { status } = await readJson(c, moveInput)
    return c.json(await moveApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'), status))
  })
  .patch('/:applicantId/contacted', async (c) => {
    const { contacted } = await readJson(c, contactedInput)
    return c.json(
      await markContacted(c.var.deps, c.var.actor, idParam(c, 'applicantId'), contacted),
    )
  })
  .post('/:applicantId/notes', async (c) => {
    const { body } = await readJson(c, noteInput)
    return c.json(await addNote(c.var.deps, c.var.actor, idParam(c, 'applicantId'), body), 201)
  })
  .get('/:applicantId/customer', async (c) =>
    c.json(await readCustomer(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  .post('/:applicantId/cv-link', async (c) => {
    const purpose = c.req.query('for') === 'preview' ? 'preview' : 'download'
    return c.json(await linkCv(c.var.deps, c.var.actor, idParam(c, 'applicantId'), purpose))
  })
  // Not a GET: handing the text over is written into the audit trail.
  .post('/:applicantId/cv-text', async (c) =>
    c.json(await readCvText(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
