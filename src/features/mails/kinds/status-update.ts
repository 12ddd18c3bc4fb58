// The shop's words about a change of status.
import type { MailViews } from '#domain/mails/mails.ts'
import {
  findIsQueued,
  findMailedApplicant,
  findQueuedMailLocked,
  updateMailDropped,
} from '#data/applicants/due-mails.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { defineSending } from './sending-rule.ts'

export const statusUpdate = defineSending<MailViews['status-update']>({
  /** Hours can pass before it is sent. */
  async isStillWanted(deps, { id, organization_id }, _, isLate) {
    if (!isLate) return true
    return deps.db.includingRestricted(organization_id, async (tx) => {
      const mail = await findQueuedMailLocked(tx, organization_id, id)
      // Nothing was judged: an attempt dropped it and its process ended before the outbox knew, or a transaction locks it.
      if (!mail) return findIsQueued(tx, organization_id, id)
      if (!mail.refused) return true
      await updateMailDropped(tx, organization_id, id, mail.refused)
      return false
    })
  },
  /** Updates open profiles. No screen waits for the confirmation of an application. */
  async onOutcome(deps, { id, organization_id }) {
    await deps.db.forOrganization(organization_id, async (tx) => {
      const applicantId = await findMailedApplicant(tx, organization_id, id)
      if (!applicantId) return
      await insertLiveEvents(tx, organization_id, 'applicant.updated', [applicantId])
    })
  },
})
