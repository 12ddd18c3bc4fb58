// Mails new links to applicants' own pages, always to the address of the application.
import {
  addressMailUses,
  slowAddressMailUses,
  wrongProofUses,
  type Network,
} from '#domain/limits.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { LINKS_IN_MAIL, type PageLink } from '#domain/rights/applicant-page.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import { countUses, insertUses } from '#data/rate-limits.ts'
import {
  findApplicantPage,
  listApplicationsEverywhere,
  updateLinkGeneration,
  type FoundPage,
} from '#data/rights/applicant-pages.ts'
import { newPageLink, readPageToken } from '#gateways/rights/page-links.ts'
import type { Deps } from '../deps.ts'

/**
 * Works for every link that we once signed, also one that has ended. The caller answers everybody the same, whether a mail was
 * sent, the application is gone, or the link was never one of ours.
 */
export async function sendPageLink(deps: Deps, token: string, network: Network): Promise<void> {
  const link = readPageToken(deps.secrets, token)
  if (!link) {
    await insertUses(deps.db.queries, wrongProofUses(network))
    return
  }
  const { organizationId, applicantId } = link
  const found = await deps.db.includingRestricted(organizationId, (tx) =>
    findApplicantPage(tx, organizationId, applicantId),
  )
  if (!found) return
  // Outside the organization's transaction, whose role cannot read the limits.
  const { isCounted } = await countUses(deps.db.queries, addressMailUses(found.email))
  if (!isCounted) return
  await deps.db.includingRestricted(organizationId, async (tx) => {
    const now = await findApplicantPage(tx, organizationId, applicantId)
    if (now) await queueLink(deps, tx, link, now)
  })
}

/**
 * Ends all links of the application, this one too, and mails one new link, also when pressed several times at once. Over the limit of
 * mails to the address the links still end, and the person asks for a new one later.
 */
export async function endPageLinks(deps: Deps, link: PageLink): Promise<void> {
  const { organizationId, applicantId, generation } = link
  const ended = await deps.db.includingRestricted(organizationId, async (tx) => {
    if ((await updateLinkGeneration(tx, organizationId, applicantId, generation)) === undefined)
      return
    const found = await findApplicantPage(tx, organizationId, applicantId)
    if (!found) return
    await insertAuditEvent(tx, organizationId, {
      actor_id: null,
      action: 'applicant.links_ended',
      resource_type: 'applicant',
      resource_id: applicantId,
    })
    return found
  })
  if (!ended) return
  // Without the limit for one minute, in which the mail with the ended link may have been sent.
  const { isCounted } = await countUses(deps.db.queries, slowAddressMailUses(ended.email))
  if (!isCounted) return
  await deps.db.includingRestricted(organizationId, (tx) => queueLink(deps, tx, link, ended))
}

async function queueLink(
  deps: Deps,
  tx: Tx,
  { organizationId, applicantId }: PageLink,
  { name, role_title, email, link_generation, language }: FoundPage,
): Promise<void> {
  const data: MailViews['page-link'] = {
    shopName: name,
    jobTitle: role_title,
    page: newPageLink(
      { ...deps, now: deps.clock.now() },
      { organizationId, applicantId, generation: link_generation },
    ),
  }
  await insertMail(tx, {
    organization_id: organizationId,
    kind: 'page-link',
    recipient: email,
    sender_name: senderName(name),
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
    language,
  })
}

/**
 * One mail for each shop that has applications of this address, in the language of the newest. The caller answers the same for
 * every address, also for one that has applied nowhere.
 */
export async function queueApplicationLinks(deps: Deps, tx: Tx, email: string): Promise<void> {
  const found = await listApplicationsEverywhere(tx, email, LINKS_IN_MAIL)
  const pageOf = (applicant: (typeof found)[number]) =>
    newPageLink(
      { ...deps, now: deps.clock.now() },
      {
        organizationId: applicant.organization_id,
        applicantId: applicant.id,
        generation: applicant.link_generation,
      },
    )
  for (const [organization_id, applications] of Map.groupBy(
    found,
    (each) => each.organization_id,
  )) {
    const [newest] = applications
    if (!newest) continue
    const data: MailViews['page-links'] = {
      shopName: newest.name,
      applications: applications.map((application) => ({
        jobTitle: application.role_title,
        ...pageOf(application),
      })),
    }
    await insertMail(tx, {
      organization_id,
      kind: 'page-links',
      recipient: newest.email,
      sender_name: senderName(newest.name),
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
      language: newest.language,
    })
  }
}
