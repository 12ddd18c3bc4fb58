// Pictures of organizations in the file storage: the logo, and the picture for shared links. Each has a random name.
import { randomUUID } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { LOGO_FOLDER } from '#domain/organizations/brand.ts'
import type { PictureUse } from '#domain/organizations/profile.ts'
import { isPicture } from '#data/organizations/organizations.ts'
import { pictureUploadUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../deps.ts'

const keyOf = (name: string) => `${LOGO_FOLDER}/${name}`

/** Stores the picture without metadata; `write` makes a row refer to it. */
export async function storePicture<Answer>(
  deps: Deps,
  organizationId: OrganizationId,
  use: PictureUse,
  bytes: Uint8Array,
  write: (picture: { name: string; width: number; height: number }) => Promise<Answer>,
): Promise<Answer> {
  const over = await insertUses(deps.db.queries, pictureUploadUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const { kind, width, height, content } = await deps.pictures.read(organizationId, bytes, use)
  const name = `${randomUUID()}.${kind}`
  const staged = await deps.files.stage([Buffer.from(content)], null)
  try {
    await staged.take(keyOf(name))
    return await write({ name, width, height })
  } catch (error) {
    // After any other failure the row may be committed and refer to the file; if not, the file is swept later.
    if (error instanceof AppError) await deps.files.discard([keyOf(name)])
    throw error
  } finally {
    await staged.drop()
  }
}

/** The picture that was replaced or removed; null: there was none. */
export async function discardPicture(deps: Deps, name: string | null): Promise<void> {
  if (name !== null) await deps.files.discard([keyOf(name)])
}

/** The picture of a public address; undefined when no organization uses it any more. */
export async function openPicture(deps: Deps, name: string) {
  if (!(await isPicture(deps.db.queries, name))) return undefined
  return deps.files.read(keyOf(name), null)
}
