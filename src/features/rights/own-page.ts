// What a person reads on the page of their application, and who may open it: the holder of a link that we signed.
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import { columnOf, fieldNames, sentLines } from '#domain/applicants/application-fields.ts'
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { kindOfCv } from '#domain/cvs/cvs.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import { dayOf, deletionDay, type Day } from '#domain/retention/retention.ts'
import { writtenParts } from '#domain/incidents/breaches.ts'
import type {
  AnswerOutcome,
  OwnApplication,
  PageFrameView,
  PageLink,
} from '#domain/rights/applicant-page.ts'
import type { RequestOutcome, RightsKind } from '#domain/rights/rights.ts'
import { statusText } from '#domain/rights/status-words.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { findApplicantPage, findLinkedByJob, type FoundPage } from '#data/rights/applicant-pages.ts'
import { listBreachesOf, type OwnBreach } from '#data/incidents/breaches.ts'
import { listRequestsOf, type OwnRequest } from '#data/rights/rights-requests.ts'
import { insertUses } from '#data/rate-limits.ts'
import { newPageLink, readPageToken } from '#gateways/rights/page-links.ts'
import type { Deps } from '../deps.ts'

/**
 * Undefined for a link that has ended, was cut or is none of ours: nobody learns which. Only forged ones are counted, although
 * 256 bits cannot be guessed.
 */
export async function openPageLink(
  deps: Deps,
  token: string,
  network: Network,
): Promise<PageLink | undefined> {
  const link = readPageToken(deps.secrets, token)
  if (link) return link.endsAt > deps.clock.now() ? link : undefined
  const over = await insertUses(deps.db.queries, wrongProofUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  return undefined
}

export type OwnPage = {
  shop: PageFrameView['shop']
  application: OwnApplication
  /** For the form that corrects. */
  values: ApplicationValues
}

/** Undefined where the application is gone, or the person has ended this link. */
export async function readOwnPage(deps: Deps, link: PageLink): Promise<OwnPage | undefined> {
  const { organizationId, applicantId, generation } = link
  const { found, ...more } = await deps.db.includingRestricted(organizationId, async (tx) => ({
    found: await findApplicantPage(tx, organizationId, applicantId),
    requests: await listRequestsOf(tx, organizationId, applicantId),
    breaches: await listBreachesOf(tx, organizationId, applicantId),
  }))
  if (!found || found.link_generation !== generation) return undefined
  continueInLanguage(found.language, 'person')
  continueInLanguage(found.organization_language, 'shop')
  return {
    shop: { brand: brandOf(found), href: careersHref(found) },
    application: applicationOf(found, more, link, dayOf(deps.clock.now())),
    values: {
      ...Object.fromEntries(
        fieldNames.map((field) => [field, String(found[columnOf(field)] ?? '')]),
      ),
      ...(found.last_name === '' && { oneName: 'yes' }),
    },
  }
}

/** A link to the page of the application that was already sent for the grant's job and address; null when there is none. */
export async function readOwnPageHref(
  deps: Deps,
  { organization_id, job_post_id, email }: Grant,
): Promise<string | null> {
  const found = await deps.db.includingRestricted(organization_id, (tx) =>
    findLinkedByJob(tx, organization_id, job_post_id, email),
  )
  if (!found) return null
  const { link } = newPageLink(
    { secrets: deps.secrets, appUrl: '', now: deps.clock.now() },
    {
      organizationId: organization_id,
      applicantId: found.id,
      generation: found.link_generation,
    },
  )
  return link
}

function applicationOf(
  found: FoundPage,
  { requests, breaches }: { requests: readonly OwnRequest[]; breaches: readonly OwnBreach[] },
  link: PageLink,
  today: Day,
): OwnApplication {
  const copy = requests.find(({ kind, completed_at }) => kind === 'access' && !completed_at)
  const dayWithoutYes = deletionDay(found.created_at)
  return {
    jobTitle: found.role_title,
    email: shownEmailAddress(found.email),
    sentOn: dayOf(new Date(found.created_at)),
    deletedOn: deletionDay(found.created_at, { isKept: found.is_kept }),
    deletedOnWithoutYes: dayWithoutYes > today ? dayWithoutYes : null,
    next: nextOf(found),
    words: statusText(found.shown_status, found.status_words),
    isOpened: found.shows_opened ? found.is_opened : null,
    sent: sentLines(found),
    cv:
      found.cv_name !== null && found.cv_size !== null
        ? { name: nameOfCv(found.cv_name, found.cv_url), size: found.cv_size }
        : null,
    isWithdrawn: found.is_withdrawn,
    isRestricted: found.is_restricted,
    hasObjected: found.has_objected,
    isNoContact: found.is_no_contact,
    extendedRetention: found.is_kept
      ? 'agreed'
      : found.is_keep_asked && !found.is_withdrawn
        ? 'asked'
        : null,
    copyAsked: copy
      ? { on: dayOf(new Date(copy.requested_at)), dueOn: dayOf(new Date(copy.due_at)) }
      : null,
    answers: requests.flatMap(({ id, kind, outcome, completed_at, reason }) =>
      completed_at && isAnswer(kind, outcome)
        ? [{ id, on: dayOf(new Date(completed_at)), kind, outcome, reason }]
        : [],
    ),
    breaches: breaches.map(({ incident_id: id, confirmed_at, ...notice }) => ({
      id,
      on: dayOf(new Date(confirmed_at)),
      parts: writtenParts(notice),
    })),
    linkEndsOn: dayOf(link.endsAt),
  }
}

function nextOf(found: FoundPage): ApplicantStatus | null {
  const { shown_status, status_words } = found
  const isStopped =
    found.is_withdrawn || found.is_restricted || found.has_objected || found.is_no_contact
  return isStopped || status_words[shown_status] !== undefined ? null : shown_status
}

const isAnswer = (kind: RightsKind, outcome: RequestOutcome | null): outcome is AnswerOutcome =>
  outcome === 'upheld' || outcome === 'refused' || (kind === 'access' && outcome === 'done')

function nameOfCv(name: string, url: string | null): string {
  const kind = kindOfCv(url ?? '')
  return kind ? cvNameFor(name, kind) : name
}
