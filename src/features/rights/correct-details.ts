// A person corrects their contact details.
import type { CorrectionInput } from '#domain/rights/rights.ts'
import { updateOwnApplication } from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-rights-action.ts'

/** What is not given stays, and so does the address: it is what proves who the person is. */
export const correctDetails = (
  deps: Deps,
  asked: Asked,
  {
    firstName,
    lastName,
    phone,
    linkedinUrl,
    websiteUrl,
  }: Omit<CorrectionInput, 'linkedinUrl' | 'websiteUrl'> & Partial<CorrectionInput>,
): Promise<void> =>
  carryOut(deps, asked, {
    kind: 'rectification',
    action: 'applicant.corrected',
    outcome: 'done',
    screens: 'update',
    work: (tx, { id }) =>
      updateOwnApplication(tx, asked.organizationId, id, {
        first_name: firstName,
        last_name: lastName,
        phone,
        ...(linkedinUrl !== undefined && { linkedin_url: linkedinUrl }),
        ...(websiteUrl !== undefined && { website_url: websiteUrl }),
      }),
  })
