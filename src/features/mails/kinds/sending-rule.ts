// What sending one kind of mail asks for, beyond what every kind needs.
import type { Use } from '#domain/limits.ts'
import type { MailView } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import type { WaitingMail } from '#data/mails/mails.ts'
import type { Deps } from '../../deps.ts'

export type OrganizationMail = WaitingMail & { organization_id: OrganizationId }

/** Only for mails of an organization. `Stored`: the data in the outbox. */
export type SendingRule<Stored> = {
  /**
   * A mail that nobody wants any more is deleted. `isLate`: it has waited for more than a minute, or was tried before, so what it says
   * may be wrong by now.
   */
  isStillWanted?(
    deps: Deps,
    mail: OrganizationMail,
    data: Stored,
    isLate: boolean,
  ): Promise<boolean>
  /** Limits of the address over all organizations. */
  addressUses?(mail: OrganizationMail): readonly Use[]
  /**
   * Only the subject is stored: what it says is read when it is sent, and it is to staff, in the product's own look. Undefined when it
   * must not be sent.
   */
  compose?(deps: Deps, tx: Tx, mail: OrganizationMail, data: Stored): Promise<MailView | undefined>
  /** Was sent, or given up. */
  onOutcome?(deps: Deps, mail: OrganizationMail): Promise<void>
}

/** Checks the rule against the data of its kind. Trusted: only this program writes and encrypts the outbox. */
export const defineSending = <Stored extends object>(
  rule: SendingRule<Stored>,
): SendingRule<object> => rule
