// Asks whether an application may be kept for another six months.
import type { MailViews } from '#domain/mails/mails.ts'
import { findIsKeepQuestionOpen } from '#data/rights/keep-questions.ts'
import { defineSending } from './sending-rule.ts'

export const keepQuestion = defineSending<MailViews['keep-question']>({
  /** The recipient may have unsubscribed since it was queued. */
  async isStillWanted(deps, { organization_id }, { applicantId }) {
    if (!applicantId) return true
    return deps.db.forOrganization(organization_id, (tx) =>
      findIsKeepQuestionOpen(tx, organization_id, applicantId),
    )
  },
})
