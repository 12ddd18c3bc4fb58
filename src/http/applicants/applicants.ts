// /api/applicants: the staff's list, one applicant, and what staff do with them.
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import {
  applicantSelection,
  bulkContactedInput,
  bulkMoveInput,
  messageInput,
  rejectionPreviewInput,
  undoInput,
} from '#domain/applicants/applicant-batches.ts'
import {
  applicantCountsQuery,
  applicantListQuery,
  applicantQuery,
  contactedInput,
  defaultSort,
  moveInput,
  starredInput,
} from '#domain/applicants/applicants.ts'
import { statusMailInput, cancelMailsInput } from '#domain/applicants/applicant-mails.ts'
import { exportApplicants } from '#features/applicants/export-applicants.ts'
import { exportCvs } from '#features/cvs/export-cvs.ts'
import { markContacted, markManyContacted } from '#features/applicants/mark-contacted.ts'
import { t } from '#domain/texts/text.ts'
import { noteInput } from '#domain/applicants/notes.ts'
import { tagsInput } from '#domain/applicants/tags.ts'
import { deleteApplicant } from '#features/applicants/delete-applicant.ts'
import { readTags, starApplicant, tagApplicant } from '#features/applicants/mark-applicant.ts'
import { moveApplicant } from '#features/applicants/move-applicant.ts'
import { moveApplicants } from '#features/applicants/move-applicants.ts'
import { linkCv } from '#features/cvs/open-cv.ts'
import {
  readApplicant,
  readApplicantCounts,
  readApplicants,
} from '#features/applicants/read-applicants.ts'
import { previewRejections } from '#features/applicants/preview-rejections.ts'
import { previewStatusMail, sendStatusMail } from '#features/applicants/send-status-mail.ts'
import { readWaitingMails, cancelScheduledMails } from '#features/applicants/cancel-mails.ts'
import { undoMoves } from '#features/applicants/undo-moves.ts'
import { readCvText } from '#features/cvs/read-cv-text.ts'
import { readCustomer } from '#features/store/customers/read-customer.ts'
import { previewMessage, writeToApplicants } from '#features/applicants/write-to-applicants.ts'
import { addNote } from '#features/applicants/write-notes.ts'
import type { Ctx, Env } from '../context.ts'
import { idParam, readJson, readQuery, sentKey } from '../json-body.ts'

