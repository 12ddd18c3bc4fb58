// /api/incidents: the register, one incident, and the record of a breach.
import { Hono } from 'hono'
import { authorityToldInput, breachEditInput, breachSendInput } from '#domain/incidents/breaches.ts'
import {
  advanceInput,
  assignInput,
  incidentQuery,
  withdrawInput,
} from '#domain/incidents/incidents.ts'
import { advanceIncident } from '#features/incidents/advance-incident.ts'
import { assignIncident } from '#features/incidents/assign-incident.ts'
import { editBreach, previewNotice } from '#features/incidents/edit-breach.ts'
import { markAuthorityTold } from '#features/incidents/mark-authority-told.ts'
import {
  readIncident,
  readIncidentCounts,
  readIncidents,
  readUrgentIncidents,
} from '#features/incidents/read-incidents.ts'
import { confirmBreachNotices } from '#features/incidents/send-breach-notices.ts'
import { withdrawIncident } from '#features/incidents/withdraw-incident.ts'
import type { Ctx, Env } from '../context.ts'
import { idParam, readJson, readQuery } from '../json-body.ts'

const incidentId = (c: Ctx) => idParam(c, 'incidentId')

export const incidentRoutes = new Hono<Env>()
  .get('/', async (c) =>
    c.json(
      await readIncidents(
        c.var.deps,
        c.var.actor,
        readQuery(c, incidentQuery).itab,
        c.req.query('cursor'),
      ),
    ),
  )
  .get('/counts', async (c) => c.json(await readIncidentCounts(c.var.deps, c.var.actor)))
  .get('/urgent', async (c) =>
    c.json({ incidents: await readUrgentIncidents(c.var.deps, c.var.actor) }),
  )
  .get('/:incidentId', async (c) =>
    c.json(await readIncident(c.var.deps, c.var.actor, incidentId(c))),
  )
  .patch('/:incidentId/status', async (c) => {
    const { status } = await readJson(c, advanceInput)
    return c.json(await advanceIncident(c.var.deps, c.var.actor, incidentId(c), status))
  })
  .post('/:incidentId/withdraw', async (c) => {
    const { reason } = await readJson(c, withdrawInput)
    return c.json(await withdrawIncident(c.var.deps, c.var.actor, incidentId(c), reason))
  })
  .patch('/:incidentId/assigned', async (c) => {
    const { assigned_to } = await readJson(c, assignInput)
    return c.json(await assignIncident(c.var.deps, c.var.actor, incidentId(c), assigned_to))
  })
  .patch('/:incidentId/breach', async (c) => {
    const changes = await readJson(c, breachEditInput)
    return c.json(await editBreach(c.var.deps, c.var.actor, incidentId(c), changes))
  })
  .get('/:incidentId/breach/preview', async (c) =>
    c.json(await previewNotice(c.var.deps, c.var.actor, incidentId(c))),
  )
  .post('/:incidentId/breach/authority-told', async (c) => {
    const told = await readJson(c, authorityToldInput)
    return c.json(await markAuthorityTold(c.var.deps, c.var.actor, incidentId(c), told))
  })
  .post('/:incidentId/breach/send', async (c) => {
    const { people } = await readJson(c, breachSendInput)
    return c.json(await confirmBreachNotices(c.var.deps, c.var.actor, incidentId(c), people))
  })
