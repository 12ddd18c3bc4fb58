// Staff read a CV as text: for files that the browser cannot show, and for people who use a screen reader.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { CvText } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant } from '#data/applicants/applicants.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findCvCheck, updateCvCheckFirst } from '#data/cvs/cv-checks.ts'
import { findCvText } from '#data/cvs/cv-texts.ts'
import type { Deps } from '../deps.ts'
import { refuseInfectedCv } from './refuse-waiting-cv.ts'

/** Counts as opening the CV in the audit log. */
export function readCvText(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
): Promise<CvText> {
  const { organizationId, userId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await findApplicant(tx, organizationId, applicantId))) {
      throw new AppError('applicant.missing')
    }
    const check = await findCvCheck(tx, organizationId, applicantId)
    if (check) refuseInfectedCv(check)
    if (check?.checked_at === null) await updateCvCheckFirst(tx, organizationId, applicantId)
    const text = await findCvText(tx, organizationId, applicantId)
    if (!text) throw new AppError('dashboard.cvMissing')
    if (text.state === 'done') {
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'cv.opened',
        resource_type: 'applicant',
        resource_id: applicantId,
        details: { as: 'text' },
      })
    }
    return text
  })
}
