// A person corrects what they wrote into the form.
import { byColumn } from '#domain/applicants/application-fields.ts'
import { AppError } from '#domain/errors.ts'
import type { ApplicationInput } from '#domain/applicants/application-input.ts'
import { updateOwnApplication } from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'
import { runRightsAction, type Asked } from './record-rights-action.ts'

/** What is not given stays unchanged. The email address cannot be changed, because it proves who the person is. */
export const correctDetails = (
  deps: Deps,
  asked: Asked,
  input: Partial<ApplicationInput>,
): Promise<void> =>
  runRightsAction(deps, asked, {
    kind: 'rectification',
    action: 'applicant.corrected',
    outcome: 'done',
    screens: 'update',
    work: async (tx, application) => {
      const corrected = byColumn(input)
      const names = Object.keys(corrected) as (keyof typeof corrected)[]
      if (names.every((name) => corrected[name] === application[name])) {
        throw new AppError('rights.alreadyCorrect')
      }
      await updateOwnApplication(tx, asked.organizationId, application.id, corrected)
    },
  })
