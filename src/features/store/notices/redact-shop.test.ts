// The erasure of a shop beside people who are applying.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertApplication } from '#data/applicants/insert-application.ts'
import { findProof } from '#data/verification/verification.ts'
import { hashOf } from '#gateways/secrets.ts'
import { formValues } from '#test/rows.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { signBody, storeClient } from '#test/servers/stores.ts'
import { workStores } from '#test/work.ts'
import { endInstallation } from './end-installation.ts'
import { receiveNotice } from './receive-notice.ts'
import { redactShop } from './redact-shop.ts'

const { app, connectedShop } = await openStoreApp()

test('takes an application too that is being sent meanwhile', async () => {
  const { owner, shop } = await connectedShop()
  const organizationId = owner.organization.id
  const job = await app.job(owner)
  const email = 'late@example.com'
  const token = await app.grant(email, job, { shop: shop.domain })
  const proof = await findProof(app.deps.db.queries, hashOf(token), app.clock.now())
  await endInstallation(app.deps, shop.domain, app.clock.now())
  const written = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const sending = app.deps.db.forOrganization(organizationId, async (tx) => {
    await insertApplication(tx, organizationId, {
      email,
      jobId: job.id,
      verificationId: proof?.id ?? '',
      cvId: null,
      form: formValues,
      isExistingCustomer: false,
      now: app.clock.now(),
    })
    written.resolve()
    await sent.promise
  })
  await written.promise
  const erasing = redactShop(app.deps, shop.domain, app.clock.now())
  await Promise.race([erasing, wait(500)])
  sent.resolve()
  await Promise.all([sending, erasing])
  const { rowCount } = await app.deps.db.pool.query(
    'select from applicants where organization_id = $1',
    [organizationId],
  )
  expect(rowCount).toBe(0)
})

// shows: privacy-24
test.each(['the shop', 'the customer'])(
  'reaches what an organization keeps that the shop has left, when %s is to be erased, and nothing else of it',
  async (erased) => {
    const { owner, shop } = await connectedShop()
    const former = owner.organization.id
    const [job, other] = [await app.job(owner), await app.job(owner, { title: 'Packer' })]
    const email = `leo@${shop.handle}.example`
    for (const [of, cameBy] of [
      [job, { shop: shop.domain }],
      [other, {}],
    ] as const) {
      const token = await app.grant(email, of, cameBy)
      const answer = await app.visitor().call('/api/applications', {
        body: { token, firstName: 'Leo', lastName: 'Okafor' },
      })
      expect(answer.status).toBe(201)
    }
    const { pool } = app.deps.db
    const next = await app.owner()
    // As when the shop's owner takes it out.
    await pool.query('update store_sessions set organization_id = $1 where shop = $2', [
      next.organization.id,
      shop.domain,
    ])
    if (erased === 'the customer') {
      const body = JSON.stringify({ shop_domain: shop.domain, customer: { email } })
      const id = randomUUID()
      await receiveNotice(app.deps, {
        body,
        signature: signBody(body, storeClient.secret),
        topic: 'customers/redact',
        shop: shop.domain,
        webhookId: id,
        eventId: id,
        triggeredAt: '',
      })
      await workStores(app.deps)
    } else {
      await endInstallation(app.deps, shop.domain, app.clock.now())
      await redactShop(app.deps, shop.domain, app.clock.now())
    }
    const { rows } = await pool.query('select role_id from applicants where organization_id = $1', [
      former,
    ])
    expect(rows).toEqual([{ role_id: other.id }])
  },
)
