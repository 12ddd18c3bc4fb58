// The background work: a definition for each kind of task.
import type { TaskOutcome } from '#domain/tasks/tasks.ts'
import { renewSearches } from '#features/applicants/renew-searches.ts'
import { answerMailRequests } from '#features/accounts/mail-requests.ts'
import { queueApplicationLinks } from '#features/rights/send-page-link.ts'
import { deleteClosedAccounts } from '#features/accounts/delete-closed-accounts.ts'
import type { Deps } from '#features/deps.ts'
import { hashOldOrigins } from '#features/audit/hash-old-origins.ts'
import { sweepAuditLog } from '#features/audit/sweep-audit-log.ts'
import { queueBreachNotices } from '#features/incidents/send-breach-notices.ts'
import { queueApplicantMails } from '#features/mails/queue-applicant-mails.ts'
import {
  giveUpMail,
  isAddressRefused,
  MAIL_RETRY_SECONDS,
  pauseMails,
  sendMail,
} from '#features/mails/send-mail.ts'
import { MAIL_LEASE_SECONDS } from '#features/mails/mark-mail-sent.ts'
import { queueNotifications } from '#features/mails/queue-notifications.ts'
import type { StandingDefinition, TaskDefinitions } from '#features/tasks/task-definitions.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { believedTime, LOOK_SECONDS, pauseInDoubt } from '#data/retention/judge-time.ts'
import { foldApplicantCounts } from '#features/retention/fold-applicant-counts.ts'
import { sweepFiles, sweepUnclaimedCvs } from '#features/retention/sweep-files.ts'
import { askToKeep } from '#features/rights/ask-to-keep.ts'
import { remindOwners } from '#features/rights/remind-owners.ts'
import { sweepInvitations } from '#features/retention/sweep-invitations.ts'
import { sweepJobInvitations } from '#features/retention/sweep-job-invitations.ts'
import { sweepMails } from '#features/retention/sweep-mails.ts'
import { sweepSentChanges } from '#features/retention/sweep-sent-changes.ts'
import { sweepNotices } from '#features/store/notices/sweep-notices.ts'
import {
  giveUpRefresh,
  REFRESH_LEASE_SECONDS,
  refreshCustomers,
} from '#features/store/customers/refresh-customers.ts'
import {
  giveUpInviting,
  INVITE_LEASE_SECONDS,
  INVITE_RETRY_SECONDS,
  inviteCustomers,
} from '#features/store/job-invitations/invite-customers.ts'
import { NOTICE_RETRY_SECONDS, workStoreNotice } from '#features/store/notices/work-notice.ts'
import { writeStorePages } from '#features/store/pages/sync-pages.ts'
import { EMPTY_LEASE_SECONDS, emptyStore } from '#features/store/removal/empty-store.ts'
import { THEME_LEASE_SECONDS, writeThemeJobs } from '#features/store/theme-jobs/write-theme-jobs.ts'
import {
  CHECK_RETRY_SECONDS,
  openCvChecks,
  pauseScans,
  queueScans,
  scanCv,
} from '#features/cvs/check-cvs.ts'
import { OLD_TEXTS_PERIOD, queueOldTexts } from '#features/cvs/queue-old-texts.ts'
import { giveUpReading, openCvReading, READ_RETRY_SECONDS } from '#features/cvs/read-cvs.ts'
import { closeJobs } from '#features/jobs/close-jobs.ts'
import { reencryptValues } from '#features/keys/reencrypt-values.ts'
import { copyErasures } from '#features/backups/copy-erasures.ts'
import { sweepArchives } from '#features/backups/sweep-archives.ts'
import { tendBackups } from '#features/backups/tend-backups.ts'
import { sweepGivenUpTasks } from '#features/tasks/given-up-tasks.ts'
import { announceLostStores } from '#features/store/notices/announce-lost-stores.ts'
import { renewTokens } from '#features/store/renew-tokens.ts'
import { sweepInstalls } from '#features/store/sweep-installs.ts'
import { vacuumDatabase } from '#features/retention/vacuum-database.ts'
import { sweepLiveEvents } from '#features/retention/sweep-live-events.ts'

