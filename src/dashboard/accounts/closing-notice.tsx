// Shown on every page to people who have closed their account: when it will be deleted, and a button to keep it.
import { useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { fullDate } from '../ui/dates.ts'

function useKeepAccount() {
  const client = useQueryClient()
  return useServerMutation({
    call: () => call('POST /api/accounts/keep'),
    done: t('success.accountKept'),
    failed: reasonOf,
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  })
}

export function ClosingNotice({ closesAt }: { closesAt: string }) {
  const keep = useKeepAccount()
  return (
    <section
      aria-label={t('account.closedLabel')}
      className="mb-6 flex flex-wrap items-center gap-3 rounded-control border border-line bg-sunken px-4 py-2.5"
    >
      <p className="me-auto min-w-0">{t('account.closing', { date: fullDate(closesAt) })}</p>
      <Button inactive={keep.isPending} onClick={() => !keep.isPending && keep.mutate()}>
        {t('account.keep')}
      </Button>
    </section>
  )
}
