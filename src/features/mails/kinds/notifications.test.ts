// A mail to staff that waited in the outbox names nobody whose data was restricted meanwhile, also where it goes to the local mailbox,
// whose copy is written without row policies.
import { expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { formValues, insertApplication } from '#test/rows.ts'
import { workAsOne } from '#test/work.ts'
import { queueNotifications } from '../queue-notifications.ts'

const app = await openApp({ work: 'none' })

// shows: privacy-32
test.each(['restricted_at', 'objected_at'])('whose %s was set since', async (column) => {
  const owner = await app.owner()
  await app.confirm(owner)
  const shop = { organization: owner.organization, job: await app.job(owner) }
  const apply = async (firstName: string) => {
    const form = { ...formValues, firstName }
    const email = `${firstName}-${column}@example.com`
    const { id } = await insertApplication(app.deps.db.queries, shop, email, { form })
    await app.deps.db.pool.query(
      `insert into notification_events (organization_id, kind, applicant_id) values ($1, 'application', $2)`,
      [owner.organization.id, id],
    )
    return id
  }
  const mails = async () => {
    await workAsOne(app.deps, 'send-mail')
    const { rows } = await app.deps.db.pool.query<{ text: string }>(
      `select subject || text as text from local_mailbox where recipient = $1 and subject ~ 'pplication'`,
      [owner.email],
    )
    return rows.map(({ text }) => text).join()
  }
  const hidden = await apply('Quinceword')
  await apply('Medlarword')
  await queueNotifications(app.deps)
  app.clock.move(120)
  expect((await queueNotifications(app.deps)).handled).toBe(2)
  await app.deps.db.pool.query(`update applicants set ${column} = now() where id = $1`, [hidden])
  const sentMails = await mails()
  expect(sentMails).toContain('Medlarword')
  expect(sentMails).not.toContain('Quinceword')
})