export const applicantRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { sort, ...filter } = readQuery(c, applicantListQuery)
    return c.json(
      await readApplicants(c.var.deps, c.var.actor, filter, {
        sort: sort ?? defaultSort(filter.q),
        cursor: c.req.query('cursor'),
      }),
    )
  })
  .get('/counts', async (c) => {
    const { exact, ...filter } = readQuery(c, applicantCountsQuery)
    return c.json(
      await readApplicantCounts(c.var.deps, c.var.actor, filter, {
        isExact: exact === 'true',
      }),
    )
  })
  .post('/move', async (c) =>
    c.json(
      await moveApplicants(c.var.deps, c.var.actor, await readJson(c, bulkMoveInput), sentKey(c)),
    ),
  )
  .post('/contacted', async (c) =>
    c.json(
      await markManyContacted(
        c.var.deps,
        c.var.actor,
        await readJson(c, bulkContactedInput),
        sentKey(c),
      ),
    ),
  )
  .get('/export.csv', async (c) => {
    const selection = { filter: readQuery(c, applicantQuery) }
    return sendCsv(c, await exportApplicants(c.var.deps, c.var.actor, selection))
  })
  .post('/export.csv', async (c) => {
    const selection = await readJson(c, applicantSelection)
    return sendCsv(c, await exportApplicants(c.var.deps, c.var.actor, selection))
  })
  .get('/export.zip', async (c) => {
    const selection = { filter: readQuery(c, applicantQuery) }
    return sendZip(c, await exportCvs(c.var.deps, c.var.actor, selection))
  })
  .post('/export.zip', async (c) => {
    const selection = await readJson(c, applicantSelection)
    return sendZip(c, await exportCvs(c.var.deps, c.var.actor, selection))
  })
  .post('/undo', async (c) =>
    c.json(await undoMoves(c.var.deps, c.var.actor, await readJson(c, undoInput), sentKey(c))),
  )
  .get('/tags', async (c) => c.json({ tags: await readTags(c.var.deps, c.var.actor) }))
  .get('/mails', async (c) => c.json({ waiting: await readWaitingMails(c.var.deps, c.var.actor) }))
  .post('/mails/preview', async (c) =>
    c.json(
      await previewRejections(c.var.deps, c.var.actor, await readJson(c, rejectionPreviewInput)),
    ),
  )
  .post('/mails/take-back', async (c) =>
    c.json(
      await cancelScheduledMails(c.var.deps, c.var.actor, await readJson(c, cancelMailsInput)),
    ),
  )
  .post('/messages/preview', async (c) =>
    c.json(await previewMessage(c.var.deps, c.var.actor, await readJson(c, messageInput))),
  )
  .post('/messages', async (c) =>
    c.json(await writeToApplicants(c.var.deps, c.var.actor, await readJson(c, messageInput)), 201),
  )
  .get('/:applicantId', async (c) =>
    c.json(await readApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  .delete('/:applicantId', async (c) => {
    await deleteApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'))
    return c.json({ success: true, message: t('success.applicantDeleted') })
  })
  .patch('/:applicantId/status', async (c) => {
    const move = await readJson(c, moveInput)
    return c.json(
      await moveApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'), move, sentKey(c)),
    )
  })
  .patch('/:applicantId/contacted', async (c) => {
    const { contacted } = await readJson(c, contactedInput)
    return c.json(
      await markContacted(
        c.var.deps,
        c.var.actor,
        idParam(c, 'applicantId'),
        contacted,
        sentKey(c),
      ),
    )
  })
  .patch('/:applicantId/starred', async (c) => {
    const { starred } = await readJson(c, starredInput)
    return c.json(
      await starApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'), starred, sentKey(c)),
    )
  })
  .patch('/:applicantId/tags', async (c) => {
    const tags = await readJson(c, tagsInput)
    return c.json(
      await tagApplicant(c.var.deps, c.var.actor, idParam(c, 'applicantId'), tags, sentKey(c)),
    )
  })
  .post('/:applicantId/notes', async (c) => {
    const { body } = await readJson(c, noteInput)
    return c.json(
      await addNote(c.var.deps, c.var.actor, idParam(c, 'applicantId'), body, sentKey(c)),
      201,
    )
  })
  .get('/:applicantId/mails/preview', async (c) =>
    c.json(await previewStatusMail(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  .post('/:applicantId/mails', async (c) => {
    const { change_id } = await readJson(c, statusMailInput)
    const id = idParam(c, 'applicantId')
    return c.json(await sendStatusMail(c.var.deps, c.var.actor, id, change_id), 201)
  })
  .get('/:applicantId/customer', async (c) =>
    c.json(await readCustomer(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  .post('/:applicantId/cv-link', async (c) =>
    c.json(await linkCv(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )
  // Not a GET: handing the text over is written into the audit trail.
  .post('/:applicantId/cv-text', async (c) =>
    c.json(await readCvText(c.var.deps, c.var.actor, idParam(c, 'applicantId'))),
  )

const sendCsv = (c: Ctx, csv: Readable) =>
  sendFile(c, csv, 'text/csv; charset=utf-8', 'applicants.csv')
const sendZip = (c: Ctx, zip: Readable) => sendFile(c, zip, 'application/zip', 'cvs.zip')

function sendFile(c: Ctx, file: Readable, contentType: string, name: string): Response {
  // Node's and the web's stream types describe the same object differently.
  return c.body(Readable.toWeb(file) as ReadableStream, 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
}
