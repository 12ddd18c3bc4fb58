// A person corrects their contact details.
import { AppError } from '#domain/errors.ts'
import type { CorrectionInput } from '#domain/rights/rights.ts'
import { updateOwnApplication } from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-rights-action.ts'

/** Links that are not given stay unchanged. The email address cannot be changed, because it proves who the person is. */
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
    work: async (tx, application) => {
      const corrected = {
        first_name: firstName,
        last_name: lastName,
        phone,
        linkedin_url: linkedinUrl === undefined ? application.linkedin_url : linkedinUrl,
        website_url: websiteUrl === undefined ? application.website_url : websiteUrl,
      }
      const names = Object.keys(corrected) as (keyof typeof corrected)[]
      if (names.every((name) => corrected[name] === application[name])) {
        throw new AppError('rights.alreadyCorrect')
      }
      await updateOwnApplication(tx, asked.organizationId, application.id, corrected)
    },
  })
