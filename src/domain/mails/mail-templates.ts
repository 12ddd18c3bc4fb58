// An organization's texts to its applicants, their variables, and the settings of mails.
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { mailedStatuses, type MailedStatus } from '../applicants/applicant-mails.ts'
import { UNDO_SECONDS } from '../applicants/applicants.ts'
import { isolated } from '../texts/filled-in.ts'
import { t } from '../texts/text.ts'
import { tooLong, type FieldName } from '../too-long.ts'

/** A bulk rejection is sent after this time; until then undoing the change cancels it. */
export const MAIL_DELAY_SECONDS = UNDO_SECONDS

export const TEMPLATE_LIMITS = { subject: 120, body: 4000 } as const

/** The variables in braces in a text. */
export const templateVariables = ['first_name', 'last_name', 'job_title', 'organization'] as const
export type TemplateVariable = (typeof templateVariables)[number]
export type TemplateValues = Record<TemplateVariable, string>
export const variableLabel = (name: TemplateVariable): string => t(`mail.variable.${name}`)
/** '{first_name}, {last_name}, …' */
export const listedVariables = templateVariables.map((name) => `{${name}}`).join(', ')

const templateText = z.object({ subject: z.string(), body: z.string() })
export type TemplateText = z.output<typeof templateText>

/** Each variable replaced by itself: turns a text of the catalogue into a template for each applicant. */
const unfilled = {
  first_name: '{first_name}',
  job_title: '{job_title}',
  organization: '{organization}',
}

/** The product's own texts: kind, short, and without invented reasons. */
export const defaultText = (status: MailedStatus): TemplateText => ({
  subject: t('mailTemplate.subject', unfilled),
  body: t(`mailTemplate.${status}.body`, unfilled),
})

export const messageStarts = ['interview', 'question'] as const
type MessageStart = (typeof messageStarts)[number]
/** The first draft of a message that is not about a status. */
export const messageStart = (start: MessageStart): TemplateText & { name: string } => ({
  name: t(`messageStart.${start}.name`),
  subject: t(`messageStart.${start}.subject`, unfilled),
  body: t(`messageStart.${start}.body`, unfilled),
})

const isVariable = (name: string) => templateVariables.some((each) => each === name)

const HOLE = /\{([^{}]*)\}/g

/** Names in braces that are not our variables, each once. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(HOLE)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !isVariable(name))
}

/** A person with one name has no last name: its variable goes, and with it a blank beside it. */
const withoutLastName = (text: string): string =>
  text.replaceAll(' {last_name}', '').replaceAll('{last_name} ', '')

/** Every value becomes one line; variables inside values are not replaced. */
export const fillText = (text: string, values: TemplateValues): string =>
  (values.last_name === '' ? withoutLastName(text) : text).replace(HOLE, (hole, name: string) =>
    Object.hasOwn(values, name)
      ? isolated(values[name as TemplateVariable].replace(/\s+/g, ' ').trim())
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
              known: listedVariables,
            }),
          })
        }),
    )

export const templateInput = z.object({
  // A subject is one line.
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
const mailSettings = z.object({
  confirmation_mails: z.boolean(),
  mail_reply_to: z.string().nullable(),
})
export type MailSettings = z.output<typeof mailSettings>
export type MailSettingsInput = z.output<typeof mailSettingsInput>

const mailTemplate = templateText.extend({
  status: z.enum(mailedStatuses),
  /** False after an owner has written another text. */
  is_default: z.boolean(),
})
export type MailTemplate = z.output<typeof mailTemplate>
export const mailTemplatesView = mailSettings.extend({ templates: z.array(mailTemplate) })
export type MailTemplatesView = z.output<typeof mailTemplatesView>
