// The kinds of mail. Rendered by src/mails, sent through the outbox.
import { z } from 'zod'
import { accountCodeKinds } from '../accounts/token-api.ts'
import { notice } from '../incidents/breaches.ts'
import type { Brand } from '../organizations/brand.ts'
import type { Day } from '../retention/retention.ts'
import { t } from '../texts/text.ts'
import { isPersonName, oneLine, plainLines, unlinked } from './mail-names.ts'
import type { Digest } from './notifications.ts'

export const securityNotices = [
  'password-changed',
  'email-changed',
  'factor-added',
  'factor-removed',
  /** Ten wrong codes of the authenticator app were entered, after the password or a mailed code was right. */
  'factor-guessed',
  'passkey-added',
  'passkey-removed',
  'provider-added',
  /** The address was verified without the account's second factor; its owner now has a week. */
  'claim-began',
  /** The address was verified for the first time, and earlier sign-in methods were removed. */
  'account-claimed',
  /** Another account requested this address, which already has an account. */
  'address-asked-for',
] as const
export type SecurityNotice = (typeof securityNotices)[number]

// Whatever a person outside of this program wrote has one of these types. Rendering reads a mail through its schema, so that no
// template can show such a text as it came: templates take `SafeViews`, to which `MailViews` are not assignable.
/** One line in which no mail program finds a link. */
const words = z.string().transform(unlinked).brand<'safe in mails'>()
/** One line; the template decides whether it is a name. */
const line = z.string().transform(oneLine).brand<'safe in mails'>()
/** Paragraphs. */
const lines = z.string().transform(plainLines).brand<'safe in mails'>()
const nameOr = (otherwise: () => string) =>
  z
    .string()
    .transform((name) => (isPersonName(oneLine(name)) ? oneLine(name) : otherwise()))
    .brand<'safe in mails'>()

/** Ours: an address that this program made. */
const link = z.string()
const day = z.custom<Day>()
/** Added when the mail is sent, because the link expires some time after that. */
const page = z.object({ link, endsOn: day })

/** To staff about something new. `unsubscribeLink`: for mails of this kind, without a session. */
const staffMail = { shopName: words, unsubscribeLink: link, settingsLink: link }
/** An applicant by a short name: mails to staff contain neither their address nor anything they wrote. */
const applicant = {
  name: nameOr(() => t('mails.applicantUnnamed')),
  jobTitle: words,
  link,
}
const statusUpdate = z.object({
  shopName: words,
  jobTitle: words,
  subject: words,
  body: lines,
  page: page.optional(),
})
const joinDecision = z.object({ shopName: words, link })

/** Three ranks: a person waits for it; no organization's limit applies; a limit applies. A lower rank is sent first. */
const AWAITED_RANK = 0
const UNLIMITED_RANK = 1
export const LIMITED_RANK = 2

/** To an applicant: erased with them, and written in the language of their application. */
const toApplicant = <View extends z.ZodObject>(
  view: View,
  { rank = LIMITED_RANK, isLinkedToPage = false } = {},
) => ({ reader: 'applicant', view, rank, isLinkedToPage }) as const
/** To an account: erased with it, and written in its language. */
const toAccount = <View extends z.ZodObject>(view: View, { rank = LIMITED_RANK } = {}) =>
  ({ reader: 'account', view, rank, isLinkedToPage: false }) as const

// Codes, links and proofs have their own limits at their request (docs/specification.md §9.2).
const awaited = { rank: AWAITED_RANK }
/** About an application, so with a link to the applicant's own page. */
const linked = { isLinkedToPage: true }

