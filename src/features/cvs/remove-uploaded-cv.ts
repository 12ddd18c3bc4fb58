// Deletes the file uploaded under a grant that no application has claimed: the person removed it from the form.
import { AppError } from '#domain/errors.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { deleteUnclaimedCv } from '#data/cvs/cvs.ts'
import type { Deps } from '../deps.ts'

export async function removeUploadedCv(
  deps: Deps,
  grant: Grant | undefined,
  id: string,
): Promise<void> {
  if (!grant) throw new AppError('application.dataMissing')
  const { organization_id, verification_id } = grant
  const key = await deleteUnclaimedCv(deps.db.queries, organization_id, verification_id, id)
  if (key) await deps.files.discard([key])
}
