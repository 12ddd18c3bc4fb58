// What is done for one person reads that person's rows, however many others the organization has.
import { beforeAll, describe, expect, test } from 'vitest'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import { tablesReadWidely } from '#test/rows-read.ts'
import type { WholeTx } from '../database.ts'
import { listWaitingNotices } from '../incidents/breaches.ts'
import { deleteAddress, listApplicationsToErase } from '../retention/erasures.ts'
import { findLinkedByJob } from '../rights/applicant-pages.ts'
import { findIsKeepQuestionOpen } from '../rights/keep-questions.ts'
import { listApplicationsOfAddress, updateNoContact } from '../rights/own-application.ts'
import { listCopiedFiles, listPersonalData } from '../rights/personal-data.ts'
import { listApplicationsOfCustomer } from './applicant-customers.ts'
import {
  countRejectionMails,
  listActiveAddresses,
  listNoContactAddresses,
} from './applicant-mails.ts'
import { findApplicantOfAddress, findAppliedAt, listOtherApplications } from './applicants.ts'
import { listDueMailsLocked } from './due-mails.ts'

const MANY = 3000
/** A person's own rows, and what the organization has a few of. */
const FEW = 100
const EMAIL = 'maya@example.com'

describe.each(engines)('on %s', async (engine) => {
  let applicantId: string
  let incidentId: string
  const organizationId = () => shop.organization.id

  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  beforeAll(async () => {
    await db.pool.query(
      `with applied as (
        insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name, no_contact_at)
        select $1, 'p' || n || '@example.com', $2, $2, 'Helper', 'Ada', 'Lind', case when n % 2 = 0 then now() end
        from generate_series(1, $3::int) as n returning id, email
      ), verified as (
        insert into email_verifications (organization_id, job_post_id, email, token_hash, code_hash, consent_version, expires_at)
        select $1, $2, email, sha256(id::text::bytea), sha256(id::text::bytea), '1', now() + interval '1 day' from applied
      ), mailed as (
        insert into applicant_mails (organization_id, applicant_id, kind, recipient, send_at, state)
        select $1, id, 'received', email, now(), 'queued' from applied returning id, recipient
      )
      insert into mail_outbox (id, organization_id, kind, recipient, sender_name, state)
      select id, $1, 'application-received', recipient, 'Tiny Tea Shop', 'sent' from mailed`,
      [organizationId(), shop.job.id, MANY],
    )
    applicantId = (await insertApplication(db.queries, shop, EMAIL)).id
    await db.pool.query(
      `insert into applicant_mails (organization_id, applicant_id, kind, recipient, send_at) values ($1, $2, 'received', $3, now())`,
      [organizationId(), applicantId, EMAIL],
    )
    await db.pool.query(
      `insert into cv_files (organization_id, applicant_id, storage_key, original_name, kind, byte_size)
      select organization_id, id, 'cvs/' || id, 'cv.pdf', 'pdf', 1 from applicants`,
    )
    await db.pool.query('update applicants set no_contact_at = now() where id = $1', [applicantId])
    const { rows } = await db.pool.query<{ incident_id: string }>(
      `with incident as (insert into security_incidents (organization_id) values ($1) returning id),
      breach as (
        insert into breach_records (incident_id, organization_id, aware_at, deadline_at) select id, $1, now(), now() from incident
      )
      insert into breach_notices (organization_id, incident_id, recipient, recipient_digest)
      select $1, id, $2, sha256('a') from incident returning incident_id`,
      [organizationId(), EMAIL],
    )
    incidentId = rows[0]?.incident_id ?? ''
    await db.pool.query('vacuum analyze')
  })

  const works: [string, (tx: WholeTx) => Promise<unknown>][] = [
    ['mails that are due', (tx) => listDueMailsLocked(tx, organizationId(), new Date(), 50)],
    ['active addresses', (tx) => listActiveAddresses(tx, organizationId(), [EMAIL])],
    ['addresses without contact', (tx) => listNoContactAddresses(tx, organizationId(), [EMAIL])],
    ['a preview of rejections', (tx) => countRejectionMails(tx, organizationId(), [applicantId])],
    ['the applicant of an address', (tx) => findApplicantOfAddress(tx, organizationId(), EMAIL)],
    [
      'whether an address has applied',
      (tx) => findAppliedAt(tx, organizationId(), shop.job.id, EMAIL),
    ],
    ['other applications', (tx) => listOtherApplications(tx, organizationId(), applicantId)],
    [
      'applications of a customer',
      (tx) =>
        listApplicationsOfCustomer(tx, organizationId(), {
          shop: 'tiny-tea.myshopify.com',
          customerId: '7',
          email: EMAIL,
        }),
    ],
    ['the link of an address', (tx) => findLinkedByJob(tx, organizationId(), shop.job.id, EMAIL)],
    [
      'whether they may be asked to stay',
      (tx) => findIsKeepQuestionOpen(tx, organizationId(), applicantId),
    ],
    ['the register', (tx) => listApplicationsOfAddress(tx, organizationId(), EMAIL)],
    ['a copy of the data', (tx) => listPersonalData(tx, organizationId(), EMAIL)],
    ['its files', (tx) => listCopiedFiles(tx, organizationId(), EMAIL)],
    ['notices of a breach', (tx) => listWaitingNotices(tx, organizationId(), incidentId, 50)],
    ['no contact', (tx) => updateNoContact(tx, organizationId(), EMAIL, new Date())],
    [
      'an erasure',
      async (tx) => {
        const applications = await listApplicationsToErase(tx, organizationId(), EMAIL)
        return deleteAddress(
          tx,
          organizationId(),
          { email: EMAIL, applications },
          { reason: 'applicant' },
        )
      },
    ],
  ]

  test.each(works)('%s', async (_, work) => {
    const wide = await db.includingRestricted(organizationId(), (tx) =>
      tablesReadWidely(tx, () => work(tx), FEW),
    )
    expect(wide).toEqual([])
  })
})
