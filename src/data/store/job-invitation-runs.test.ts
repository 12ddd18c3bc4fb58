// A second click joins the run in progress, also in the moment in which it ends. On a server: there two requests are at work at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/databases/engines.ts'
import { insertPerson, insertShop } from '#test/rows.ts'
import type { Database, Tx } from '../database.ts'
import { insertInvitationRun } from './job-invitation-runs.ts'

let db: Database
beforeAll(async () => (db = await openTestDatabase('postgres')))
afterAll(() => db.close())

test('a run that ends while it is being joined is followed by a new one', async () => {
  const { organization, job } = await insertShop(db.queries)
  const person = await insertPerson(db.queries, 'owner@tea.example', organization.id)
  const wanted = {
    shop: 'tea.myshopify.com',
    segment_id: 'gid://shopify/Segment/1',
    job_post_id: job.id,
    begun_by: person,
  }
  const begin = (tx: Tx) => insertInvitationRun(tx, organization.id, wanted)
  const first = await db.forOrganization(organization.id, begin)
  expect((await db.forOrganization(organization.id, begin)).id).toBe(first.id)

  let answers = 0
  const next = await db.forOrganization(organization.id, (tx) =>
    begin(
      tx.withPlugin({
        transformQuery: ({ node }) => node,
        // Between the first answer, that there is one, and the next question.
        async transformResult({ result }) {
          answers += 1
          if (answers === 1) {
            await db.pool.query(
              `update job_invitation_runs set status = 'finished' where id = $1`,
              [first.id],
            )
          }
          return result
        },
      }) as Tx,
    ),
  )
  expect(next.id).not.toBe(first.id)
  expect(next.status).toBe('running')
})
