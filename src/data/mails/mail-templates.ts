// The texts an organization wrote for its mails, and its settings for them.
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import type { MailSettings, MailSettingsInput, TemplateText } from '#domain/mails/mail-templates.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export function listMailTemplates(
  db: Queries,
  organizationId: OrganizationId,
): Promise<(TemplateText & { status: MailedStatus })[]> {
  return db
    .selectFrom('mail_templates')
    .select(['status', 'subject', 'body'])
    .where(inOrganization(organizationId))
    .execute()
}

export async function upsertMailTemplate(
  db: Queries,
  organizationId: OrganizationId,
  status: MailedStatus,
  text: TemplateText,
): Promise<void> {
  await db
    .insertInto('mail_templates')
    .values({ organization_id: organizationId, status, ...text })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'status'])
        .doUpdateSet({ ...text, updated_at: new Date().toISOString() }),
    )
    .execute()
}

/** False when there was none. */
export async function deleteMailTemplate(
  db: Queries,
  organizationId: OrganizationId,
  status: MailedStatus,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mail_templates')
    .where(inOrganization(organizationId))
    .where('status', '=', status)
    .returning('status')
    .executeTakeFirst()
  return deleted !== undefined
}

export function findMailSettings(
  db: Queries,
  organizationId: OrganizationId,
): Promise<MailSettings | undefined> {
  return db
    .selectFrom('organizations')
    .select(['confirmation_mails', 'mail_reply_to'])
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirst()
}

export async function updateMailSettings(
  db: Queries,
  organizationId: OrganizationId,
  settings: MailSettingsInput,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set(settings)
    .where(inOrganization(organizationId, 'id'))
    .execute()
}
