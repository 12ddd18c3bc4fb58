// The file an applicant has already sent under their grant, to show its name again beside a refused form.
import type { UploadedCv } from '#domain/cvs.ts'
import type { Grant } from '#domain/verification.ts'
import { findUnclaimedCv } from '#data/cvs.ts'
import { findProof } from '#data/verification.ts'
import { hashOf } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

export async function readUploadedCv(
  deps: Deps,
  grant: Grant,
  id: string,
): Promise<UploadedCv | undefined> {
  const proof = await findProof(deps.db.queries, hashOf(grant.token))
  const cv = proof && (await findUnclaimedCv(deps.db.queries, proof.organization_id, proof.id, id))
  return cv && { id: cv.id, name: cv.name, size: cv.size }
}
