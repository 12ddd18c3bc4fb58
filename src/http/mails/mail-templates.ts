// /api/mail-templates: what the organization writes to its applicants.
import { mailTemplateContracts } from '#domain/mails/mails-contract.ts'
import {
  editMailSettings,
  editTemplate,
  previewTemplate,
  readTemplates,
  resetTemplate,
  sendTestMail,
} from '#features/mails/edit-templates.ts'
import { mount } from '../mount.ts'

export const mailTemplateRoutes = mount(mailTemplateContracts, {
  'GET /api/mail-templates': ({ deps, actor }) => readTemplates(deps, actor),
  'PATCH /api/mail-templates': ({ deps, actor, body }) => editMailSettings(deps, actor, body),
  'POST /api/mail-templates/preview': ({ deps, actor, body }) => previewTemplate(deps, actor, body),
  'PUT /api/mail-templates/:status': ({ deps, actor, params, body }) =>
    editTemplate(deps, actor, params.status, body),
  'DELETE /api/mail-templates/:status': ({ deps, actor, params }) =>
    resetTemplate(deps, actor, params.status),
  'POST /api/mail-templates/:status/test': ({ deps, actor, params, body }) =>
    sendTestMail(deps, actor, params.status, body),
})
