// /api/applicants: the staff's list, one applicant, and what staff do with them.
import type { Readable } from 'node:stream'
import { applicantContracts } from '#domain/applicants/applicants-contract.ts'
import { defaultSort } from '#domain/applicants/applicants.ts'
import { exportApplicants } from '#features/applicants/export-applicants.ts'
import { exportCvs } from '#features/cvs/export-cvs.ts'
import { markContacted, markManyContacted } from '#features/applicants/mark-contacted.ts'
import { t } from '#domain/texts/text.ts'
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
import { previewRejections } from '#features/applicants/mails/preview-rejections.ts'
import { previewStatusMail, sendStatusMail } from '#features/applicants/mails/send-status-mail.ts'
import { readWaitingMails, cancelScheduledMails } from '#features/applicants/mails/cancel-mails.ts'
import { undoMoves } from '#features/applicants/undo-moves.ts'
import { readCvText } from '#features/cvs/read-cv-text.ts'
import { readCustomer } from '#features/store/customers/read-customer.ts'
import {
  previewMessage,
  writeToApplicants,
} from '#features/applicants/mails/write-to-applicants.ts'
import { addNote } from '#features/applicants/write-notes.ts'
import type { Ctx } from '../context.ts'
import { fileBody } from '../file-body.ts'
import { mount } from '../mount.ts'

export const applicantRoutes = mount(applicantContracts, {
  'GET /api/applicants': ({ deps, actor, query: { sort, cursor, ...filter } }) =>
    readApplicants(deps, actor, filter, { sort: sort ?? defaultSort(filter.q), cursor }),
  'GET /api/applicants/counts': ({ deps, actor, query: { exact, ...filter } }) =>
    readApplicantCounts(deps, actor, filter, { isExact: exact === 'true' }),
  'POST /api/applicants/move': ({ deps, actor, body, key }) =>
    moveApplicants(deps, actor, body, key),
  'POST /api/applicants/contacted': ({ deps, actor, body, key }) =>
    markManyContacted(deps, actor, body, key),
  'GET /api/applicants/export.csv': async ({ c, deps, actor, query }) =>
    sendCsv(c, await exportApplicants(deps, actor, { filter: query })),
  'POST /api/applicants/export.csv': async ({ c, deps, actor, body }) =>
    sendCsv(c, await exportApplicants(deps, actor, body)),
  'GET /api/applicants/export.zip': async ({ c, deps, actor, query }) =>
    sendZip(c, await exportCvs(deps, actor, { filter: query })),
  'POST /api/applicants/export.zip': async ({ c, deps, actor, body }) =>
    sendZip(c, await exportCvs(deps, actor, body)),
  'POST /api/applicants/undo': ({ deps, actor, body, key }) => undoMoves(deps, actor, body, key),
  'GET /api/applicants/tags': async ({ deps, actor }) => ({ tags: await readTags(deps, actor) }),
  'GET /api/applicants/mails': async ({ deps, actor }) => ({
    waiting: await readWaitingMails(deps, actor),
  }),
  'POST /api/applicants/mails/preview': ({ deps, actor, body }) =>
    previewRejections(deps, actor, body),
  'POST /api/applicants/mails/cancel': ({ deps, actor, body }) =>
    cancelScheduledMails(deps, actor, body),
  'POST /api/applicants/mails/take-back': async ({ deps, actor, body }) => {
    const { canceled, too_late } = await cancelScheduledMails(deps, actor, body)
    return { taken_back: canceled, too_late }
  },
  'POST /api/applicants/messages/preview': ({ deps, actor, body }) =>
    previewMessage(deps, actor, body),
  'POST /api/applicants/messages': ({ deps, actor, body }) => writeToApplicants(deps, actor, body),
  'GET /api/applicants/:applicantId': ({ deps, actor, params }) =>
    readApplicant(deps, actor, params.applicantId),
  'DELETE /api/applicants/:applicantId': async ({ deps, actor, params }) => {
    await deleteApplicant(deps, actor, params.applicantId)
    return { success: true as const, message: t('success.applicantDeleted') }
  },
  'PATCH /api/applicants/:applicantId/status': ({ deps, actor, params, body, key }) =>
    moveApplicant(deps, actor, params.applicantId, body, key),
  'PATCH /api/applicants/:applicantId/contacted': ({ deps, actor, params, body, key }) =>
    markContacted(deps, actor, params.applicantId, body.contacted, key),
  'PATCH /api/applicants/:applicantId/starred': ({ deps, actor, params, body, key }) =>
    starApplicant(deps, actor, params.applicantId, body.starred, key),
  'PATCH /api/applicants/:applicantId/tags': ({ deps, actor, params, body, key }) =>
    tagApplicant(deps, actor, params.applicantId, body, key),
  'POST /api/applicants/:applicantId/notes': ({ deps, actor, params, body, key }) =>
    addNote(deps, actor, params.applicantId, body.body, key),
  'GET /api/applicants/:applicantId/mails/preview': ({ deps, actor, params }) =>
    previewStatusMail(deps, actor, params.applicantId),
  'POST /api/applicants/:applicantId/mails': ({ deps, actor, params, body }) =>
    sendStatusMail(deps, actor, params.applicantId, body.change_id),
  'GET /api/applicants/:applicantId/customer': ({ deps, actor, params }) =>
    readCustomer(deps, actor, params.applicantId),
  'POST /api/applicants/:applicantId/cv-link': ({ deps, actor, params }) =>
    linkCv(deps, actor, params.applicantId),
  'POST /api/applicants/:applicantId/cv-text': ({ deps, actor, params }) =>
    readCvText(deps, actor, params.applicantId),
})

const sendCsv = (c: Ctx, csv: Readable) =>
  sendFile(c, csv, 'text/csv; charset=utf-8', 'applicants.csv')
const sendZip = (c: Ctx, zip: Readable) => sendFile(c, zip, 'application/zip', 'cvs.zip')

function sendFile(c: Ctx, file: Readable, contentType: string, name: string): Response {
  return c.body(fileBody(file), 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
}
