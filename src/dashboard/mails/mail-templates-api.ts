// The texts of emails to applicants: read, changed, looked at, and tried out.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import type { MailSettings, TemplateText } from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { mailTemplatesQuery } from '../queries.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

/** As it will look. While the next one is rendered the last one stays. */
export const templatePreviewQuery = (text: TemplateText) =>
  queryOptions({
    queryKey: ['mail-templates', 'preview', text],
    queryFn: ({ signal }) => call('POST /api/mail-templates/preview', { body: text, signal }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })

export function useSaveTemplate(status: MailedStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: TemplateText) =>
      call('PUT /api/mail-templates/:status', { params: { status }, body: text }),
    onSuccess: (view) => {
      client.setQueryData(mailTemplatesQuery.queryKey, view)
      toastSuccess(t('mail.saved'))
    },
  })
}

export function useResetTemplate(status: MailedStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /api/mail-templates/:status', { params: { status } }),
    onSuccess: (view) => {
      client.setQueryData(mailTemplatesQuery.queryKey, view)
      toastSuccess(t('mail.reset'))
    },
    onError: (error) => toastError(t('mail.saveFailed'), reasonOf(error)),
  })
}

export const useSendTest = (status: MailedStatus) =>
  useMutation({
    mutationFn: (text: TemplateText) =>
      call('POST /api/mail-templates/:status/test', { params: { status }, body: text }),
    onSuccess: ({ email }) => toastSuccess(t('mail.testSent', { email })),
    onError: (error) => toastError(t('mail.testFailed'), reasonOf(error)),
  })

export function useEditMailSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: Partial<MailSettings>) =>
      call('PATCH /api/mail-templates', { body: settings }),
    onSuccess: (view, settings) => {
      client.setQueryData(mailTemplatesQuery.queryKey, view)
      if (settings.confirmation_mails !== undefined) {
        toastSuccess(t(view.confirmation_mails ? 'mail.confirmationOn' : 'mail.confirmationOff'))
      } else if (view.mail_reply_to === null) toastSuccess(t('mail.replyToNone'))
      else toastSuccess(t('mail.replyToSaved', { email: view.mail_reply_to }))
    },
    onError: (error) => toastError(t('mail.settingsFailed'), reasonOf(error)),
  })
}
