// What an organization writes to its applicants: the texts, their variables, and the settings of mails.
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { mailedStatuses, type MailedStatus } from '../applicants/applicant-mails.ts'
import { UNDO_SECONDS } from '../applicants/applicants.ts'
import { t } from '../texts/text.ts'
import { tooLong, type FieldName } from '../too-long.ts'

/** A rejection of many is sent after this time; until then undoing the change cancels it. */
export const MAIL_DELAY_SECONDS = UNDO_SECONDS

export const TEMPLATE_LIMITS = { subject: 120, body: 4000 } as const

/** The variables in braces in a text, and their meaning. */
export const templateVariables = {
  first_name: 'First name of the applicant',
  last_name: 'Last name of the applicant',
  job_title: 'Job they applied for',
  organization: 'Name of your organization',
} as const
export type TemplateVariable = keyof typeof templateVariables
export type TemplateValues = Record<TemplateVariable, string>
const variableNames = Object.keys(templateVariables) as readonly TemplateVariable[]
const listed = variableNames.map((name) => `{${name}}`).join(', ')

export const templateText = z.object({ subject: z.string(), body: z.string() })
export type TemplateText = z.output<typeof templateText>

const subject = 'An update on your application at {organization}'
/** The product's own texts: kind, short, and without invented reasons. */
export const defaultTexts: Readonly<Record<MailedStatus, TemplateText>> = {
  reviewing: {
    subject,
    body: `Hello {first_name},

We are now reading your application for {job_title}.

You do not need to do anything. We will write to you when we know more.

{organization}`,
  },
  interviewed: {
    subject,
    body: `Hello {first_name},

Thank you for talking to us about the {job_title} job.

We will write to you when we have decided.

{organization}`,
  },
  hired: {
    subject,
    body: `Hello {first_name},

Good news: we would like to offer you the {job_title} job.

We will be in touch to agree your first day and to sort out the paperwork.

{organization}`,
  },
  rejected: {
    subject,
    body: `Hello {first_name},

Thank you for applying for {job_title}, and for the time you put into it.

We have decided not to take your application further. We know this is not the answer you hoped for.

We wish you all the best.

{organization}`,
  },
}

/** The first draft of a message that is not about a status. */
export const messageStarts = {
  interview: {
    name: 'Invitation to talk',
    subject: 'Can we talk about your application at {organization}?',
    body: `Hello {first_name},

Thank you for applying for {job_title}. We would like to meet you.

Could you come in, or take a call, on one of these days?

-
-

Please reply to this email and tell us which suits you best.

{organization}`,
  },
  question: {
    name: 'A question',
    subject: 'A question about your application at {organization}',
    body: `Hello {first_name},

Thank you for applying for {job_title}. Before we decide, we would like to know:

-

You can simply reply to this email.

{organization}`,
  },
} as const satisfies Record<string, TemplateText & { name: string }>

const HOLE = /\{([^{}]*)\}/g

/** Names in braces that are not our variables, each once. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !Object.hasOwn(templateVariables, name))
}

/** Every value becomes one line, and is not looked at for variables again. */
export const fillText = (text: string, values: TemplateValues): string =>
  text.replace(HOLE, (hole, name: string) =>
    Object.hasOwn(values, name)
      ? values[name as TemplateVariable].replace(/\s+/g, ' ').trim()
      : hole,
  )

const text = (label: FieldName, max: number, required: { error: () => string }) =>
  z
    .string(required)
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .max(max, tooLong(label, max))
        .superRefine((value, check) => {
          const unknown = unknownVariables(value)
          if (unknown.length === 0) return
          check.addIssue({
            code: 'custom',
            message: t('mail.variableUnknown', {
              names: unknown.map((name) => `{${name}}`).join(', '),
              known: listed,
            }),
          })
        }),
    )

export const templateInput = z.object({
  // A subject has no lines.
  subject: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : value),
    text('subject', TEMPLATE_LIMITS.subject, { error: () => t('mail.subjectRequired') }),
  ),
  body: text('text', TEMPLATE_LIMITS.body, { error: () => t('mail.bodyRequired') }),
})

export const mailSettingsInput = z
  .object({
    confirmation_mails: z.boolean(),
    mail_reply_to: z.union([z.literal('').transform(() => null), emailAddress, z.null()], {
      error: () => t('auth.emailInvalid'),
    }),
  })
  .partial()
export const mailSettings = z.object({
  confirmation_mails: z.boolean(),
  mail_reply_to: z.string().nullable(),
})
export type MailSettings = z.output<typeof mailSettings>
export type MailSettingsInput = z.output<typeof mailSettingsInput>

export const mailTemplate = templateText.extend({
  status: z.enum(mailedStatuses),
  /** False once an owner wrote their own. */
  is_default: z.boolean(),
})
export type MailTemplate = z.output<typeof mailTemplate>
export const mailTemplatesView = mailSettings.extend({ templates: z.array(mailTemplate) })
export type MailTemplatesView = z.output<typeof mailTemplatesView>
