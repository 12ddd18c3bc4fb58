// The addresses of applicants: the list, one of them, actions of staff, and the application itself.
import { z } from 'zod'
import { cursorQuery, shapeOf, type ContractTable } from '../contract.ts'
import { cvText, uploadedCv } from '../cvs/cvs.ts'
import { renderedMail } from '../mails/mails.ts'
import { customerView } from '../store/customers.ts'
import {
  applicantSelection,
  batchAnswer,
  bulkContactedInput,
  bulkMoveInput,
  messageInput,
  messagePreview,
  rejectionPreviewInput,
  sentMessages,
  undoInput,
} from './applicant-batches.ts'
import {
  cancelMailsInput,
  rejectionPreview,
  statusMailInput,
  waitingMails,
} from './applicant-mails.ts'
import {
  applicantCounts,
  applicantCountsQuery,
  applicantListQuery,
  applicantPage,
  applicantQuery,
  applicantRow,
  applicantStatuses,
  contactedInput,
  movedApplicant,
  moveInput,
  starredInput,
} from './applicants.ts'
import { applicantProfile } from './applicant-profile.ts'
import { typedNames } from './application-input.ts'
import { noteInput } from './notes.ts'
import { tagInUse, tagsInput } from './tags.ts'

const csv = { type: 'text/csv' }
const zip = { type: 'application/zip' }
const named = z.object({ id: z.string() })

export const applicantContracts = {
  'GET /api/applicants': {
    summary: 'A page of applicants, newest first or in the order of sort',
    who: 'member',
    query: applicantListQuery.extend(cursorQuery.shape),
    answer: applicantPage,
  },
  'GET /api/applicants/counts': {
    summary:
      'How many applicants each tab has under the filters; at_least where more fit than are counted',
    who: 'member',
    query: applicantCountsQuery,
    answer: applicantCounts,
  },
  'POST /api/applicants/move': {
    summary: 'Move many applicants, by their ids or all that a filter finds; who may not is left',
    who: 'member',
    body: bulkMoveInput,
    isKeyed: true,
    answer: batchAnswer,
  },
  'POST /api/applicants/contacted': {
    summary: 'Set the contacted flag of many applicants',
    who: 'member',
    body: bulkContactedInput,
    isKeyed: true,
    answer: batchAnswer,
  },
  'GET /api/applicants/export.csv': {
    summary: 'Everybody a filter finds, as a table for spreadsheets: UTF-8 with a byte order mark',
    who: 'member',
    query: applicantQuery,
    answer: csv,
  },
  'POST /api/applicants/export.csv': {
    summary: 'Chosen applicants, as a table for spreadsheets',
    who: 'member',
    body: applicantSelection,
    answer: csv,
  },
  'GET /api/applicants/export.zip': {
    summary:
      'The CVs of everybody a filter finds, at most 500 and 250 MB; LEFT OUT.txt names those that are not safe to open',
    who: 'member',
    query: applicantQuery,
    answer: zip,
  },
  'POST /api/applicants/export.zip': {
    summary: 'The CVs of chosen applicants, in the same way',
    who: 'member',
    body: applicantSelection,
    answer: zip,
  },
  'POST /api/applicants/undo': {
    summary: 'Undo a change of status, or those of a batch, if nothing happened since',
    who: 'member',
    body: undoInput,
    isKeyed: true,
    answer: batchAnswer,
  },
  'GET /api/applicants/tags': {
    summary:
      'The tags in use, in the order of the alphabet, each with the key that the filter takes',
    who: 'member',
    answer: z.object({ tags: z.array(tagInUse) }),
  },
  'GET /api/applicants/mails': {
    summary: 'Emails of acts on many that wait for their time',
    who: 'member',
    answer: z.object({ waiting: z.array(waitingMails) }),
  },
  'POST /api/applicants/mails/preview': {
    summary: 'Whom rejecting a selection with email would write to, and why not the others',
    who: 'member',
    body: rejectionPreviewInput,
    answer: rejectionPreview,
  },
  'POST /api/applicants/mails/cancel': {
    summary: 'Cancel one waiting email, or all those of one act',
    who: 'member',
    body: cancelMailsInput,
    answer: z.object({ canceled: z.number(), too_late: z.number() }),
  },
  // Until the release after 0.2.0: a page that was opened before the update asks for it.
  'POST /api/applicants/mails/take-back': {
    summary:
      'The former address of `POST /api/applicants/mails/cancel`; goes with the next release',
    who: 'member',
    body: cancelMailsInput,
    answer: z.object({ taken_back: z.number(), too_late: z.number() }),
  },
  'POST /api/applicants/messages/preview': {
    summary: 'Whom a message would reach, and what the first of them would read',
    who: 'member',
    body: messageInput,
    answer: messagePreview,
  },
  'POST /api/applicants/messages': {
    summary:
      'Write to applicants, each person once: at once to one, after ten minutes to several; at most 100 at once, 500 in 24 hours, and 5 to one person',
    who: 'member',
    body: messageInput,
    status: 201,
    answer: sentMessages,
  },
  'GET /api/applicants/:applicantId': {
    summary: 'One applicant with history, notes, timeline and other applications',
    who: 'member',
    answer: applicantProfile,
  },
  'DELETE /api/applicants/:applicantId': {
    summary: 'Delete one application with its CV, notes, history and proofs',
    who: 'member',
    answer: z.object({ success: z.literal(true), message: z.string() }),
  },
  'PATCH /api/applicants/:applicantId/status': {
    summary: 'Move an applicant; 409 when the move is not allowed from where they are',
    who: 'member',
    body: moveInput,
    isKeyed: true,
    answer: movedApplicant,
  },
  'PATCH /api/applicants/:applicantId/contacted': {
    summary: 'Set the contacted flag',
    who: 'member',
    body: contactedInput,
    isKeyed: true,
    answer: applicantRow,
  },
  'PATCH /api/applicants/:applicantId/starred': {
    summary: 'Set or take away the star, which the whole team sees',
    who: 'member',
    body: starredInput,
    isKeyed: true,
    answer: applicantRow,
  },
  'PATCH /api/applicants/:applicantId/tags': {
    summary: 'Add and remove tags; at most 10 on an applicant, 100 different ones in use',
    who: 'member',
    body: tagsInput,
    isKeyed: true,
    answer: applicantRow,
  },
  'POST /api/applicants/:applicantId/notes': {
    summary: 'Write a note about an applicant',
    who: 'member',
    body: noteInput,
    isKeyed: true,
    status: 201,
    answer: named,
  },
  'GET /api/applicants/:applicantId/mails/preview': {
    summary: 'What an email about the status of an applicant would say now',
    who: 'member',
    answer: renderedMail.extend({ to: z.string(), change_id: z.string() }),
  },
  'POST /api/applicants/:applicantId/mails': {
    summary: 'Tell an applicant of a change of status, once for each change',
    who: 'member',
    body: statusMailInput,
    status: 201,
    answer: named,
  },
  'GET /api/applicants/:applicantId/customer': {
    summary: 'What the connected store knows of an applicant',
    who: 'member',
    answer: customerView,
  },
  'POST /api/applicants/:applicantId/cv-link': {
    summary:
      'A link to the CV that lives for 60 seconds; 409 before it is checked and where malware was found',
    who: 'member',
    answer: z.object({ url: z.string(), expires_in: z.number() }),
  },
  // Not a GET: opening the text is recorded in the audit log.
  'POST /api/applicants/:applicantId/cv-text': {
    summary: 'The text of the CV, once it has been extracted',
    who: 'member',
    answer: cvText,
  },
} satisfies ContractTable

