// Invites the customers of a segment to apply for a job: page after page of the store's API, each page and its mails in
// one transaction.
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { AppError } from '#domain/errors.ts'
import { SOURCE_PARAMETER } from '#domain/careers/sources.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import { firstLanguage, inReadersWords, isSameLanguage } from '#domain/jobs/job-texts.ts'
import { publicPay, publicPlace } from '#domain/jobs/facts-in-words.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { MOST_INVITED, MOST_LOOKED_AT, type RunCounts } from '#domain/store/job-invitations.ts'
import { whyNoStore } from '#domain/store/store.ts'
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { languageOf, storedLanguage } from '#domain/texts/languages.ts'
import { inLocale, type Language } from '#domain/texts/locale.ts'
import type { TextCode } from '#domain/texts/text.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { findMailSettings } from '#data/mails/mail-templates.ts'
import { insertMails, type NewMail } from '#data/mails/mails.ts'
import { findProfile } from '#data/organizations/profiles.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import {
  findInvitationRun,
  findRunningInvitationLocked,
  updateInvitationRun,
  type StoredRun,
} from '#data/store/job-invitation-runs.ts'
import { findInvitedJob, insertInvitations } from '#data/store/job-invitations.ts'
import { findUninstalledStore } from '#data/store/ended-stores.ts'
import { listLivingStores } from '#data/store/store-sessions.ts'
import { updateTaskLease } from '#data/tasks/tasks.ts'
import type { InvitationKey } from '#gateways/store/invitation-keys.ts'
import { customerLocales } from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { jobsUrlOf } from '../pages/open-store.ts'
import { findOpenedKey, judgeMembers, readMembers, type Invited } from './judge-members.ts'

/** Longer than one page may take. */
export const INVITE_LEASE_SECONDS = 90
/** Delay before a busy or unreachable store is tried again; earlier invitations of the run stay valid. */
export const INVITE_RETRY_SECONDS = [15, 60, 300]

type Job = NonNullable<Awaited<ReturnType<typeof findInvitedJob>>>

/** Errors that only a person can fix end the run at once, with a message for its author. */
export async function inviteCustomers(deps: Deps, task: LeasedTask): Promise<void> {
  const { organization_id: organizationId, key: id } = task
  const { stores } = deps
  if (!organizationId || !stores) return
  try {
    while (await invitePage(deps, stores, { task, organizationId, id })) {
      deps.closing.throwIfAborted()
    }
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (!code || /^store\.(?:unreachable|throttled)$/.test(code)) throw error
    await endInvitation(deps, organizationId, id, code)
  }
}

export async function giveUpInviting(deps: Deps, { organization_id, key }: LeasedTask) {
  if (organization_id) await endInvitation(deps, organization_id, key, 'store.unreachable')
}

type Work = { task: LeasedTask; organizationId: OrganizationId; id: string }

/** False when the run is complete. */
async function invitePage(
  deps: Deps,
  stores: Stores,
  { task, organizationId, id }: Work,
): Promise<boolean> {
  const found = await deps.db.readForOrganization(organizationId, async (tx) => {
    const run = await findInvitationRun(tx, organizationId, id)
    const job = run && (await findInvitedJob(tx, organizationId, run.job_post_id))
    const living = await listLivingStores(tx, organizationId)
    const ended = run && (await findUninstalledStore(tx, organizationId, run.shop))
    return { run, job, ended, store: living.find(({ shop }) => shop === run?.shop) }
  })
  const { run, job, store } = found
  if (run?.status !== 'running') return false
  // The shop may be another organization's by now, and answer.
  if (!store) throw new AppError(whyNoStore(found.ended))
  if (!job) throw new AppError('jobInvitation.jobClosed')
  const { shop, segment_id: segment } = run
  const signal = deps.closing
  const page = await readMembers(stores, { shop, segment, after: run.after }, signal)
  const { judged, key } = await deps.db.includingRestricted(organizationId, async (tx) => {
    const opened = await findOpenedKey(deps, tx, organizationId)
    const asked = { members: page.members, jobId: job.id, key: opened }
    return { judged: await judgeMembers(tx, organizationId, asked), key: opened }
  })
  if (!key) throw new Error('an invitation without its key')
  const invitable = judged.invitable.slice(0, MOST_INVITED - run.invited)
  const locales = await readLocales(stores, shop, invitable, signal)
  return deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await updateTaskLease(tx, task, INVITE_LEASE_SECONDS))) return false
    const current = await findRunningInvitationLocked(tx, organizationId, id)
    if (current?.after !== run.after) return false
    const invited = await insertMailed(deps, tx, {
      run,
      job,
      key,
      organizationId,
      invitable,
      locales,
      storeName: store.shop_name,
      jobsUrl: jobsUrlOf(stores, store),
    })
    const counts: RunCounts = {
      ...current,
      total: page.total,
      looked_at: run.looked_at + invitable.length + judged.leftOut.length,
      invited: run.invited + invited,
      // Invited meanwhile by another run.
      invited_before: run.invited_before + invitable.length - invited,
    }
    for (const reason of judged.leftOut) counts[reason] += 1
    const { total, looked_at, not_consented, declined, invited_before, applied } = counts
    const isOver =
      page.after === null || counts.invited >= MOST_INVITED || looked_at >= MOST_LOOKED_AT
    await updateInvitationRun(tx, organizationId, id, {
      total,
      looked_at,
      invited: counts.invited,
      not_consented,
      declined,
      invited_before,
      applied,
      after: page.after,
    })
    if (isOver) await end(tx, organizationId, { ...run, ...counts }, null)
    return !isOver
  })
}

