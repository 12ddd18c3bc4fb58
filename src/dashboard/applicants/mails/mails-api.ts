// Mails to applicants: what waits, what would be sent, and letting it go or taking it back.
import { useEffect, useRef } from 'react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import type { RejectionPreview, CancelMailsInput } from '#domain/applicants/applicant-mails.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import type { RenderedMail } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { waitingMailsQuery, invalidateApplicants } from '../../queries.ts'
import { useLiveEvent } from '../../shell/live/live.tsx'
import { timeOfDay } from '../../ui/dates.ts'
import { toastSuccess, toastError } from '../../ui/popups/toast.tsx'

export const scheduledMailsText = (count: number, sendAt: string): string =>
  t('mail.goOut', {
    mails: t('count.email', { count: count }),
    verb: count === 1 ? 'goes' : 'go',
    time: timeOfDay(sendAt),
  })

/** An act on many is told person by person, and asked about once. */
const GATHER_MS = 400

/** Mails begin to wait, or are taken back, when somebody is moved: by whomever. */
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

export type StatusMail = RenderedMail & { to: string; change_id: string }

export const statusMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['applicants', 'mail', id],
    queryFn: ({ signal }) =>
      call('GET /api/applicants/:applicantId/mails/preview', {
        params: { applicantId: id },
        signal,
      }),
    // What is shown is what is sent.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Of a selection in portions the numbers are added up. */
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

/** To one it is on its way; those to several wait, and the toast says until when. */
export function useSendMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, text }: Message) =>
      call('POST /api/applicants/messages', { body: { ...body, ...text } }),
    onSuccess: ({ people, batch_id, send_at }, { who }) => {
      if (batch_id)
        toastSuccess(
          t('success.messagesWait', { who }),
          undefined,
          scheduledMailsText(people, send_at),
        )
      else toastSuccess(t('success.messageSent', { who }))
    },
    onError: (error) => {
      // What is wrong with a field stands at the field.
      if (!(error instanceof ApiError && Object.keys(error.fields ?? {}).length > 0)) {
        toastError(t('message.sendFailed'), reasonOf(error))
      }
    },
    onSettled: () => invalidateApplicants(client),
  })
}

export function useSendStatusMail(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change_id: string) =>
      call('POST /api/applicants/:applicantId/mails', {
        params: { applicantId: id },
        body: { change_id },
      }),
    onSuccess: () => toastSuccess(t('mail.onItsWay')),
    onError: (error) => toastError(t('mail.sendFailed'), reasonOf(error)),
    onSettled: () => invalidateApplicants(client),
  })
}

export function useCancelMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: CancelMailsInput) =>
      call('POST /api/applicants/mails/take-back', { body: which }),
    onSuccess: ({ taken_back, too_late }) => {
      toastSuccess(t('mail.takenBack', { mails: t('count.email', { count: taken_back }) }))
      if (too_late > 0) {
        toastError(t('mail.someTooLate', { mails: t('count.email', { count: too_late }) }))
      }
    },
    onError: (error) => toastError(t('mail.takeBackFailed'), reasonOf(error)),
    onSettled: () => invalidateApplicants(client),
  })
}