export const noteContracts = {
  'PATCH /api/notes/:noteId': {
    summary: 'Change a note (its author)',
    who: 'member',
    body: noteInput,
    isKeyed: true,
    answer: named,
  },
  'DELETE /api/notes/:noteId': {
    summary: 'Delete a note (its author, and owners)',
    who: 'member',
    answer: named,
  },
} satisfies ContractTable

/**
 * A field of the form as a program may send it. Each is validated like a field of the form when the application is
 * submitted.
 */
const field = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value == null ? undefined : String(value)))

/** The encrypted address names the grant. A page of ours, opened by a form in a shop's theme. */
export const cvPageContracts = {
  'POST /api/applications/cv/:address': {
    summary: 'The page that takes the CV of an application in a shop’s theme; answers with a page',
    who: 'public',
    params: { address: z.string().max(4000) },
    form: ['cvFile', ...typedNames],
    answer: { type: 'text/html' },
  },
} satisfies ContractTable

/** Sent with a grant and without a session, also from the pages of stores. */
export const applicationContracts = {
  'POST /api/applications/cv': {
    summary: 'Upload a CV under a grant, before the form is sent',
    who: 'grant',
    form: ['token', 'cvFile'],
    status: 201,
    answer: uploadedCv,
  },
  'DELETE /api/applications/cv': {
    summary: 'Remove the CV that was uploaded under a grant and not sent',
    who: 'grant',
    body: z.object({ token: z.string().max(200).default(''), cvId: z.uuid() }),
    answer: null,
  },
  'POST /api/applications': {
    summary:
      'Send an application under a grant or a verified token; JSON, or a form that carries the file',
    who: 'grant',
    body: z.object({
      token: z.string().max(200).default(''),
      email: z.string().max(300).optional(),
      roleId: z.string().max(100).optional(),
      cvId: z.uuid().nullish(),
      ...shapeOf(typedNames, field),
    }),
    form: ['token', 'email', 'roleId', 'cvId', 'cvFile', ...typedNames],
    status: 201,
    answer: z.object({
      id: z.string(),
      status: z.enum(applicantStatuses),
      created_at: z.string(),
      message: z.string(),
    }),
  },
} satisfies ContractTable
