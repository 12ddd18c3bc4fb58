// /api/organizations
import { Hono } from 'hono'
import { organizationInput } from '#domain/organizations.ts'
import { createOrganization } from '#features/organizations/create-organization.ts'
import type { Env } from './context.ts'
import { readJson } from './json-body.ts'

export const organizationRoutes = new Hono<Env>().post('/', async (c) =>
  c.json(
    await createOrganization(c.var.deps, c.var.actor, await readJson(c, organizationInput)),
    201,
  ),
)
