// Said on every page to whoever has closed their account: when it goes, and the way to keep it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { fullDate } from '../ui/dates.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

function useKeepAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/accounts/keep'),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      toastSuccess(t('success.accountKept'))
    },
    onError: (error) => toastError(reasonOf(error)),
  })
}

export function ClosingNotice({ session }: { session: SessionView }) {
  const keep = useKeepAccount()
  const closesAt = session.user?.closes_at
  if (!closesAt) return null
  return (
    <section
      aria-label="Closed account"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-2.5"
    >
      <p className="me-auto min-w-0">{t('account.closing', { date: fullDate(closesAt) })}</p>
      <Button inactive={keep.isPending} onClick={() => !keep.isPending && keep.mutate()}>
        Keep my account
      </Button>
    </section>
  )
}
