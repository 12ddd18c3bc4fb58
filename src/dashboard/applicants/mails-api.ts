// Mails to applicants: what waits, what would be sent, and letting it go or taking it back.
import { useEffect, useRef } from 'react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RejectionPreview, TakeBack } from '#domain/applicant-mails.ts'
import type { RenderedMail } from '#domain/mails.ts'
import { fill, messages } from '#domain/messages.ts'
import { call, reasonOf } from '../api.ts'
import { waitingMailsQuery } from '../queries.ts'
import { useLiveEvent } from '../live.tsx'
import { counted } from '../ui/dates.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'
import { readAnew } from './applicants-cache.ts'

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
      call<StatusMail>('GET', `/api/applicants/${id}/mails/preview`, { signal }),
    // What is shown is what is sent.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Of a selection in portions the numbers are added up. */
export const rejectionQuery = (bodies: readonly Record<string, unknown>[]) =>
  queryOptions({
    queryKey: ['applicants', 'rejection', bodies],
    queryFn: async ({ signal }) => {
      const answers: RejectionPreview[] = []
      for (const body of bodies) {
        const path = '/api/applicants/mails/preview'
        answers.push(await call<RejectionPreview>('POST', path, { body, signal }))
      }
      return answers.reduce((one, other) => ({
        mails: one.mails + other.mails,
        not_mailed: [...one.not_mailed, ...other.not_mailed],
        sample: one.sample ?? other.sample,
      }))
    },
    staleTime: 0,
    gcTime: 0,
  })

export function useSendStatusMail(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change_id: string) =>
      call('POST', `/api/applicants/${id}/mails`, { body: { change_id } }),
    onSuccess: () => sayDone(messages['mail.onItsWay']),
    onError: (error) => sayProblem(messages['mail.sendFailed'], reasonOf(error)),
    onSettled: () => readAnew(client),
  })
}

export function useTakeBackMails() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: TakeBack) =>
      call<{ taken_back: number; too_late: number }>('POST', '/api/applicants/mails/take-back', {
        body: which,
      }),
    onSuccess: ({ taken_back, too_late }) => {
      sayDone(fill('mail.takenBack', { mails: counted(taken_back, 'e-mail') }))
      if (too_late > 0) {
        sayProblem(fill('mail.someTooLate', { mails: counted(too_late, 'e-mail') }))
      }
    },
    onError: (error) => sayProblem(messages['mail.takeBackFailed'], reasonOf(error)),
    onSettled: () => readAnew(client),
  })
}
