// The addresses of mails: the texts to applicants, notifications of staff, and the unsubscribe link.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { mailSettingsInput, mailTemplatesView, templateInput } from './mail-templates.ts'
import { renderedMail } from './mails.ts'
import { jobNotificationsInput, notificationsInput, notificationsView } from './notifications.ts'

/** An unknown status gets the same error as an unknown address. */
const params = { status: z.string() }

export const mailTemplateContracts = {
  'GET /api/mail-templates': {
    summary: 'The texts of emails to applicants, and the settings of emails',
    who: 'member',
    answer: mailTemplatesView,
  },
  'PATCH /api/mail-templates': {
    summary: 'Change the settings of emails',
    who: 'owner',
    body: mailSettingsInput,
    answer: mailTemplatesView,
  },
  'POST /api/mail-templates/preview': {
    summary: 'A text as its reader would see it',
    who: 'member',
    body: templateInput,
    answer: renderedMail,
  },
  'PUT /api/mail-templates/:status': {
    summary: 'Change the text about reviewing, interviewed, hired or rejected',
    who: 'owner',
    params,
    body: templateInput,
    answer: mailTemplatesView,
  },
  'DELETE /api/mail-templates/:status': {
    summary: 'Go back to the text that comes with the product',
    who: 'owner',
    params,
    answer: mailTemplatesView,
  },
  'POST /api/mail-templates/:status/test': {
    summary: 'Send a text to the own address',
    who: 'owner',
    params,
    body: templateInput,
    answer: z.object({ email: z.string() }),
  },
} satisfies ContractTable

export const notificationContracts = {
  'GET /api/notifications': {
    summary:
      'Which emails the asking person gets about applications, requests to join and failures; the latter two are null for staff',
    who: 'member',
    answer: notificationsView,
  },
  'PATCH /api/notifications': {
    summary: 'Choose them, for oneself; waiting and undelivered are for owners',
    who: 'member',
    body: notificationsInput,
    answer: notificationsView,
  },
  'PUT /api/notifications/jobs/:jobId': {
    summary: 'Choose another pace for one job',
    who: 'member',
    body: jobNotificationsInput,
    answer: notificationsView,
  },
  'DELETE /api/notifications/jobs/:jobId': {
    summary: 'The job is as all others again',
    who: 'member',
    answer: notificationsView,
  },
} satisfies ContractTable

const link = { query: z.object({ token: z.string().default('') }), answer: { type: 'text/html' } }

export const unsubscribeContracts = {
  'GET /api/unsubscribe': {
    summary:
      'The page of the link at the foot of an email to staff or of an invitation to apply; changes nothing',
    who: 'public',
    ...link,
  },
  'POST /api/unsubscribe': {
    summary: 'Stop emails of that kind to that person (RFC 8058); no session is needed or read',
    who: 'public',
    ...link,
  },
} satisfies ContractTable

/** On an installation that only this machine can reach. */
export const mailboxContracts = {
  'GET /dev/mailbox.json': {
    summary: 'The mails that were not sent, newest first',
    who: 'public',
    answer: z.array(renderedMail.extend({ id: z.string(), to: z.string(), sent_at: z.string() })),
  },
} satisfies ContractTable
