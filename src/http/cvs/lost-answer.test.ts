// The file of an applicant is kept when it is uncertain whether its row was stored.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { replaceCv } from '#features/cvs/upload-cv.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { openApp } from '#test/app.ts'
import { withoutCommitAnswers } from '#test/databases/failing-database.ts'
import { pdf } from '#test/input/files.ts'
import { insertApplication, insertShop } from '#test/rows.ts'

const app = await openApp({ work: 'none' })

test('an applicant’s new CV stays when the answer to its commit is lost, and only the old one is swept', async () => {
  const { deps } = app
  const { db, files } = deps
  const shop = await insertShop(db.queries)
  const { id: applicantId } = await insertApplication(db.queries, shop, 'maya@example.com')
  const of = { organizationId: shop.organization.id, applicantId }
  const send = (name: string) => replaceCv(deps, of, { name, content: Readable.from([pdf]) })
  const stored = () =>
    db.queries
      .selectFrom('cv_files')
      .select(['storage_key', 'original_name'])
      .executeTakeFirstOrThrow()
  await send('First.pdf')
  const first = await stored()
  await expect(withoutCommitAnswers(db, () => send('Second.pdf'))).rejects.toMatchObject({
    code: 'application.uploadFailed',
  })
  const second = await stored()
  expect(second.original_name).toBe('Second.pdf')
  expect(await files.exists(second.storage_key)).toBe(true)
  app.clock.move(2 * 3600)
  await sweepFiles(deps)
  expect(await files.exists(first.storage_key)).toBe(false)
  expect(await files.exists(second.storage_key)).toBe(true)
})