/** Customers by id. Only the language of the mail depends on it, so a store that does not return it is no error. */
async function readLocales(
  stores: Stores,
  shop: string,
  people: readonly Invited[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const ids = people.map(({ customerId }) => customerId)
  const answer = await stores.ask(shop, customerLocales, { ids }, signal).catch(() => undefined)
  return new Map(
    answer?.nodes.flatMap((customer) => (customer ? [[customer.id, customer.locale]] : [])),
  )
}

type Invitation = {
  run: StoredRun
  job: Job
  key: InvitationKey
  organizationId: OrganizationId
  invitable: readonly Invited[]
  locales: ReadonlyMap<string, string>
  /** The store in which the person agreed. */
  storeName: string | null
  /** The page of all jobs in that store's theme. */
  jobsUrl: string | null
}

/** Records the invited people, and queues their mails. Returns how many. */
async function insertMailed(
  deps: Deps,
  tx: Tx,
  { run, job, key, organizationId, invitable, locales, storeName, jobsUrl }: Invitation,
): Promise<number> {
  const people = new Map(
    invitable.map((person) => [key.hashOf(person.email).toString('hex'), person]),
  )
  const hashes = [...people.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const { shop } = run
  const inserted = await insertInvitations(tx, organizationId, hashes, {
    shop,
    job_post_id: job.id,
  })
  const organization = await findOrganization(tx, organizationId)
  const settings = await findMailSettings(tx, organizationId)
  const profile = await findProfile(tx, organizationId)
  if (!organization || inserted.length === 0) return 0
  const mails = inserted.flatMap((hash): NewMail[] => {
    const person = people.get(hash.toString('hex'))
    if (!person) return []
    const language = languageFor(job, organization.language, locales.get(person.customerId))
    const data: MailViews['job-invitation'] = {
      ...wordsOf(deps, { job, organization, jobsUrl }, language),
      storeName: storeName ?? organization.name,
      address: profile?.address ?? null,
      unsubscribeLink: `${deps.appUrl}/api/unsubscribe?token=${key.tokenFor(organizationId, hash)}&lang=${language}`,
    }
    return [
      {
        organization_id: organizationId,
        kind: 'job-invitation',
        recipient: person.email,
        sender_name: senderName(organization.name),
        data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
        reply_to: settings?.mail_reply_to ?? null,
        language,
      },
    ]
  })
  await insertMails(tx, mails)
  return mails.length
}

/**
 * A mail has no place for the note about machine translation, so such a text is used only after a person has read it.
 */
const readTexts = ({ texts }: Job) => texts.filter(({ is_machine_made }) => !is_machine_made)

/** The customer's language, if the ad has a text in it; else that of the ad's first words. */
function languageFor(job: Job, shopLanguage: string | null, locale: string | undefined): Language {
  const first = firstLanguage<string>(job, shopLanguage)
  const spoken = languageOf(locale)
  const written = [first, ...readTexts(job).map(({ language }) => language)]
  if (spoken && written.some((one) => one !== null && isSameLanguage(one, spoken))) return spoken
  return storedLanguage(first)
}

const wordsOf = (
  deps: Deps,
  {
    job,
    organization,
    jobsUrl,
  }: { job: Job; organization: Organization } & Pick<Invitation, 'jobsUrl'>,
  language: Language,
) =>
  inLocale(language, () => ({
    shopName: organization.name,
    jobTitle: inReadersWords({ ...job, texts: readTexts(job) }, organization.language).title,
    jobId: job.id,
    place: publicPlace(job),
    pay: publicPay(job),
    // In the shop they are customers, who may apply with one tap; on our page nobody knows them.
    link: jobsUrl
      ? `${jobsUrl}/${encodeURIComponent(job.slug)}?${SOURCE_PARAMETER}=invitation&lang=${language}`
      : deps.appUrl + careersHref(organization, job, { source: 'invitation', lang: language }),
  }))

/** Does nothing when the run has ended. */
const endInvitation = (
  deps: Deps,
  organizationId: OrganizationId,
  id: string,
  problem: TextCode,
): Promise<void> =>
  deps.db.forOrganization(organizationId, async (tx) => {
    const run = await findRunningInvitationLocked(tx, organizationId, id)
    if (run) await end(tx, organizationId, run, problem)
  })

async function end(
  tx: Tx,
  organizationId: OrganizationId,
  run: StoredRun,
  problem: TextCode | null,
): Promise<void> {
  await updateInvitationRun(tx, organizationId, run.id, {
    status: problem ? 'failed' : 'finished',
    problem,
  })
  if (run.invited === 0) return
  const job = await findJob(tx, organizationId, run.job_post_id)
  await insertAuditEvent(tx, organizationId, {
    actor_id: run.begun_by,
    action: 'customers.invited',
    resource_type: 'job',
    resource_id: run.job_post_id,
    details: { job: job?.title ?? '-', people: run.invited },
  })
}
