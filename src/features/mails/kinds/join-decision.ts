// An owner's decision about a person who asked to join.
import type { MailViews } from '#domain/mails/mails.ts'
import { findMailedPerson } from '#data/mails/notified-people.ts'
import { defineSending } from './sending-rule.ts'

/** Only while it is still true, and only to a verified address. */
export const joinDecision = (isApproval: boolean) =>
  defineSending<MailViews['join-approved']>({
    async isStillWanted(deps, { recipient, organization_id }) {
      const person = await findMailedPerson(deps.db.queries, recipient)
      if (!person?.email_verified || person.is_banned) return false
      const isIn = person.organization_id === organization_id && person.is_approved
      return isIn === isApproval
    },
  })
