// The texts of emails to applicants: reading, changing, previewing, and sending a test.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import type { MailSettings, TemplateText } from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { mailTemplatesQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'

/** The preview. While the next one is rendered the last one stays. */
export const templatePreviewQuery = (text: TemplateText) =>
  queryOptions({
    queryKey: ['mail-templates', 'preview', text],
    queryFn: ({ signal }) => call('POST /api/mail-templates/preview', { body: text, signal }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })

/** The dialog shows an error, beside the fields. */
export function useSaveTemplate(status: MailedStatus) {
  const client = useQueryClient()
  return useServerMutation({
    call: (text: TemplateText) =>
      call('PUT /api/mail-templates/:status', { params: { status }, body: text }),
    done: t('mail.saved'),
    onSuccess: (view) => client.setQueryData(mailTemplatesQuery.queryKey, view),
  })
}

export function useResetTemplate(status: MailedStatus) {
  const client = useQueryClient()
  return useServerMutation({
    call: () => call('DELETE /api/mail-templates/:status', { params: { status } }),
    done: t('mail.reset'),
    failed: t('mail.saveFailed'),
    onSuccess: (view) => client.setQueryData(mailTemplatesQuery.queryKey, view),
  })
}

export const useSendTest = (status: MailedStatus) =>
  useServerMutation({
    call: (text: TemplateText) =>
      call('POST /api/mail-templates/:status/test', { params: { status }, body: text }),
    done: ({ email }) => t('mail.testSent', { email }),
    failed: t('mail.testFailed'),
  })

/** Errors are shown at their fields. */
export function useEditMailSettings() {
  const client = useQueryClient()
  return useServerMutation({
    call: (settings: Partial<MailSettings>) =>
      call('PATCH /api/mail-templates', { body: settings, keepalive: true }),
    onSuccess: (view) => client.setQueryData(mailTemplatesQuery.queryKey, view),
  })
}
