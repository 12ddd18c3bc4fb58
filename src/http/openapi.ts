// The description of the JSON API, made from the same schemas that check its requests.
import { z } from 'zod'
import {
  changePasswordInput,
  closeAccountInput,
  confirmAddressInput,
  confirmFactorInput,
  confirmNewAddressInput,
  freshProofInput,
  namesInput,
  newAddressInput,
  proofInput,
  requestResetInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
} from '#domain/accounts/accounts.ts'
import {
  applicantSelection,
  bulkContactedInput,
  bulkMoveInput,
  messageInput,
  rejectionPreviewInput,
  undoInput,
} from '#domain/applicants/applicant-batches.ts'
import {
  applicationInput,
  contactedInput,
  moveInput,
  removalInput,
  starredInput,
} from '#domain/applicants/applicants.ts'
import { auditReportInput } from '#domain/audit/audit.ts'
import { skipInput } from '#domain/organizations/checklist.ts'
import { authorityToldInput, breachEditInput, breachSendInput } from '#domain/incidents/breaches.ts'
import {
  advanceInput,
  assignInput,
  withdrawInput,
  incidentInput,
} from '#domain/incidents/incidents.ts'
import { statusMailInput, cancelMailsInput } from '#domain/applicants/applicant-mails.ts'
import { mailSettingsInput, templateInput } from '#domain/mails/mail-templates.ts'
import { briefInput } from '#domain/jobs/job-descriptions.ts'
import { jobEditInput, jobInput } from '#domain/jobs/jobs.ts'
import { jobNotificationsInput, notificationsInput } from '#domain/mails/notifications.ts'
import { noteInput } from '#domain/applicants/notes.ts'
import {
  acceptInput,
  brandInput,
  invitationInput,
  organizationInput,
  roleInput,
} from '#domain/organizations/organizations.ts'
import { confirmRetentionInput } from '#domain/retention/retention-input.ts'
import { passkeyBeginInput, passkeyInput, passkeySignInInput } from '#domain/accounts/passkeys.ts'
import { secondFactorInput } from '#domain/accounts/token-api.ts'
import {
  customerInput,
  callbackInput,
  disconnectInput,
  enterInput,
  shopifyOauthInput,
  shopifySessionInput,
  linkInput,
} from '#domain/store/store-input.ts'
import { syncJobsInput } from '#domain/jobs/imported-jobs.ts'
import { storeIntegrationInput, syncPagesInput } from '#domain/store/store-pages.ts'
import { tagsInput } from '#domain/applicants/tags.ts'
import { verificationInput } from '#domain/verification/verification.ts'

type Operation = {
  summary: string
  /** Success status and what it answers. */
  answers: [status: number, description: string]
  body?: z.ZodType
  /** Nothing at all counts as an empty one. */
  isBodyOptional?: boolean
  /** A multipart form instead of JSON: the names of its parts. */
  parts?: string[]
  query?: string[]
  /** Sent again under the same Idempotency-Key it is answered again and not done again. */
  isKeyed?: boolean
  /** Needs no session. */
  isPublic?: boolean
}

const filters = ['tab', 'position', 'customer', 'contact', 'star', 'tag', 'q']

