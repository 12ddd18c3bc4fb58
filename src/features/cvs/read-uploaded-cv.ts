// The file already uploaded under a grant, to show its name beside a refused form.
import type { UploadedCv } from '#domain/cvs/cvs.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { findUnclaimedCv } from '#data/cvs/cvs.ts'
import type { Deps } from '../deps.ts'

export async function readUploadedCv(
  deps: Deps,
  grant: Grant,
  id: string,
): Promise<UploadedCv | undefined> {
  const cv = await findUnclaimedCv(
    deps.db.queries,
    grant.organization_id,
    grant.verification_id,
    id,
  )
  return cv && { id: cv.id, name: cv.name, size: cv.size }
}
