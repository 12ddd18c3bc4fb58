// Customers who asked the store what is known of them: until when each is answered, and what is held.
import { useId } from 'react'
import { Download } from 'lucide-react'
import type { DataRequest } from '#domain/store/store-pages.ts'
import { rich, t } from '#domain/texts/text.ts'
import { save, linkTo } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { shortDate } from '../../ui/dates.ts'

export function DataRequests({ requests }: { requests: readonly DataRequest[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="mb-2 text-section font-semibold">
        {t('request.listTitle')}
      </h2>
      <ul className="ledger">
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-60 break-words">
              {rich(request.exported_at ? 'request.downloaded' : 'request.open', {
                email: request.email,
                date: shortDate(request.due_at),
                b: (text) => (
                  <span key="email" className="font-semibold">
                    {text}
                  </span>
                ),
                time: (text) => (
                  <time key="date" dateTime={request.due_at}>
                    {text}
                  </time>
                ),
              })}
            </span>
            <Button
              size="small"
              aria-label={t('request.download', { email: request.email })}
              onClick={() =>
                save(
                  linkTo('GET /api/store/data-requests/:requestId/export.json', {
                    params: { requestId: request.id },
                  }),
                )
              }
            >
              <Download size={14} />
              {t('action.download')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
