// Every deletion of the product takes a cutoff, which only the guard of deletions makes, or somebody has decided here why it needs none
// (docs/decisions/0032-retention.md).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import type { Queries, WholeTx } from './database.ts'
import { deleteUnclaimedCvs } from './cvs/cvs.ts'
import { deleteOldErasures } from './retention/ledger.ts'
import { listExpiredLocked } from './retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** For the compiler alone: `tsc` fails where a line below a `@ts-expect-error` compiles after all. */
export const refused = (db: Queries, tx: WholeTx, id: OrganizationId, now: Date) => [
  // @ts-expect-error the clock as it is
  deleteUnclaimedCvs(db, now),
  // @ts-expect-error the clock as it is
  deleteOldErasures(db, new Date()),
  // @ts-expect-error the clock as it is
  listExpiredLocked(tx, id, { through: '2026-01-01', now }, 1),
  // @ts-expect-error the clock as it is
  ((cutoff: Cutoff) => cutoff)(now),
]

/** Why each of these needs no cutoff: the function, and how many deletions it has. */
const WITHOUT_CUTOFF: Record<string, readonly string[]> = {
  'A person asked for it: for their own account, or for what their organization has.': [
    'src/data/accounts/account-closings.ts › deleteAccountClosing 1',
    'src/data/accounts/account-states.ts › deleteOtherSignInMethods 5',
    'src/data/accounts/account-states.ts › deletePassword 1',
    'src/data/accounts/factors.ts › deleteFactor 1',
    'src/data/accounts/passkeys.ts › deletePasskey 1',
    'src/data/accounts/sessions.ts › deleteAllSessions 1',
    'src/data/accounts/sessions.ts › deleteOtherFirstFactorSessions 1',
    'src/data/accounts/sessions.ts › deleteSessions 1',
    'src/data/applicants/applicant-tags.ts › deleteTags 1',
    'src/data/applicants/notes.ts › deleteNote 1',
    'src/data/backups/copied-acts.ts › deleteBackupFolder 1',
    'src/data/cvs/cvs.ts › deleteUnclaimedCv 1',
    'src/data/jobs/job-texts.ts › deleteJobText 1',
    'src/data/jobs/jobs.ts › deleteJob 1',
    'src/data/mails/mail-templates.ts › deleteMailTemplate 1',
    'src/data/mails/notification-settings.ts › deleteNotificationExceptions 1',
    'src/data/mails/notifications.ts › deleteWaitingNotifications 1',
    'src/data/organizations/invitations.ts › deleteJoinRequest 1',
    'src/data/organizations/members.ts › updateMemberApproved 1',
    'src/data/store/job-invitations.ts › deleteInvitationsOfAddress 1',
    'src/data/store/job-invitations.ts › deleteNoContact 1',
    'src/data/functions/organizations/admit_requester.sql › admit_requester 1',
    'src/data/functions/organizations/release_member.sql › release_member 1',
    'src/data/functions/mails/forget_notifications.sql › forget_notifications 3',
  ],
  'It is used up, or replaced by what takes its place in the same transaction.': [
    'src/data/accounts/account-codes.ts › deleteAccountCode 1',
    'src/data/accounts/account-codes.ts › deleteAccountCodes 2',
    'src/data/accounts/account-codes.ts › deleteFlowCode 1',
    'src/data/accounts/account-codes.ts › insertAccountCode 1',
    'src/data/accounts/factors.ts › deleteChallenges 1',
    'src/data/accounts/factors.ts › insertRecoveryCodes 1',
    'src/data/accounts/identities.ts › deleteProviderFlow 1',
    'src/data/accounts/mail-requests.ts › deleteMailRequest 1',
    'src/data/accounts/mail-requests.ts › deleteMailRequestReturning 1',
    'src/data/accounts/passkeys.ts › deletePasskeyChallenge 1',
    'src/data/accounts/sessions.ts › deleteUnusedRefreshTokens 1',
    'src/data/cvs/cvs.ts › insertUnclaimedCv 1',
    'src/data/cvs/cvs.ts › replaceCvOfApplicant 1',
    'src/data/migrate.ts › runFunctions 1',
    'src/data/store/store-installs.ts › deleteStoreInstall 1',
    'src/data/store/store-pages.ts › updateOtherPages 1',
    'src/data/store/store-pages.ts › upsertStorePage 1',
    'src/data/verification/verification.ts › deleteOlderGrants 1',
    'src/data/verification/verification.ts › deleteUnsentVerification 1',
  ],
  'A person begins another enrolment: one that was not finished proves nothing.': [
    'src/data/accounts/factors.ts › deleteUnfinishedFactors 1',
  ],
  'Of what findDueAccountClosing and listExpiredLocked found, which take a cutoff, or what a person or a store asked for.':
    [
      'src/data/accounts/account-closings.ts › deleteAccount 7',
      'src/data/accounts/account-closings.ts › deleteOrganization 1',
      'src/data/retention/erasures.ts › deleteProofs 2',
      'src/data/retention/erasures.ts › deleteWithBelongings 1',
      'src/data/retention/erase-mails.ts › deleteApplicantMails 1',
      'src/data/retention/erase-mails.ts › deleteCopies 1',
      'src/data/retention/erase-mails.ts › deleteMailsToAddress 1',
    ],
  'As processes of the last release do it, which have no other way.': [
    'src/data/functions/for-last-release/end_notifications.sql › end_notifications 1',
    'src/data/functions/for-last-release/erase_address.sql › erase_address 2',
    'src/data/functions/for-last-release/erase_applicant_mails.sql › erase_applicant_mails 4',
    'src/data/functions/for-last-release/take_back_mails.sql › take_back_mails 2',
  ],
  'The store removed the app or asked for erasure, or an owner disconnected it.': [
    'src/data/applicants/applicant-customers.ts › deleteCustomersOfShop 1',
    'src/data/mails/mails.ts › deleteSentInvitations 1',
    'src/data/store/job-invitations.ts › deleteInvitationsOfShop 2',
    'src/data/store/store-pages.ts › deleteStorePages 1',
    'src/data/store/store-people.ts › deleteSessionsOfStore 1',
    'src/data/store/store-people.ts › deleteStorePeople 1',
    'src/data/store/store-removals.ts › deleteStoreRemoval 1',
    'src/data/store/ended-stores.ts › deleteStore 7',
    'src/data/store/ended-stores.ts › deleteStoreWork 1',
    'src/data/store/shop-belongings.ts › deleteMailsOfFormerMember 2',
  ],
  'Its work is done, or was canceled.': [
    'src/data/mails/mails.ts › deleteMail 1',
    'src/data/mails/mails.ts › deleteUnsentMails 2',
    'src/data/mails/mails.ts › endMails 1',
    'src/data/mails/notifications.ts › deleteNotificationEvents 1',
    'src/data/mails/notifications.ts › deleteNotifications 1',
    'src/data/tasks/tasks.ts › deleteDoneTask 1',
    'src/data/tasks/tasks.ts › deleteTask 1',
  ],
  'Rows of the same kind are put together: their sum stays.': [
    'src/data/applicants/applicant-counts.ts › updateApplicantCounts 1',
    'src/data/cvs/cv-space.ts › updateCvSpace 1',
    'src/data/overview/overview.ts › updateApplicantDays 1',
  ],
  'A person restores a backup, or moves the database.': [
    'src/data/backups/dump.ts › loadDatabase 1',
    'src/data/backups/erase-again.ts › eraseAgain 1',
    'src/data/backups/repeat-acts.ts › repeat 2',
    'src/data/backups/repeat-acts.ts › repeatActs 1',
  ],
  'It is counted no longer: a limit would otherwise refuse what it should not.': [
    'src/data/rate-limits.ts › deleteAllUses 1',
    'src/data/tasks/times.ts › updateTimesOfTheFuture 1',
  ],
  'The operator set its end, or ended it.': [
    'src/data/operator/refused-networks.ts › deleteRefusedNetwork 1',
    'src/data/operator/refused-networks.ts › listRefusedNetworks 1',
  ],
  'It refuses a deletion.': [
    'src/data/functions/rights/refuse_erasure_change.sql › refuse_erasure_change 1',
    'src/data/functions/audit/refuse_audit_change.sql › refuse_audit_change 1',
    'src/data/functions/audit/refuse_chain_change.sql › refuse_chain_change 1',
  ],
  'A file of this process that was not finished, or has reached its place.': [
    'src/features/backups/write-backup.ts › writeBackup 1',
    'src/gateways/files.ts › bucketFiles 1',
    'src/gateways/files.ts › stagedIn 1',
    'src/gateways/new-file.ts › makeFile 1',
  ],
  'Stored files whose rows are gone, or that the sweep found older than its cutoff and without a row.':
    ['src/gateways/files.ts › onDisk 2'],
  'A socket on which nobody listens any more.': [
    'src/operator/operator-socket.ts › listenForOperator 1',
  ],
}

