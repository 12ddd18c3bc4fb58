// Previews the mails of a bulk rejection: how many people get one, why others do not, and a sample.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { FILTERED_MAX, type RejectionPreviewInput } from '#domain/applicants/applicant-batches.ts'
import { notMailedReasons, type RejectionPreview } from '#domain/applicants/applicant-mails.ts'
import { mailBrandOf } from '#domain/mails/mails.ts'
import { titleIn, writeMail } from '#domain/mails/status-mails.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { currentLocale, inLocale } from '#domain/texts/locale.ts'
import { countRejectionMails } from '#data/applicants/applicant-mails.ts'
import { findApplicant, listReaders } from '#data/applicants/applicants.ts'
import { listApplicantIds } from '#data/applicants/applicant-list.ts'
import { findBrand } from '#data/organizations/organizations.ts'
import { samplePageLink } from '#gateways/rights/page-links.ts'
import type { Deps } from '../../deps.ts'
import { findLetterhead } from './status-mails.ts'

export async function previewRejections(
  deps: Deps,
  actor: Actor | undefined,
  { words, ...selection }: RejectionPreviewInput,
): Promise<RejectionPreview> {
  const { organizationId } = approvedMember(actor)
  const { found, data, locale, text } = await deps.db.readForOrganization(
    organizationId,
    async (tx) => {
      const page = { after: undefined, limit: FILTERED_MAX }
      const ids = (await listApplicantIds(tx, organizationId, selection, page)).map(({ id }) => id)
      const found = await countRejectionMails(tx, organizationId, ids)
      const first = found.first ? await findApplicant(tx, organizationId, found.first) : undefined
      const letterhead = await findLetterhead(tx, organizationId, 'rejected', words)
      const readers = await listReaders(tx, organizationId, first ? [first.id] : [])
      const data =
        first && writeMail(letterhead, first, [titleIn(letterhead, first, readers.get(first.id))])
      const locale = first && storedLanguage(first.language, letterhead.language)
      // Staff may change it, and then it is sent to everybody: it is in the shop's language, not in that of the member.
      const text = inLocale(storedLanguage(letterhead.language, currentLocale()), letterhead.text)
      return { found, data, locale, text }
    },
  )
  const brand = mailBrandOf(await findBrand(deps.db.queries, organizationId), deps.appUrl)
  return {
    mails: found.mails,
    text: { subject: text.subject, body: text.body },
    not_mailed: notMailedReasons.flatMap((reason) =>
      found[reason] > 0 ? [{ reason, count: found[reason] }] : [],
    ),
    sample:
      data && locale
        ? inLocale(locale, () =>
            deps.renderMail(
              { kind: 'status-update', data: { ...data, page: samplePageLink(deps) } },
              brand,
            ),
          )
        : null,
  }
}
