// Owners edit the texts of the mails to applicants, preview them, and choose which are sent automatically.
import { approvedMember, approvedOwner, signedIn, type Actor } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimited, testMailUses } from '#domain/limits.ts'
import {
  mailedStatus,
  mailedStatuses,
  type MailedStatus,
} from '#domain/applicants/applicant-mails.ts'
import {
  defaultText,
  fillText,
  type MailSettingsInput,
  type MailTemplatesView,
  type TemplateText,
} from '#domain/mails/mail-templates.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { currentLocale, inLocale, type Language } from '#domain/texts/locale.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import { mailBrandOf, type MailViews, type RenderedMail } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries, Tx } from '#data/database.ts'
import {
  deleteMailTemplate,
  findMailSettings,
  upsertMailTemplate,
  listMailTemplates,
  updateMailSettings,
} from '#data/mails/mail-templates.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findMember } from '#data/organizations/members.ts'
import { findBrand, findOrganization } from '#data/organizations/organizations.ts'
import { insertUses } from '#data/rate-limits.ts'
import { samplePageLink } from '#gateways/rights/page-links.ts'
import type { Deps } from '../deps.ts'
import { t } from '#domain/texts/text.ts'

export function readTemplates(deps: Deps, actor: Actor | undefined): Promise<MailTemplatesView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => view(tx, organizationId))
}

export const editTemplate = (
  deps: Deps,
  actor: Actor | undefined,
  word: string,
  text: TemplateText,
): Promise<MailTemplatesView> =>
  change(deps, actor, 'mail.template_edited', async (tx, organizationId) => {
    const status = mailedStatus(word)
    await upsertMailTemplate(tx, organizationId, status, text)
    return status
  })

/** Returns to the built-in text; does nothing when the organization has no text for it. */
export const resetTemplate = (
  deps: Deps,
  actor: Actor | undefined,
  word: string,
): Promise<MailTemplatesView> =>
  change(deps, actor, 'mail.template_reset', async (tx, organizationId) => {
    const status = mailedStatus(word)
    await deleteMailTemplate(tx, organizationId, status)
    return status
  })

export const editMailSettings = (
  deps: Deps,
  actor: Actor | undefined,
  settings: MailSettingsInput,
): Promise<MailTemplatesView> =>
  change(deps, actor, 'mail.settings_edited', async (tx, organizationId) => {
    if (Object.keys(settings).length > 0) await updateMailSettings(tx, organizationId, settings)
    return null
  })

/** The mail as its recipient would see it, with invented values. */
export async function previewTemplate(
  deps: Deps,
  actor: Actor | undefined,
  text: TemplateText,
): Promise<RenderedMail> {
  const { organizationId } = approvedMember(actor)
  const { language, data } = await deps.db.readForOrganization(organizationId, (tx) =>
    sample(tx, organizationId, text),
  )
  const brand = mailBrandOf(await findBrand(deps.db.queries, organizationId), deps.appUrl)
  const page = samplePageLink(deps)
  return inLocale(language, () =>
    deps.renderMail({ kind: 'status-update', data: { ...data, page } }, brand),
  )
}

/** Sends to the owner's own address only. */
export async function sendTestMail(
  deps: Deps,
  actor: Actor | undefined,
  word: string,
  text: TemplateText,
): Promise<{ email: string }> {
  const { organizationId, userId } = approvedOwner(actor)
  const { email } = signedIn(actor)
  const status = mailedStatus(word)
  const owner = await deps.db.readForOrganization(organizationId, (tx) =>
    findMember(tx, organizationId, userId),
  )
  // Anyone can sign up with anybody's address, and the mail has words of their own.
  if (!owner?.email_verified) throw new AppError('mail.testUnconfirmed')
  // A transaction of its own: the organization's database role cannot read the rate limits.
  const over = await insertUses(deps.db.queries, testMailUses(userId))
  if (over) throw rateLimited(over, deps.clock.now(), 'mail.testLimit')
  await deps.db.forOrganization(organizationId, async (tx) => {
    const { data } = await sample(tx, organizationId, text)
    await insertMail(tx, {
      organization_id: organizationId,
      kind: 'template-test',
      recipient: email,
      sender_name: senderName(data.shopName),
      data_sealed: deps.secrets.encrypt(JSON.stringify({ ...data, page: samplePageLink(deps) })),
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'mail.test_sent',
      resource_type: 'mail_template',
      resource_id: status,
      details: { status },
    })
  })
  return { email }
}

/** An edited text is sent to everybody, so it is edited in the shop's language, not in that of the member. */
const languageOfTexts = ({ language }: { language: string | null }) =>
  storedLanguage(language, currentLocale())

async function view(tx: Queries, organizationId: OrganizationId): Promise<MailTemplatesView> {
  const settings = await findMailSettings(tx, organizationId)
  const organization = await findOrganization(tx, organizationId)
  if (!settings || !organization) throw new AppError('organization.none')
  const own = new Map(
    (await listMailTemplates(tx, organizationId)).map((template) => [template.status, template]),
  )
  return {
    ...settings,
    templates: inLocale(languageOfTexts(organization), () =>
      mailedStatuses.map((status) => ({
        ...(own.get(status) ?? defaultText(status)),
        status,
        is_default: !own.has(status),
      })),
    ),
  }
}

async function change(
  deps: Deps,
  actor: Actor | undefined,
  action: AuditAction,
  /** Returns the status whose text was changed, or null. */
  write: (tx: Tx, organizationId: OrganizationId) => Promise<MailedStatus | null>,
): Promise<MailTemplatesView> {
  const { organizationId, userId } = approvedOwner(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const status = await write(tx, organizationId)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action,
      resource_type: 'mail_template',
      resource_id: status,
      ...(status && { details: { status } }),
    })
    return view(tx, organizationId)
  })
}

async function sample(
  tx: Queries,
  organizationId: OrganizationId,
  text: TemplateText,
): Promise<{ language: Language; data: MailViews['status-update'] }> {
  const organization = await findOrganization(tx, organizationId)
  const language = languageOfTexts({ language: organization?.language ?? null })
  const shopName = organization?.name ?? ''
  const jobTitle = inLocale(language, () => t('mail.sampleJob'))
  const values = {
    first_name: 'Maya',
    last_name: 'Okafor',
    job_title: jobTitle,
    organization: shopName,
  }
  return {
    language,
    data: {
      shopName,
      jobTitle,
      subject: fillText(text.subject, values),
      body: fillText(text.body, values),
    },
  }
}