/** Every address of the API by method and path, as the router names them. A test compares it with the router's own table. */
export const operations: Record<string, Operation> = {
  'GET /api/openapi.json': {
    summary: 'This description',
    answers: [200, 'OpenAPI 3.1'],
    isPublic: true,
  },
  'GET /api/installation': {
    summary: 'Who runs this installation, as the legal pages name them',
    answers: [200, 'operator_name, operator_address (null where not set), support_email'],
    isPublic: true,
  },
  'GET /api/session': {
    summary: 'Who is signed in; nulls when nobody is',
    answers: [200, 'user, profile, organization'],
    isPublic: true,
  },
  'GET /api/frame': {
    summary:
      'What stands around every section of the dashboard: the session and, for members, the counts and notices',
    answers: [200, 'session, sections, notices'],
    isPublic: true,
  },
  'POST /api/accounts/sign-up': {
    summary: 'Create an account and sign in',
    answers: [201, 'user_id, and a session cookie'],
    body: signUpInput,
    isPublic: true,
  },
  'POST /api/accounts/sign-in': {
    summary: 'Sign in by password',
    answers: [200, 'user_id, second_factor (true when one is to be shown), and a session cookie'],
    body: signInInput,
    isPublic: true,
  },
  'POST /api/accounts/confirm-address': {
    summary:
      'Mail a code, and a link, to the own address, to confirm it; asked too soon, the code of the mail before stays good',
    answers: [200, 'sent (false where it is confirmed already), next_at'],
  },
  'POST /api/accounts/confirm-address/verify': {
    summary: 'Confirm the own address by the code of the mail; everything in the account stays',
    answers: [200, 'nothing'],
    body: confirmAddressInput,
  },
  'POST /api/accounts/second-factor': {
    summary:
      'Show the second factor of a session that has one: a code of the phone, or a recovery code',
    answers: [200, 'success'],
    body: secondFactorInput,
    isPublic: true,
  },
  'GET /api/accounts/second-factor': {
    summary: 'Whether the own account has a code generator, and how many recovery codes are left',
    answers: [200, 'since, recovery_codes {total, remaining}; each null where there is none'],
  },
  'POST /api/accounts/second-factor/enroll': {
    summary:
      'Begin to set up a code generator; in a session older than 15 minutes with the password or a code as proof. It counts once a code of it came back',
    answers: [201, 'factor_id, secret, uri'],
    body: freshProofInput,
  },
  'POST /api/accounts/second-factor/confirm': {
    summary: 'Finish setting it up with a code; sessions that showed a password only end',
    answers: [200, 'codes: the recovery codes, told once'],
    body: confirmFactorInput,
  },
  'POST /api/accounts/second-factor/recovery-codes': {
    summary: 'New recovery codes instead of the old; the proof is the password or a code',
    answers: [200, 'codes, told once'],
    body: proofInput,
  },
  'POST /api/accounts/second-factor/remove': {
    summary:
      'Remove the code generator and the recovery codes; the proof is the password or a code',
    answers: [204, 'nothing'],
    body: proofInput,
  },
  'POST /api/accounts/sign-out': {
    summary: 'End this session',
    answers: [204, 'nothing'],
    isPublic: true,
  },
  'GET /api/accounts/providers': {
    summary: 'The services one can sign in by here',
    answers: [200, 'providers, each with id and name'],
    isPublic: true,
  },
  'POST /api/accounts/providers/:provider': {
    summary: 'Begin to sign in by such a service; the browser comes back with a session cookie',
    answers: [200, 'url, where the browser goes'],
    isPublic: true,
  },
  'GET /api/accounts/sessions': {
    summary: 'Where the own account is signed in; the session that asks stands first',
    answers: [
      200,
      'sessions, each with id, device, carried_by (cookie, token), aal, created_at, last_seen_at, is_current',
    ],
  },
  'DELETE /api/accounts/sessions': {
    summary: 'End all sessions of the own account but the one that asks',
    answers: [204, 'nothing'],
  },
  'DELETE /api/accounts/sessions/:sessionId': {
    summary: 'End a session of the own account',
    answers: [204, 'nothing'],
  },
  'GET /api/accounts/password': {
    summary: 'Whether the own account has a password',
    answers: [200, 'has_password'],
  },
  'POST /api/accounts/password': {
    summary: 'Change the own password; all other sessions end, and a mail tells the owner',
    answers: [204, 'nothing'],
    body: changePasswordInput,
  },
  'POST /api/accounts/email': {
    summary:
      'Ask to move the own account to another address: a code is mailed there; in a session older than 15 minutes with the password or a code as proof. Every address is answered the same',
    answers: [204, 'nothing'],
    body: newAddressInput,
  },
  'POST /api/accounts/email/verify': {
    summary: 'Move the account by the code of that mail; a mail tells the old address',
    answers: [204, 'nothing'],
    body: confirmNewAddressInput,
  },
  'PUT /api/accounts/names': {
    summary: 'Change the own names',
    answers: [204, 'nothing'],
    body: namesInput,
  },
  'GET /api/accounts/passkeys': {
    summary: 'The own passkeys, oldest first',
    answers: [200, 'passkeys, each with id, name, created_at, last_used_at, is_factor'],
  },
  'POST /api/accounts/passkeys/begin': {
    summary:
      'Ask for a new passkey; in a session older than 15 minutes with the password or a code as proof',
    answers: [200, 'challenge_id, options (for navigator.credentials.create)'],
    body: passkeyBeginInput,
  },
  'POST /api/accounts/passkeys': {
    summary: 'Add the passkey that the device made',
    answers: [201, 'the passkey'],
    body: passkeyInput,
  },
  'DELETE /api/accounts/passkeys/:passkeyId': {
    summary: 'Remove a passkey, with a proof as for adding one',
    answers: [204, 'nothing'],
    body: passkeyBeginInput,
  },
  'POST /api/accounts/passkey-sign-in/begin': {
    summary: 'Begin to sign in by a passkey; the device says whose',
    answers: [200, 'challenge_id, options (for navigator.credentials.get)'],
    isPublic: true,
  },
  'POST /api/accounts/passkey-sign-in': {
    summary: 'Sign in by what the device signed',
    answers: [200, 'user_id, and a session cookie'],
    body: passkeySignInInput,
    isPublic: true,
  },
  'POST /api/accounts/request-reset': {
    summary: 'Ask for a mail with a reset link; the answer is the same for every address',
    answers: [200, 'success'],
    body: requestResetInput,
    isPublic: true,
  },
  'POST /api/accounts/reset-password': {
    summary:
      'Set a new password with the token of the mail; all sessions end, and at the first proof of the address every other way into the account',
    answers: [200, 'success'],
    body: resetPasswordInput,
    isPublic: true,
  },
  'POST /api/accounts/close': {
    summary: 'Close the own account: it is deleted within 30 days and can be taken back until then',
    answers: [200, 'closes_at'],
    body: closeAccountInput,
  },
  'POST /api/accounts/keep': {
    summary: 'Take the closing of the own account back',
    answers: [200, 'closes_at, null'],
  },
  'POST /api/organizations': {
    summary: 'Create an organization and become its owner',
    answers: [201, 'the organization'],
    body: organizationInput,
  },
  'PATCH /api/organizations/own': {
    summary: 'Rename the organization, or choose its accent colour (owners)',
    answers: [200, 'name, accent (six hex digits, or null), logo (href, width, height, or null)'],
    body: brandInput,
  },
  'PUT /api/organizations/own/logo': {
    summary:
      'Give the organization a logo (owners): the file itself as the body, PNG, JPEG or WebP, at most 1 MB and 2,000 pixels a side',
    answers: [200, 'name, accent, logo'],
  },
  'DELETE /api/organizations/own/logo': {
    summary: 'Remove the logo (owners)',
    answers: [200, 'name, accent, logo: null'],
  },
  'POST /api/organizations/join': {
    summary: 'Ask an organization to be let in, by its exact name; every name is answered the same',
    answers: [202, 'organization_name, as it was asked'],
    body: organizationInput,
  },
  'DELETE /api/organizations/join': {
    summary: 'Take that request back',
    answers: [204, 'nothing'],
  },
  'POST /api/organizations/invitations': {
    summary: 'Invite an address by mail (owners)',
    answers: [201, 'email, expires_at'],
    body: invitationInput,
  },
  'POST /api/organizations/invitations/read': {
    summary: 'Who invites whom to what, for whoever holds the token of the mail; no session needed',
    answers: [
      200,
      'state (open, expired, withdrawn, used), organization (id, name, accent, logo), inviter, email, role, expires_at, has_account',
    ],
    body: acceptInput,
    isPublic: true,
  },
  'POST /api/organizations/invitations/accept': {
    summary:
      'Accept an invitation, which is its owner’s approval; where they are no owner any more, another one has to approve',
    answers: [200, 'organization, is_approved'],
    body: acceptInput,
  },
  'DELETE /api/organizations/invitations/:invitationId': {
    summary: 'Take an open invitation back: its link ends (owners)',
    answers: [204, 'nothing'],
  },
  'POST /api/organizations/leave': {
    summary: 'Stop waiting for an approval; approved members are removed by an owner',
    answers: [204, 'nothing'],
  },
  'GET /api/organizations/members': {
    summary: 'The people of the organization, newest first; those who wait are for owners only',
    answers: [200, 'members; pending and invitations (null for staff)'],
  },
  'POST /api/organizations/members/:memberId/approve': {
    summary: 'Let someone in who waits (owners)',
    answers: [200, 'the member'],
  },
  'PATCH /api/organizations/members/:memberId/role': {
    summary: 'Change the role of another member (owners)',
    answers: [200, 'the member'],
    body: roleInput,
  },
  'DELETE /api/organizations/members/:memberId': {
    summary: 'Remove another member, or turn away someone who waits (owners)',
    answers: [204, 'nothing'],
  },
  'GET /api/jobs': {
    summary: 'A page of job posts, newest first; sort: -created, created, title or -title',
    answers: [200, 'jobs, total, next_cursor'],
    query: ['q', 'sort', 'cursor'],
  },
  'GET /api/jobs/titles': {
    summary: 'The name of every job post, newest first',
    answers: [200, 'jobs: id, title, is_active'],
  },
  'GET /api/jobs/:jobId': { summary: 'One job post', answers: [200, 'the job post'] },
  'POST /api/jobs': {
    summary: 'Create a job post (owners)',
    answers: [201, 'the job post'],
    body: jobInput,
  },
  'PATCH /api/jobs/:jobId': {
    summary:
      'Change some fields of a job post; 409 when it was saved since the revision that is named',
    answers: [200, 'the job post'],
    body: jobEditInput,
  },
  'DELETE /api/jobs/:jobId': {
    summary: 'Delete a job post; its applicants stay',
    answers: [204, 'nothing'],
  },
  'GET /api/jobs/description': {
    summary: 'Who writes job descriptions here: the built-in template, or a model (owners)',
    answers: [200, 'writer'],
  },
  'POST /api/jobs/description': {
    summary: 'Have a description written, and read it as it grows (owners); 20 in an hour',
    answers: [200, 'one JSON object in a line: start, partial and so on, then done or error'],
    body: briefInput,
  },
  'GET /api/applicants': {
    summary: 'A page of applicants, newest first or in the order of sort',
    answers: [200, 'applicants, next_cursor, read_at; of a search also hits, has_many_hits'],
    query: [...filters, 'sort', 'cursor'],
  },
  'GET /api/applicants/counts': {
    summary: 'How many applicants each tab has under the filters',
    answers: [200, 'a number for each status, and all; at_least where more fit than are counted'],
    query: [...filters.slice(1), 'exact'],
  },
  'POST /api/applicants/move': {
    summary: 'Move many applicants, by their ids or all that a filter finds; who may not is left',
    answers: [200, 'batch_id, changed (ids), refused (id and message of each)'],
    body: bulkMoveInput,
    isKeyed: true,
  },
  'POST /api/applicants/contacted': {
    summary: 'Set the contacted flag of many applicants',
    answers: [200, 'batch_id (null), changed (ids), refused (id and message of each)'],
    body: bulkContactedInput,
    isKeyed: true,
  },
  'GET /api/applicants/export.csv': {
    summary: 'Everybody a filter finds, as a table for spreadsheets',
    answers: [200, 'CSV, UTF-8 with a byte order mark'],
    query: filters,
  },
  'POST /api/applicants/export.csv': {
    summary: 'Chosen applicants, as a table for spreadsheets',
    answers: [200, 'CSV, UTF-8 with a byte order mark'],
    body: applicantSelection,
  },
  'GET /api/applicants/export.zip': {
    summary: 'The CVs of everybody a filter finds; at most 500 and 250 MB',
    answers: [200, 'a zip; LEFT OUT.txt names those that are not safe to open'],
    query: filters,
  },
  'POST /api/applicants/export.zip': {
    summary: 'The CVs of chosen applicants; at most 500 and 250 MB',
    answers: [200, 'a zip; LEFT OUT.txt names those that are not safe to open'],
    body: applicantSelection,
  },
  'POST /api/applicants/undo': {
    summary: 'Take a change of status back, or those of a batch, if nothing happened since',
    answers: [200, 'batch_id (null), changed (ids), refused (id and message of each)'],
    body: undoInput,
    isKeyed: true,
  },
  'GET /api/applicants/:applicantId': {
    summary: 'One applicant with history, notes, timeline and other applications',
    answers: [
      200,
      'applicant, history, notes, timeline, others, customer (as last known, or null), cv (state: waiting, checked, infected; active_content; scan: none, waiting, clean, infected; malware; or null)',
    ],
  },
  'DELETE /api/applicants/:applicantId': {
    summary: 'Delete one application with its CV, notes, history and proofs',
    answers: [200, 'success, message'],
  },
  'PATCH /api/applicants/:applicantId/status': {
    summary: 'Move an applicant; 409 when the move is not allowed from where they are',
    answers: [200, 'the applicant, change_id'],
    body: moveInput,
    isKeyed: true,
  },
  'PATCH /api/applicants/:applicantId/contacted': {
    summary: 'Set the contacted flag',
    answers: [200, 'the applicant'],
    body: contactedInput,
    isKeyed: true,
  },
  'PATCH /api/applicants/:applicantId/starred': {
    summary: 'Set or take away the star, which the whole team sees',
    answers: [200, 'the applicant'],
    body: starredInput,
    isKeyed: true,
  },
  'PATCH /api/applicants/:applicantId/tags': {
    summary: 'Add and remove tags; at most 10 on an applicant, 100 different ones in use',
    answers: [200, 'the applicant'],
    body: tagsInput,
    isKeyed: true,
  },
  'GET /api/applicants/tags': {
    summary: 'The tags in use, in the order of the alphabet',
    answers: [200, 'tags: tag, key (what the filter takes)'],
  },
  'POST /api/applicants/:applicantId/notes': {
    summary: 'Write a note about an applicant',
    answers: [201, 'id'],
    body: noteInput,
    isKeyed: true,
  },
  'GET /api/applicants/:applicantId/mails/preview': {
    summary: 'What an email about the status of an applicant would say now',
    answers: [200, 'to, change_id, subject, html, text'],
  },
  'POST /api/applicants/:applicantId/mails': {
    summary: 'Tell an applicant of a change of status, once for each change',
    answers: [201, 'id'],
    body: statusMailInput,
  },
  'GET /api/applicants/mails': {
    summary: 'Emails of acts on many that wait for their time',
    answers: [200, 'waiting: batch_id, kind, count, send_at, by_name'],
  },
  'POST /api/applicants/mails/preview': {
    summary: 'Whom rejecting a selection with email would write to, and why not the others',
    answers: [200, 'mails, text, not_mailed, sample'],
    body: rejectionPreviewInput,
  },
  'POST /api/applicants/messages/preview': {
    summary: 'Whom a message would reach, and what the first of them would read',
    answers: [200, 'people, reply_to, sample'],
    body: messageInput,
  },
  'POST /api/applicants/messages': {
    summary:
      'Write to applicants, each person once: at once to one, after ten minutes to several; at most 100 at once, 500 in 24 hours, and 5 to one person',
    answers: [201, 'people, batch_id (takes them back), send_at'],
    body: messageInput,
  },
  'POST /api/applicants/mails/take-back': {
    summary: 'Take back one waiting email, or all those of one act',
    answers: [200, 'taken_back, too_late'],
    body: cancelMailsInput,
  },
  'GET /api/mail-templates': {
    summary: 'The texts of emails to applicants, and the settings of emails',
    answers: [200, 'confirmation_mails, mail_reply_to, templates'],
  },
  'PATCH /api/mail-templates': {
    summary: 'Change the settings of emails (owners)',
    answers: [200, 'confirmation_mails, mail_reply_to, templates'],
    body: mailSettingsInput,
  },
  'POST /api/mail-templates/preview': {
    summary: 'A text as its reader would see it',
    answers: [200, 'subject, html, text'],
    body: templateInput,
  },
  'PUT /api/mail-templates/:status': {
    summary: 'Change the text about reviewing, interviewed, hired or rejected (owners)',
    answers: [200, 'confirmation_mails, mail_reply_to, templates'],
    body: templateInput,
  },
  'DELETE /api/mail-templates/:status': {
    summary: 'Go back to the text that comes with the product (owners)',
    answers: [200, 'confirmation_mails, mail_reply_to, templates'],
  },
  'POST /api/mail-templates/:status/test': {
    summary: 'Send a text to the own address (owners)',
    answers: [200, 'email'],
    body: templateInput,
  },
  'GET /api/notifications': {
    summary:
      'Which emails the asking person gets about applications, requests to join and failures',
    answers: [
      200,
      'email, email_confirmed, time_zone, applications (a pace), jobs (each with job_id, title, applications), waiting and undelivered (null for staff)',
    ],
  },
  'PATCH /api/notifications': {
    summary: 'Choose them, for oneself; waiting and undelivered are for owners',
    answers: [200, 'as GET'],
    body: notificationsInput,
  },
  'PUT /api/notifications/jobs/:jobId': {
    summary: 'Choose another pace for one job',
    answers: [200, 'as GET'],
    body: jobNotificationsInput,
  },
  'DELETE /api/notifications/jobs/:jobId': {
    summary: 'The job is as all others again',
    answers: [200, 'as GET'],
  },
  'GET /api/unsubscribe': {
    summary: 'The page of the link at the foot of an email to staff; changes nothing',
    answers: [200, 'a page with a button'],
    query: ['token'],
    isPublic: true,
  },
  'POST /api/unsubscribe': {
    summary: 'Stop emails of that kind to that person (RFC 8058); no session is needed or read',
    answers: [200, 'a page that says so'],
    query: ['token'],
    isPublic: true,
  },
  'PATCH /api/notes/:noteId': {
    summary: 'Change a note (its author)',
    answers: [200, 'id'],
    body: noteInput,
    isKeyed: true,
  },
  'DELETE /api/notes/:noteId': {
    summary: 'Delete a note (its author, and owners)',
    answers: [200, 'id'],
  },
  'GET /api/overview': {
    summary: 'What needs somebody, what is new for whoever asks, and the last twelve weeks',
    answers: [200, 'attention, today, checklist, is_empty, weeks, median_seconds'],
  },
  'GET /api/overview/funnel': {
    summary: 'How many applicants reached each step',
    answers: [200, 'applied, reviewing, interviewed, hired, rejected'],
    query: ['period', 'position'],
  },
  'POST /api/overview/visit': {
    summary: 'Note that the asking member is looking, so that the next visit knows what is new',
    answers: [200, 'seen_at'],
  },
  'POST /api/overview/checklist/skip': {
    summary: 'Do without a step of the first checklist (owners)',
    answers: [200, 'step'],
    body: skipInput,
  },
  'DELETE /api/overview/checklist': {
    summary: 'Take the first checklist away for good (owners)',
    answers: [200, 'is_closed'],
  },
  'GET /api/retention': {
    summary: 'How many applications the clock deletes now and within two weeks',
    answers: [200, 'due, soon, first_on, total, is_stopped'],
  },
  'GET /api/retention/preview': {
    summary: 'Who these are (owners): a dry run',
    answers: [200, 'due, soon, first_on, total, is_stopped, applicants, more'],
  },
  'POST /api/retention/confirm': {
    summary: 'Agree to a deletion that was too large to happen by itself (owners)',
    answers: [200, 'deleted'],
    body: confirmRetentionInput,
  },
  'GET /api/applicants/:applicantId/customer': {
    summary: 'What the connected store knows of an applicant',
    answers: [200, 'connected, customerStatus (customer, new, unknown), customer'],
  },
  'GET /api/customers/refresh': {
    summary: 'How far the customer refresh is',
    answers: [
      200,
      'is_connected, applicants, refresh (status, total, done, customers, problem) or null',
    ],
  },
  'POST /api/customers/refresh': {
    summary:
      'Look every applicant up in the connected store again, in the background; one run at a time',
    answers: [202, 'is_connected, applicants, refresh'],
  },
  'POST /api/customers/refresh/stop': {
    summary: 'Stop it; it can be gone on with',
    answers: [200, 'is_connected, applicants, refresh'],
  },
  'POST /api/customers/refresh/resume': {
    summary: 'Go on from where it was stopped, or failed',
    answers: [202, 'is_connected, applicants, refresh'],
  },
  'POST /api/applicants/:applicantId/cv-link': {
    summary:
      'A link to the CV that lives for 60 seconds; 409 before it is checked and where malware was found',
    answers: [200, 'url, expires_in'],
  },
  'POST /api/applicants/:applicantId/cv-text': {
    summary: 'The text of the CV, once it has been taken out',
    answers: [200, 'state (waiting, done, unreadable), text and is_cut, or reason'],
  },
  'GET /api/cvs/:name': {
    summary: 'The file behind such a link',
    answers: [200, 'the file, as an attachment'],
    query: ['expires', 'signature'],
    isPublic: true,
  },
  'GET /api/audit': {
    summary: "A page of the organization's audit log, newest first (owners)",
    answers: [200, 'events, next_cursor'],
    query: ['action', 'person', 'resource', 'from', 'to', 'cursor'],
  },
  'GET /api/audit/check': {
    summary: 'Follow the chain of the audit log to its end (owners)',
    answers: [200, 'rows, broken_at (null when all hold), head, begins_after'],
  },
  'GET /api/audit/export.csv': {
    summary: 'The audit log as a file, by the same filters (owners)',
    answers: [200, 'text/csv'],
    query: ['action', 'person', 'resource', 'from', 'to'],
  },
  'POST /api/rpc/create_security_incident': {
    summary: 'Write a security incident down; a critical breach gets its record and its 72 hours',
    answers: [200, 'the incident'],
    body: incidentInput,
  },
  'GET /api/incidents': {
    summary: 'A page of security incidents, newest first; 50, then next_cursor',
    answers: [200, 'incidents, next_cursor'],
    query: ['itab', 'cursor'],
  },
  'GET /api/incidents/counts': {
    summary: 'How many incidents have each status',
    answers: [200, 'a number for each tab'],
  },
  'GET /api/incidents/urgent': {
    summary: 'Critical ones that are not over, and breaches whose authority was not told yet',
    answers: [200, 'incidents, the nearest deadline first'],
  },
  'GET /api/incidents/:incidentId': {
    summary: 'One incident, its history, and the record of a breach',
    answers: [200, 'incident, history, breach'],
  },
  'PATCH /api/incidents/:incidentId/status': {
    summary: 'Take an incident one step forward: investigating, resolved, closed',
    answers: [200, 'the incident'],
    body: advanceInput,
  },
  'PATCH /api/incidents/:incidentId/assigned': {
    summary: 'Give an incident to a member of the organization, or to nobody',
    answers: [200, 'the incident'],
    body: assignInput,
  },
  'PATCH /api/incidents/:incidentId/breach': {
    summary: 'Change the drafted notices of a breach, and whom they go to',
    answers: [200, 'the record, with how many people it would go to'],
    body: breachEditInput,
  },
  'POST /api/incidents/:incidentId/withdraw': {
    summary: 'Withdraw a false alarm, as long as nobody was told of it (owners)',
    answers: [200, 'the incident'],
    body: withdrawInput,
  },
  'GET /api/incidents/:incidentId/breach/preview': {
    summary: 'The notice as it will arrive',
    answers: [200, 'subject, text, html'],
  },
  'POST /api/incidents/:incidentId/breach/authority-told': {
    summary: 'Note when the authority was told, and under which reference',
    answers: [200, 'the record'],
    body: authorityToldInput,
  },
  'POST /api/incidents/:incidentId/breach/send': {
    summary: 'Let the notices go to so many people (owners)',
    answers: [200, 'the record, with its progress'],
    body: breachSendInput,
  },
  'POST /api/rpc/log_audit_event': {
    summary: "Add a line to the own organization's audit log, marked as reported by a client",
    answers: [200, 'action, as it stands in the log'],
    body: auditReportInput,
  },
  'GET /api/live': {
    summary:
      'Server-sent events of the own organization, from Last-Event-ID or `after` on where one is named; ten at one time for a person, and HEAD says (429) whether one more may be opened',
    answers: [
      200,
      'applicant.created, applicant.updated, applicant.deleted, jobs.changed, organization.changed, membership.changed; hello, heartbeat, and reset where too much was missed',
    ],
    query: ['after'],
  },
  'POST /api/applications/cv': {
    summary: 'Upload a CV under a grant, before the form is sent',
    answers: [201, 'id, name, size'],
    parts: ['token', 'cvFile'],
    isPublic: true,
  },
  'POST /api/applications': {
    summary:
      'Send an application under a grant or a verified token; JSON, or a form that carries the file',
    answers: [201, 'id, status, created_at, message'],
    body: z.object({
      token: z.string().max(200),
      email: z.string().max(300).optional(),
      roleId: z.string().max(100).optional(),
      cvId: z.uuid().nullish(),
      ...applicationInput.shape,
    }),
    isPublic: true,
  },
  'POST /functions/generate-job-description': {
    summary: 'Have a job description written (owners); 20 in an hour',
    answers: [200, 'success, fullDescription, requiredQualifications, benefits, writer'],
    body: briefInput,
  },
  'GET /api/store': {
    summary: 'The connected store: its name and state, never its token',
    answers: [
      200,
      'is_configured, is_demo, store, removed_shop, removed_because, admin_url, store_url, page_count, missing_scopes',
    ],
  },
  'GET /api/store/app': {
    summary: "This installation's app on the platform, for whoever is about to connect a store",
    answers: [200, 'is_configured, is_demo, scopes, admin_url'],
    isPublic: true,
  },
  'GET /api/store/embedded': {
    summary: "The page in the store's admin; the bearer is the store's own session token",
    answers: [
      200,
      'shop, shop_name, organization_name, counts, connect_url, problem, reconnect_url',
    ],
    isPublic: true,
  },
  'POST /api/store/link': {
    summary: 'Connect the store whose admin gave this link to the own organization',
    answers: [200, 'shop, is_linked'],
    body: linkInput,
  },
  'POST /api/store/disconnect': {
    summary:
      "End the connection to the organization's store, and delete the pages made in it if asked to (owners)",
    answers: [204, 'nothing'],
    body: disconnectInput,
  },
  'POST /api/store/enter': {
    summary: 'A visit to /: where it goes, by the query the store put there',
    answers: [200, 'go, is_top, reason'],
    body: enterInput,
    isPublic: true,
  },
  'POST /api/store/callback': {
    summary: 'The way back from the store, its query unchanged: connects the store',
    answers: [200, 'shop, began_at, is_linked, is_stored'],
    body: callbackInput,
    isPublic: true,
  },
  'POST /functions/get-shopify-customer': {
    summary:
      'What the store knows of an address: for staff of its own applicants, or with the token that proves the address',
    answers: [200, 'success, id, firstName, lastName, phone; for staff every field of a customer'],
    body: customerInput,
    isPublic: true,
  },
  'POST /functions/shopify-oauth': {
    summary:
      'generate_install_url, or exchange_token (also exchangeTokenForAccess) with the query of the way back, or with code and shop in the browser that began it',
    answers: [200, 'success, and install_url and state, or access_token (a placeholder) and scope'],
    body: shopifyOauthInput,
    isPublic: true,
  },
  'POST /functions/shopify-session': {
    summary: "get or store: the session of the own organization's shop, without its token",
    answers: [200, 'success, session'],
    body: shopifySessionInput,
  },
  'GET /api/store/pages': {
    summary: 'Pages in the store as they are known here, and the state of the store',
    answers: [
      200,
      'connection, shop, missing_scopes, is_password_protected, problem, pages (all of the store; is_ours), has_more_pages, data_requests',
    ],
  },
  'GET /api/store/data-requests/:requestId/export.json': {
    summary: 'Everything held about a customer who asked their store (owners)',
    answers: [200, 'email, requested_at, due_at, exported_at, held'],
  },
  'POST /functions/shopify-integration': {
    summary: 'create-page, update-page, get-pages, delete-page, test-connection',
    answers: [
      200,
      'success, and page, pages and has_more_pages, or shop, missing_scopes and is_password_protected',
    ],
    body: storeIntegrationInput,
  },
  'POST /functions/sync-careers-page': {
    summary: 'Create or update the page of all jobs and the pages linked to one',
    answers: [200, 'success, pagesSync {created, updated, unchanged, removed}'],
    body: syncPagesInput,
    isBodyOptional: true,
  },
  'POST /functions/sync-shopify-jobs': {
    summary: "The store's products that are jobs as job posts, then the store pages",
    answers: [
      200,
      'success, jobsSync {created, updated, unchanged, deactivated}, leftOut, pagesSync',
    ],
    body: syncJobsInput,
    isBodyOptional: true,
  },
  'POST /functions/send-password-reset': {
    summary:
      'Mail the link to a new password; the same answer for every address. resetUrl is not used',
    answers: [200, 'success'],
    body: requestResetInput,
    isPublic: true,
  },
  'POST /functions/send-verification-email': {
    summary: 'Send the mail that proves an address for one job post',
    answers: [200, 'success'],
    body: verificationInput,
    isPublic: true,
  },
  'POST /functions/opt-out-data': {
    summary:
      'Remove everything the organization has of an applicant: each application under this address, files, proofs, mails',
    answers: [200, 'success, message, applications'],
    body: removalInput,
  },
}

const string = { type: 'string' } as const

function describe(key: string, operation: Operation) {
  const [, path = ''] = key.split(' ')
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: string,
    })),
    ...(operation.query ?? []).map((name) => ({ name, in: 'query', schema: string })),
    ...(operation.isKeyed
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { ...string, format: 'uuid' } }]
      : []),
  ]
  const parts = operation.parts && {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(operation.parts.map((name) => [name, string])),
      },
    },
  }
  const json = operation.body && {
    'application/json': {
      schema: z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }),
    },
  }
  const content = parts ?? json
  const [status, description] = operation.answers
  return {
    summary: operation.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: !operation.isBodyOptional, content } }),
    responses: {
      [status]: { description },
      default: {
        description: 'What was refused, and why',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    security: operation.isPublic ? [] : [{ session: [] }],
  }
}

export function describeApi(appUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ')
    const named = path.replace(/:(\w+)/g, '{$1}')
    paths[named] = { ...paths[named], [method.toLowerCase()]: describe(key, operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Storehand', version: '1', license: { name: 'MIT' } },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'storehand.session_token' },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              properties: {
                code: string,
                message: string,
                request_id: string,
                fields: { type: 'object' },
              },
            },
          },
        },
      },
    },
  }
}
