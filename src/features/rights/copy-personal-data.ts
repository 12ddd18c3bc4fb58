// A person gets a copy of everything that is held about them, for reading (access) or for another system (portability).
import { listCopiedFiles, listPersonalData } from '#data/rights/personal-data.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { carryOut, type Asked } from './record-act.ts'

export type PersonalCopy = {
  /** What goes into the JSON file. */
  data: {
    email: string
    organization: string
    copied_at: string
    held: Record<string, unknown[]>
  }
  /** The files that were sent, where they are stored and as they were called. */
  files: { storage_key: string; original_name: string; kind: string; byte_size: number }[]
}

/** Of every application under the address, because all of it is the person's. */
export const copyPersonalData = (
  deps: Deps,
  asked: Asked,
  kind: 'access' | 'portability',
): Promise<PersonalCopy> =>
  carryOut(deps, asked, {
    kind,
    action: 'applicant.copied',
    outcome: 'done',
    screens: 'nothing',
    work: async (tx, { email }, now) => {
      const { organizationId } = asked
      const organization = await findOrganization(tx, organizationId)
      return {
        data: {
          email,
          organization: organization?.name ?? '',
          copied_at: now.toISOString(),
          held: await listPersonalData(tx, organizationId, email),
        },
        files: await listCopiedFiles(tx, organizationId, email),
      }
    },
  })
