// Shown on every page until the person has verified their address: mails a code and takes it.
import { useEffect, useState } from 'react'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { useCodeForm } from './sign-in/code-form.ts'
import { sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { timeOfDay } from '../ui/dates.ts'
import { TextInput } from '../ui/forms/field.tsx'
import { pageStart } from '../ui/hooks/focus.ts'

/** When a mail was requested, and when the next one is possible. */
type Sent = { at: number; nextAt: string }
/** Stored outside of this component, because the next page shows the banner again. */
const sentKey = ['confirm-address', 'sent']

export function AddressBanner({ email }: { email: string }) {
  const send = useSendCode()
  const { field, submit, isSending, forgive } = useCodeForm(useVerifyCode())
  const { data: sent } = useQuery<Sent>({ queryKey: sentKey, queryFn: skipToken })
  const wait = useWait(sent)

  return (
    <section
      aria-labelledby="address-title"
      className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3 rounded-control border border-line bg-sunken px-4 py-3"
    >
      <div className="me-auto min-w-0 flex-1 basis-72">
        <p id="address-title" className="font-semibold">
          {t('address.confirmTitle')}
        </p>
        <p className="break-words text-ink-2">
          {t(sent ? 'address.sent' : 'address.why', { email })}
        </p>
        {send.error && (
          <p role="alert" className="mt-1 text-danger-text">
            {reasonOf(send.error)}
          </p>
        )}
        <p role="status" className="text-meta text-ink-3 empty:hidden">
          {sent && wait > 0 && waitText(wait, sent.nextAt)}
        </p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextInput {...field} className={field.error ? 'w-full md:w-64' : 'w-28 md:w-36'} />
        <Button type="submit" inactive={isSending}>
          {t('action.confirm')}
        </Button>
        <Button
          kind="plain"
          inactive={send.isPending || wait > 0}
          onClick={() => {
            forgive()
            send.mutate()
          }}
        >
          {t('address.sendAgain')}
        </Button>
      </form>
    </section>
  )
}

function useSendCode() {
  const client = useQueryClient()
  return useServerMutation({
    call: () => call('POST /api/accounts/confirm-address'),
    onSuccess: async ({ sent, next_at }) => {
      if (sent) client.setQueryData<Sent>(sentKey, { at: Date.now(), nextAt: next_at })
      // Already verified, in another window or by the link in the mail.
      else await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

function useVerifyCode() {
  const client = useQueryClient()
  return useServerMutation({
    call: (code: string) => call('POST /api/accounts/confirm-address/verify', { body: { code } }),
    done: t('success.addressConfirmed'),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      client.removeQueries({ queryKey: sentKey })
      // The banner disappears, and the focus with it.
      pageStart()?.focus()
    },
  })
}

const STEP_SECONDS = 15

/** Seconds until the next mail may be requested; 0 when it may. */
function useWait(sent: Sent | undefined): number {
  const [now, setNow] = useState(Date.now)
  const left = sent ? (Date.parse(sent.nextAt) - Math.max(now, sent.at)) / 1000 : 0
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    // Computed again when the moment comes, or after a while because the text counts down.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, STEP_SECONDS) * 1000)
    return () => clearTimeout(timer)
  }, [isWaiting, left])
  return Math.max(0, left)
}

function waitText(seconds: number, iso: string): string {
  if (seconds <= 60) return t('address.waitLittle')
  if (seconds < 3600) return t('address.waitMinutes', { count: Math.ceil(seconds / 60) })
  return t('address.waitUntil', { time: timeOfDay(iso) })
}
