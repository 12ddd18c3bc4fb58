// Customers who asked the store what is known of them: until when each is answered, and what is held.
import { useId } from 'react'
import { Download } from 'lucide-react'
import type { DataRequest } from '#domain/store/store-pages.ts'
import { save, linkTo } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { shortDate } from '../../ui/dates.ts'

export function DataRequests({ requests }: { requests: readonly DataRequest[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="mb-2 text-section font-semibold">
        Requests for data
      </h2>
      <ul className="ledger">
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-60 break-words">
              <span className="font-semibold">{request.email}</span> asked your store what is known
              about them. Pass it on by{' '}
              <time dateTime={request.due_at}>{shortDate(request.due_at)}</time>
              {request.exported_at && '; you have downloaded it'}.
            </span>
            <Button
              size="small"
              aria-label={`Download the data of ${request.email}`}
              onClick={() =>
                save(
                  linkTo('GET /api/store/data-requests/:requestId/export.json', {
                    params: { requestId: request.id },
                  }),
                )
              }
            >
              <Download size={14} />
              Download
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
