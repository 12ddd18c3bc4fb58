// Mails to applicants: the waiting ones, previews, sending and cancelling.
import { useEffect, useRef } from 'react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import type { RejectionPreview, CancelMailsInput } from '#domain/applicants/applicant-mails.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { applicantsKey, waitingMailsQuery } from '../../queries.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { useLiveEvent } from '../../shell/live/live.tsx'
import { timeOfDay } from '../../ui/dates.ts'
import { toastError } from '../../ui/popups/toast.tsx'

export const scheduledMailsText = (count: number, sendAt: string): string =>
  t('mail.goOut', { count, time: timeOfDay(sendAt) })

/** An action on many applicants publishes an event for each; the mails are loaded again once. */
const GATHER_MS = 400

/** Mails are scheduled or cancelled when any member moves an applicant. */
export function useFreshWaitingMails(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvent('applicant.updated', () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void client.invalidateQueries({ queryKey: waitingMailsQuery.queryKey }),
      GATHER_MS,
    )
  })
}

export const statusMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['applicants', 'mail', id],
    queryFn: ({ signal }) =>
      call('GET /api/applicants/:applicantId/mails/preview', {
        params: { applicantId: id },
        signal,
      }),
    // The previewed text is the one that is sent.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** For a selection in parts the numbers are added up. */
export const rejectionQuery = (
  bodies: readonly ApplicantSelection[],
  words: TemplateText | undefined,
) =>
  queryOptions({
    queryKey: ['applicants', 'rejection', bodies, words],
    queryFn: async ({ signal }) => {
      const answers: RejectionPreview[] = []
      for (const named of bodies) {
        const body = { ...named, ...(words && { words }) }
        answers.push(await call('POST /api/applicants/mails/preview', { body, signal }))
      }
      return answers.reduce((one, other) => ({
        mails: one.mails + other.mails,
        text: one.text,
        not_mailed: [...one.not_mailed, ...other.not_mailed],
        sample: one.sample ?? other.sample,
      }))
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const messagePreviewQuery = (whom: ApplicantSelection, text: TemplateText) =>
  queryOptions({
    queryKey: ['applicants', 'message', whom, text],
    queryFn: ({ signal }) =>
      call('POST /api/applicants/messages/preview', { body: { ...whom, ...text }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

type Message = { body: ApplicantSelection; text: TemplateText; who: string }

/** A message to one person is sent at once; messages to several wait, and the toast says until when. */
export const useSendMessage = () =>
  useServerMutation({
    call: ({ body, text }: Message) =>
      call('POST /api/applicants/messages', { body: { ...body, ...text } }),
    done: ({ people, batch_id, send_at }, { who }) =>
      batch_id
        ? { text: t('success.messagesWait', { who }), detail: scheduledMailsText(people, send_at) }
        : t('success.messageSent', { who }),
    // The dialog shows the problem of a field beside the field.
    failed: (error) =>
      error instanceof ApiError && Object.keys(error.fields).length > 0
        ? undefined
        : { text: t('message.sendFailed'), detail: reasonOf(error) },
    invalidates: [applicantsKey],
  })

export const useSendStatusMail = (id: string) =>
  useServerMutation({
    call: (change_id: string) =>
      call('POST /api/applicants/:applicantId/mails', {
        params: { applicantId: id },
        body: { change_id },
      }),
    done: t('mail.onItsWay'),
    failed: t('mail.sendFailed'),
    invalidates: [applicantsKey],
  })

export const useCancelMails = () =>
  useServerMutation({
    call: (which: CancelMailsInput) => call('POST /api/applicants/mails/cancel', { body: which }),
    done: ({ canceled }) => t('mail.cancelled', { count: canceled }),
    failed: t('mail.cancelFailed'),
    invalidates: [applicantsKey],
    onSuccess: ({ too_late }) => {
      if (too_late > 0) toastError(t('mail.someTooLate', { count: too_late }))
    },
  })