/** The longest delay until the next check: another process may have scheduled something sooner. */
const LOOK_SECONDS_FOR_MAILS = 60
/**
 * How long a thread for CVs waits for the next one: starting one costs as much as reading thirty. It uses about 100 MB.
 */
const CV_THREAD_SECONDS = 60

/** The definitions of the tasks that use cases queue. */
export const taskDefinitions: TaskDefinitions = {
  'send-mail': {
    failure: 'mail not sent',
    leaseSeconds: MAIL_LEASE_SECONDS,
    // One of them is always left for other organizations.
    atOnce: 6,
    retrySeconds: MAIL_RETRY_SECONDS,
    pause: pauseMails,
    work: sendMail,
    isFinal: isAddressRefused,
    giveUp: giveUpMail,
    // Notices of a breach wait for outbox space; owners are mailed about mails that were given up.
    next: 'queue-mails',
  },
  'check-cv': {
    failure: 'CV not checked',
    leaseSeconds: 30,
    atOnce: 1,
    retrySeconds: CHECK_RETRY_SECONDS,
    isNeverGivenUp: true,
    isAfterRush: true,
    open: openCvChecks,
    idleSeconds: CV_THREAD_SECONDS,
  },
  'scan-cv': {
    failure: 'a CV could not be scanned and is held',
    leaseSeconds: 60,
    atOnce: 1,
    retrySeconds: CHECK_RETRY_SECONDS,
    isNeverGivenUp: true,
    pause: pauseScans,
    work: scanCv,
  },
  'queue-scans': {
    failure: 'CVs from before the scanner are not queued',
    leaseSeconds: 60,
    atOnce: 1,
    retrySeconds: [],
    period: 300,
    work: queueScans,
  },
  'read-cv': {
    failure: 'CV not read',
    // Longer than the reader's own timeout.
    leaseSeconds: 90,
    atOnce: 1,
    retrySeconds: READ_RETRY_SECONDS,
    // One lane for each organization, so that many CVs of one do not delay the others.
    hasLanes: true,
    isAfterRush: true,
    open: openCvReading,
    idleSeconds: CV_THREAD_SECONDS,
    giveUp: giveUpReading,
  },
  'queue-old-texts': {
    failure: 'CVs that an older reader has read are not queued',
    leaseSeconds: 60,
    atOnce: 1,
    retrySeconds: [],
    period: OLD_TEXTS_PERIOD,
    work: queueOldTexts,
  },
  'work-store-notice': {
    failure: 'a notice of a store was not worked',
    leaseSeconds: 120,
    atOnce: 1,
    retrySeconds: NOTICE_RETRY_SECONDS,
    hasLanes: true,
    pause: pauseWithoutStores,
    work: workStoreNotice,
  },
  'write-store-pages': {
    failure: 'store pages are behind',
    leaseSeconds: 120,
    atOnce: 1,
    retrySeconds: [60],
    isNeverGivenUp: true,
    pause: pauseWithoutStores,
    work: writeStorePages,
  },
  'write-theme-jobs': {
    failure: 'the jobs in a theme are behind',
    leaseSeconds: THEME_LEASE_SECONDS,
    atOnce: 2,
    retrySeconds: [60],
    isNeverGivenUp: true,
    pause: pauseWithoutStores,
    work: writeThemeJobs,
  },
  'empty-store': {
    failure: 'a store is not emptied',
    leaseSeconds: EMPTY_LEASE_SECONDS,
    atOnce: 2,
    retrySeconds: [60],
    isNeverGivenUp: true,
    pause: pauseWithoutStores,
    work: emptyStore,
  },
  'refresh-customers': {
    failure: 'a customer refresh stopped',
    leaseSeconds: REFRESH_LEASE_SECONDS,
    // A slow store delays only its own organization.
    atOnce: 100,
    retrySeconds: [5, 60],
    work: refreshCustomers,
    giveUp: giveUpRefresh,
  },
  'invite-customers': {
    failure: 'customers are not invited to apply',
    leaseSeconds: INVITE_LEASE_SECONDS,
    atOnce: 4,
    retrySeconds: INVITE_RETRY_SECONDS,
    // The runs of an organization one after the other.
    hasLanes: true,
    pause: pauseWithoutStores,
    work: inviteCustomers,
    giveUp: giveUpInviting,
  },
  'copy-erasures': {
    failure: 'the ledger of erasures was not copied beside the backups',
    leaseSeconds: 60,
    atOnce: 1,
    retrySeconds: [10, 60, 600],
    isNeverGivenUp: true,
    work: copyErasures,
  },
  'answer-mail-requests': {
    failure: 'mails that were asked for are late',
    leaseSeconds: 60,
    atOnce: 1,
    // Somebody is waiting for a code or a link.
    retrySeconds: [1, 10],
    period: LOOK_SECONDS_FOR_MAILS,
    async work(deps) {
      await answerMailRequests(deps, queueApplicationLinks)
    },
  },
  'queue-mails': {
    failure: 'mails to applicants and staff are late',
    leaseSeconds: 60,
    atOnce: 1,
    retrySeconds: [],
    isAfterRush: true,
    period: LOOK_SECONDS_FOR_MAILS,
    work: queueMails,
  },
}