const root = path.join(import.meta.dirname, '../..')
const DELETES =
  /\bdeleteFrom\(|\bdelete from\b|\btruncate\b|\b(?:rm|rmdir|unlink)(?:Sync)?\(|\bdisk\.delete\w*\(/gi
const HEADS =
  /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+))|^create (?:or replace )?function (\w+)/gim

/** The deletions of each function: `path › name count`, and whether it takes a cutoff. */
function* deletionsIn(file: string): Generator<{ name: string; takesCutoff: boolean }> {
  const text = readFileSync(path.join(root, file), 'utf8')
  const heads = [...text.matchAll(HEADS)]
  const parts = [0, ...heads.map(({ index }) => index), text.length]
  for (const [place, from] of parts.slice(0, -1).entries()) {
    const body = text
      .slice(from, parts[place + 1])
      .replaceAll(/^\s*(?:\/\/|--|\/?\*|import\b).*$/gm, '')
    const count = body.match(DELETES)?.length ?? 0
    if (count === 0) continue
    const [, ...names] = heads[place - 1] ?? []
    const name = `${file} › ${names.find(Boolean) ?? 'the file itself'} ${count}`
    yield { name, takesCutoff: /: Cutoff\b/.test(body) }
  }
}

test('every deletion takes a cutoff, or is listed with the reason why it needs none', () => {
  const files = globSync('src/**/*.{ts,sql}', {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  })
  const found = files.flatMap((file) => [...deletionsIn(file)])
  const byTime = found.filter(({ takesCutoff }) => takesCutoff)
  expect(byTime.length).toBeGreaterThan(20)
  const others = found.filter(({ takesCutoff }) => !takesCutoff).map(({ name }) => name)
  expect(others.toSorted()).toEqual(Object.values(WITHOUT_CUTOFF).flat().toSorted())
})

test('only the guard makes a cutoff', () => {
  const makers = globSync('{src,test,bench}/**/*.ts', { cwd: root }).filter((file) =>
    / as Cutoff\b/.test(
      readFileSync(path.join(root, file), 'utf8').replaceAll(/^.*\/ as Cut.*$/gm, ''),
    ),
  )
  expect(makers.toSorted()).toEqual(['src/data/retention/judge-time.ts', 'test/cutoff.ts'])
})
