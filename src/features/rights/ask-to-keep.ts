// Scheduled: asks people by mail, three weeks before their application is deleted, whether it may be kept for another six months.
// Only where the shop has chosen so. No answer is a no.
import { greetedName } from '#domain/full-name.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { addDays, dayOf, deletionDay, RETENTION } from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import { findMailSettings } from '#data/mails/mail-templates.ts'
import { insertMails } from '#data/mails/mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listOrganizationsAsking, updateKeepAsked } from '#data/rights/keep-questions.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 50

/** Returns how many were asked. Somebody whose day is too near for an answer is not asked any more. */
export async function askToKeep(deps: Deps): Promise<number> {
  const today = dayOf(deps.clock.now())
  const days = {
    from: addDays(today, RETENTION.keepAnswerDays),
    through: addDays(today, RETENTION.keepQuestionDays),
  }
  let asked = 0
  for (const organizationId of await listOrganizationsAsking(
    deps.db.queries,
    days.from,
    days.through,
  )) {
    let some = AT_ONCE
    while (some === AT_ONCE && !deps.closing.aborted) {
      some = await askSome(deps, organizationId, days)
      asked += some
    }
  }
  return asked
}

function askSome(
  deps: Deps,
  organizationId: OrganizationId,
  days: { from: string; through: string },
): Promise<number> {
  const now = deps.clock.now()
  return deps.db.forOrganization(organizationId, async (tx) => {
    const people = await updateKeepAsked(tx, organizationId, { ...days, now, most: AT_ONCE })
    const organization = await findOrganization(tx, organizationId)
    const settings = await findMailSettings(tx, organizationId)
    if (people.length === 0 || !organization) return 0
    await insertMails(
      tx,
      people.map((person) => {
        const data: MailViews['keep-question'] = {
          shopName: organization.name,
          jobTitle: person.role_title,
          firstName: inLocale(storedLanguage(person.language, organization.language), () =>
            greetedName(person),
          ),
          deletedOn: deletionDay(person.created_at),
          keptUntil: deletionDay(person.created_at, { isKept: true }),
          applicantId: person.id,
        }
        return {
          organization_id: organizationId,
          kind: 'keep-question' as const,
          recipient: person.email.toLowerCase(),
          sender_name: senderName(organization.name),
          reply_to: settings?.mail_reply_to ?? null,
          data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
          language: person.language,
        }
      }),
    )
    await insertAuditEvents(
      tx,
      organizationId,
      people.map(({ id }) => ({
        actor_id: null,
        action: 'applicant.keeping_asked',
        resource_type: 'applicant',
        resource_id: id,
      })),
    )
    return people.length
  })
}
