// The erasure of a shop beside people who are applying.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertApplication } from '#data/applicants/insert-application.ts'
import { findProof } from '#data/verification/verification.ts'
import { hashOf } from '#gateways/secrets.ts'
import { formValues } from '#test/rows.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { endInstallation } from './end-installation.ts'
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