async function pauseWithoutStores({ stores }: Deps): Promise<number | undefined> {
  return stores ? undefined : HOUR
}

/** Few at once, so that mails of other organizations do not wait behind them. */
async function queueMails(deps: Deps): Promise<TaskOutcome> {
  for (;;) {
    const notices = await queueBreachNotices(deps)
    const { handled, seconds } = await queueApplicantMails(deps)
    const staff = await queueNotifications(deps)
    if (notices + handled + staff.handled === 0 || deps.closing.aborted) {
      const delays = [LOOK_SECONDS_FOR_MAILS, seconds, staff.seconds]
      return { seconds: Math.min(...delays.filter((each) => each !== undefined)) }
    }
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/**
 * Scheduled work (UTC): once, however many processes run. Work missed while no process ran is done at the next start. While the time is
 * in doubt it waits, or a process with a better clock does it.
 */
const byTheClock = (
  period: number,
  after: number,
  failure: string,
  work: (deps: Deps) => Promise<unknown>,
): StandingDefinition => ({
  failure,
  period,
  after,
  leaseSeconds: 15 * MINUTE,
  atOnce: 1,
  retrySeconds: [10, 60],
  pause: pauseInDoubt,
  async work(deps) {
    await work(deps)
  },
})
const hourly = byTheClock.bind(null, HOUR)
/** Minutes after 3:00. */
const nightly = (minutes: number, failure: string, work: (deps: Deps) => Promise<unknown>) =>
  byTheClock(DAY, 3 * HOUR + minutes * MINUTE, failure, work)
/** Work that no wrong clock can spoil: it deletes nothing, and tells nobody of a day. */
const inAnyTime = ({ pause: _pause, ...definition }: StandingDefinition): StandingDefinition =>
  definition

/** The definitions of queued and of scheduled work. */
export const allTaskDefinitions: TaskDefinitions = {
  ...taskDefinitions,
  'look-at-clock': {
    failure: 'the time is not looked at',
    leaseSeconds: MINUTE,
    atOnce: 1,
    retrySeconds: [],
    period: LOOK_SECONDS,
    pause: pauseInDoubt,
    async work(deps) {
      await believedTime(deps)
    },
  },
  'sweep-unclaimed-cvs': byTheClock(5 * MINUTE, 0, 'unclaimed CVs not swept', sweepUnclaimedCvs),
  // Finishes an interrupted rotation of the main key, and encrypts CVs from before each had a key.
  'renew-sealed': inAnyTime(
    hourly(25 * MINUTE, 'not everything is encrypted under the current key', reencryptValues),
  ),
  'sweep-files': byTheClock(15 * MINUTE, 0, 'files not swept', async (deps) => {
    const removed = await sweepFiles(deps)
    if (removed > 0) deps.log.info({ removed }, 'files without an owner removed')
  }),
  // Every hour: a second run of a day finds nothing to do.
  'delete-expired': hourly(10 * MINUTE, 'retention', async (deps) => {
    const deleted = await deleteExpired(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'applications older than six months deleted')
  }),
  'ask-to-keep': nightly(15, 'nobody is asked whether to keep an application', async (deps) => {
    const asked = await askToKeep(deps)
    if (asked > 0) deps.log.info({ asked }, 'people asked whether to keep their application')
  }),
  // In every time zone days end at a quarter of an hour of UTC.
  'close-jobs': byTheClock(15 * MINUTE, 0, 'jobs not closed on their day', async (deps) => {
    const closed = await closeJobs(deps)
    if (closed > 0) deps.log.info({ closed }, 'jobs closed after their closing day')
  }),
  'remind-of-requests': nightly(16, 'owners are not reminded of requests', remindOwners),
  'delete-old-archives': hourly(20 * MINUTE, 'old archives are not deleted', async (deps) => {
    const deleted = await sweepArchives(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'archives deleted after their days')
  }),
  'tend-backups': inAnyTime(
    nightly(18, 'the log beside the backups is not tended', async (deps) => {
      const appended = await tendBackups(deps)
      if (appended > 0) deps.log.warn({ appended }, 'the log beside the backups lacked entries')
    }),
  ),
  'sweep-invitations': nightly(20, 'invitations not swept', sweepInvitations),
  'sweep-job-invitations': nightly(22, 'invitations to apply not swept', sweepJobInvitations),
  'sweep-mails': nightly(25, 'mails to nobody not swept', sweepMails),
  'sweep-store-notices': nightly(30, 'store notices not swept', sweepNotices),
  'sweep-sent-changes': nightly(35, 'sent changes not swept', sweepSentChanges),
  'sweep-given-up-tasks': nightly(37, 'tasks that were given up not swept', sweepGivenUpTasks),
  'sweep-audit-log': nightly(40, 'audit log not swept', async (deps) => {
    const removed = await sweepAuditLog(deps)
    if (removed > 0) deps.log.info({ removed }, 'audit events older than seven years removed')
  }),
  'hash-old-origins': nightly(50, 'old origins not hashed', hashOldOrigins),
  // Weeks before the platform ends the connection of an unused shop.
  'renew-store-tokens': inAnyTime(
    nightly(25, 'the connections of stores are not renewed', async (deps) => {
      const renewed = await renewTokens(deps)
      if (renewed > 0) deps.log.info({ renewed }, 'connections of quiet stores renewed')
    }),
  ),
  'announce-lost-stores': inAnyTime(
    byTheClock(15 * MINUTE, 0, 'owners are not told of lost stores', announceLostStores),
  ),
  'sweep-installs': hourly(10 * MINUTE, 'installs not swept', sweepInstalls),
  'fold-applicant-counts': inAnyTime(
    byTheClock(5 * MINUTE, 0, 'counts not folded', foldApplicantCounts),
  ),
  'renew-searches': {
    failure: 'what is searched of earlier applicants is not made anew',
    leaseSeconds: MINUTE,
    atOnce: 1,
    retrySeconds: [10, 60],
    isAfterRush: true,
    period: HOUR,
    work: renewSearches,
  },
  'vacuum-database': inAnyTime(hourly(40 * MINUTE, 'the database is not vacuumed', vacuumDatabase)),
  'sweep-live-events': byTheClock(15 * MINUTE, 0, 'live events not swept', sweepLiveEvents),
  'delete-closed-accounts': byTheClock(15 * MINUTE, 0, 'accounts not deleted', async (deps) => {
    const deleted = await deleteClosedAccounts(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'closed accounts deleted')
  }),
}