/** Each kind of mail once: who reads it, before which others it is sent, and what it is made of. */
export const mailKinds = {
  /** `code`: six digits without a space, as in `account-code`. */
  verification: toApplicant(
    z.object({ shopName: words, jobTitle: words, code: z.string(), link, hoursValid: z.number() }),
    awaited,
  ),
  'account-code': toAccount(
    z.object({
      purpose: z.enum(accountCodeKinds).exclude(['reset']),
      code: z.string(),
      link: link.nullable(),
      hoursValid: z.number(),
    }),
    awaited,
  ),
  'reset-password': toAccount(z.object({ name: line, link, hoursValid: z.number() }), awaited),
  'security-notice': toAccount(
    z.object({ what: z.enum(securityNotices), at: z.string(), link, supportEmail: z.string() }),
    awaited,
  ),
  // The law requires it without delay.
  'breach-notice': toApplicant(notice.extend({ shopName: words }), { rank: UNLIMITED_RANK }),
  invitation: toAccount(
    z.object({ inviter: line, organization: line, link, daysValid: z.number() }),
    awaited,
  ),
  'application-received': toApplicant(
    z.object({
      shopName: words,
      jobTitle: words,
      firstName: line,
      /** The submitted application, in the order of the form. */
      sent: z.array(z.object({ label: z.string(), value: lines })),
      cvName: line.nullable(),
      /** The day on which the application is deleted. */
      deletedOn: day,
      page: page.optional(),
    }),
    linked,
  ),
  /** A new link to the applicant's own page. */
  'page-link': toApplicant(z.object({ shopName: words, jobTitle: words, page }), awaited),
  /** New links to all own pages of one person at one shop, newest first. */
  'page-links': toApplicant(
    z.object({ shopName: words, applications: z.array(page.extend({ jobTitle: words })) }),
    awaited,
  ),
  /** Staff ended what hid an application from them: the person's own restriction, or that of an objection. */
  'restriction-lifted': toApplicant(
    z.object({
      shopName: words,
      jobTitle: words,
      /** An owner had agreed with the objection. */
      wasObjection: z.boolean(),
      /** An owner has refused the objection. Absent in mails from before this was mailed. */
      isRefused: z.boolean().optional(),
      applicantId: z.string(),
      page: page.optional(),
    }),
    linked,
  ),
  /** The shop's text, with its variables filled in. */
  'status-update': toApplicant(statusUpdate, linked),
  /** The same as a test to the owner who wrote it. */
  'template-test': toAccount(statusUpdate),
  retention: toAccount(
    z.object({
      organization: words,
      /** Due applications, and the total number. */
      due: z.number(),
      total: z.number(),
      /** Applications that are deleted within two weeks, and the first of these days. */
      soon: z.number(),
      firstOn: day.nullable(),
      isStopped: z.boolean(),
      /** While they wait for an owner: the first day on which they go without an answer. Missing in mails that the version before queued. */
      goesOn: day.nullish(),
      link,
    }),
  ),
  /** `shop`: the store's host name at the platform, which proved it. */
  'data-request': toAccount(z.object({ organization: words, shop: z.string(), dueOn: day, link })),
  'store-lost': toAccount(
    z.object({
      organization: words,
      shop: words,
      isUninstalled: z.boolean(),
      /** The organization belongs to the shop alone, and is deleted with it. */
      isOnlyOfShop: z.boolean().default(false),
      /** The reader can sign in on our own site with this address, and keep the organization by that. */
      canSignIn: z.boolean().default(true),
      /** Its owner has taken it out of the organization. */
      isTakenOut: z.boolean().default(false),
      link,
    }),
  ),
  /** Many codes of the organization's applicants are not used. */
  'codes-limit': toAccount(
    z.object({ organization: words, used: z.number(), most: z.number(), link }),
  ),
  /** Requests about personal data that must be answered, and the first due date. */
  'rights-reminder': toAccount(
    z.object({ organization: words, count: z.number(), dueOn: day, link }),
  ),
  /** Asks whether an application may be kept for another six months. */
  'keep-question': toApplicant(
    z.object({
      shopName: words,
      jobTitle: words,
      firstName: line,
      deletedOn: day,
      keptUntil: day,
      page: page.optional(),
      /** Instead of a page, in mails queued by the version before. */
      link: link.optional(),
      /** Checked again when the mail is sent. Absent in mails queued by the version before. */
      applicantId: z.string().optional(),
    }),
    linked,
  ),
  /** To a customer of the shop who agreed to marketing by email. */
  'job-invitation': toApplicant(
    z.object({
      shopName: words,
      /** The store's name: the person agreed there. */
      storeName: words,
      /** The shop's postal address, which some countries require in such a mail; null when not set. */
      address: words.nullable(),
      jobTitle: words,
      /** The job's place, and its pay if given. */
      place: words,
      pay: words.nullable(),
      link,
      /** For all invitations of this organization, without a session. */
      unsubscribeLink: link,
      /** When the mail is sent, it is checked again whether the job is open and the person still agrees. */
      jobId: z.string(),
    }),
  ),
  'new-applications': toAccount(
    z.object({
      ...staffMail,
      pace: z.custom<Digest>(),
      /** The first ones, in the order of arrival, and the number of others. */
      applications: z.array(z.object(applicant)),
      more: z.number(),
      /** The link to all of them, when there are several. */
      listLink: link,
    }),
  ),
  'undelivered-mails': toAccount(
    z.object({
      ...staffMail,
      mails: z.array(z.object({ ...applicant, what: z.string() })),
      more: z.number(),
      listLink: link,
    }),
  ),
  'join-requests': toAccount(
    z.object({
      ...staffMail,
      names: z.array(nameOr(() => t('mails.personUnnamed'))),
      more: z.number(),
      link,
    }),
  ),
  'join-approved': toAccount(joinDecision),
  'join-declined': toAccount(joinDecision),
}
export type MailKind = keyof typeof mailKinds
/** What a mail is queued with. */
export type MailViews = { [Kind in MailKind]: z.input<(typeof mailKinds)[Kind]['view']> }
/** What its template shows. */
export type SafeViews = { [Kind in MailKind]: z.output<(typeof mailKinds)[Kind]['view']> }
export type StaffMail = Pick<SafeViews['join-requests'], keyof typeof staffMail>

const kindNames = Object.keys(mailKinds) as MailKind[]
export const applicantMails: readonly MailKind[] = kindNames.filter(
  (kind) => mailKinds[kind].reader === 'applicant',
)
export type MailView = { [Kind in MailKind]: { kind: Kind; data: MailViews[Kind] } }[MailKind]

/** The appearance of the sending organization; the logo's URL is absolute. */
export type MailBrand = Omit<Brand, 'name'>

/** Null for mails without an organization: those have the product's own. */
export const mailBrandOf = (brand: Brand | null, appUrl: string): MailBrand | null =>
  brand && {
    accent: brand.accent,
    logo: brand.logo && { ...brand.logo, href: `${appUrl}${brand.logo.href}` },
  }

export const renderedMail = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type RenderedMail = z.output<typeof renderedMail>
/** The exports of `src/mails/render.tsx`, which `main.ts` passes down. */
export type RenderMail = (mail: MailView, brand?: MailBrand | null) => RenderedMail
