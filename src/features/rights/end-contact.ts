// A person wants no further mail from an organization, or allows it again.
import { AppError } from '#domain/errors.ts'
import { updateNoContact } from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-rights-action.ts'

/** For the address, so for every application of it. What the person asks for themselves is still sent. */
export const endContact = (deps: Deps, asked: Asked): Promise<void> =>
  carryOut(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.no_contact',
    outcome: 'done',
    screens: 'reload',
    work: async (tx, { email, no_contact_at }, now) => {
      if (no_contact_at) throw new AppError('rights.alreadyNoContact')
      await updateNoContact(tx, asked.organizationId, email, now)
    },
  })

export const allowContact = (deps: Deps, asked: Asked): Promise<void> =>
  carryOut(deps, asked, {
    kind: 'no_contact',
    action: 'applicant.contact_allowed',
    outcome: 'lifted',
    screens: 'reload',
    work: async (tx, { email }) => {
      await updateNoContact(tx, asked.organizationId, email, null)
    },
  })
