// /api/mail-templates: what the organization writes to its applicants.
import { Hono } from 'hono'
import { mailSettingsInput, templateInput } from '#domain/mails/mail-templates.ts'
import {
  editMailSettings,
  editTemplate,
  previewTemplate,
  readTemplates,
  resetTemplate,
  sendTestMail,
} from '#features/mails/edit-templates.ts'
import type { Env } from '../context.ts'
import { readJson } from '../json-body.ts'

export const mailTemplateRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readTemplates(c.var.deps, c.var.actor)))
  .patch('/', async (c) =>
    c.json(await editMailSettings(c.var.deps, c.var.actor, await readJson(c, mailSettingsInput))),
  )
  .post('/preview', async (c) =>
    c.json(await previewTemplate(c.var.deps, c.var.actor, await readJson(c, templateInput))),
  )
  .put('/:status', async (c) => {
    const text = await readJson(c, templateInput)
    return c.json(await editTemplate(c.var.deps, c.var.actor, c.req.param('status'), text))
  })
  .delete('/:status', async (c) =>
    c.json(await resetTemplate(c.var.deps, c.var.actor, c.req.param('status'))),
  )
  .post('/:status/test', async (c) => {
    const text = await readJson(c, templateInput)
    return c.json(await sendTestMail(c.var.deps, c.var.actor, c.req.param('status'), text))
  })
