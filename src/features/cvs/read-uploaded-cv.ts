// The file already uploaded under a grant, to show its name in the form.
import type { UploadedCv } from '#domain/cvs/cvs.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { findUnclaimedCv } from '#data/cvs/cvs.ts'
import type { Deps } from '../deps.ts'

/** `id`: the file that a form named; another one, which replaced it meanwhile, is not meant. */
export async function readUploadedCv(
  deps: Deps,
  { organization_id, verification_id }: Grant,
  id?: string,
): Promise<UploadedCv | null> {
  const cv = await findUnclaimedCv(deps.db.queries, organization_id, verification_id)
  return cv && (id === undefined || cv.id === id.toLowerCase()) ? cv : null
}
