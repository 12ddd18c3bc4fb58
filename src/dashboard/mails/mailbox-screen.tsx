// Mails that were stored instead of sent, for people who develop the product or try it out.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t, rich } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { NotFound } from '../shell/not-found.tsx'
import { useTitle } from '../shell/title.ts'
import { classNames } from '../ui/class-names.ts'
import { fullDate } from '../ui/dates.ts'
import { LetterSlot } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { Since } from '../ui/time.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { ApiError } from '../api.ts'

type Mail = { id: string; to: string; subject: string; text: string; html: string; sent_at: string }

const READ_AGAIN_MS = 2000

export function MailboxScreen() {
  useTitle(t('mailbox.title'))
  const [chosen, setChosen] = useState<string | null>(null)
  const mails = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => call('GET /dev/mailbox.json', { signal }),
    refetchInterval: READ_AGAIN_MS,
  })
  // In production mails go to real people, so this page does not exist there.
  if (mails.error instanceof ApiError && mails.error.status === 404) return <NotFound />

  const all = mails.data ?? []
  const mail = all.find(({ id }) => id === chosen) ?? all[0]
  return (
    <>
      <h1 className="text-page font-semibold">{t('mailbox.title')}</h1>
      <p className="mb-4 text-ink-2">{t('mailbox.hint')}</p>
      {mails.error && !mails.data && (
        <Problem text={reasonOf(mails.error)} onRetry={() => void mails.refetch()} />
      )}
      {mails.isPending && <SkeletonRows label={t('mailbox.loading')} />}
      {mails.data && !mail && (
        <div className="ledger">
          <EmptyState
            drawing={<LetterSlot />}
            title={t('mailbox.empty')}
            text={t('mailbox.emptyHint')}
          />
        </div>
      )}
      {mail && (
        <div className="ledger grid md:grid-cols-[320px_minmax(0,1fr)]">
          <ul
            aria-label={t('mailbox.listLabel')}
            className="max-h-[70dvh] overflow-auto border-line max-md:max-h-64 max-md:border-b md:border-e"
          >
            {all.map((other) => (
              <li key={other.id} className="border-t border-line first:border-t-0">
                <button
                  type="button"
                  aria-current={other.id === mail.id || undefined}
                  onClick={() => setChosen(other.id)}
                  className={classNames(
                    'block w-full px-4 py-2.5 text-start -outline-offset-2',
                    other.id === mail.id ? 'bg-brand-tint' : 'hover:bg-hover',
                  )}
                >
                  <span className="flex items-baseline justify-between gap-3">
                    <b className="min-w-0 truncate font-semibold">{other.subject}</b>
                    <span className="flex-none text-meta text-ink-2">
                      <Since iso={other.sent_at} />
                    </span>
                  </span>
                  <span className="block truncate text-meta text-ink-2">{other.to}</span>
                </button>
              </li>
            ))}
          </ul>
          <Message mail={mail} />
        </div>
      )}
    </>
  )
}

function Message({ mail }: { mail: Mail }) {
  return (
    <article aria-label={mail.subject} className="min-w-0">
      <header className="border-b border-line px-6 py-4 max-md:px-4">
        <h2 className="text-section font-semibold break-words">{mail.subject}</h2>
        <p className="text-ink-2">
          {rich('mailbox.to', {
            email: mail.to,
            date: fullDate(mail.sent_at),
            part: (text) => (
              <span key="part" className="break-all text-ink">
                {text}
              </span>
            ),
            time: (text) => (
              <time key="time" dateTime={mail.sent_at}>
                {text}
              </time>
            ),
          })}
        </p>
      </header>
      {/* Links may open a tab; scripts, forms and our own cookies are blocked. */}
      <iframe
        title={t('mailbox.message')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={`<base target="_blank">${mail.html}`}
        className="block h-[56dvh] w-full bg-white"
      />
      <details className="border-t border-line px-6 py-3 max-md:px-4">
        <summary className="cursor-pointer text-label font-medium">
          {t('mailPreview.plainText')}
        </summary>
        <pre className="mt-2 font-mono text-label break-words whitespace-pre-wrap">{mail.text}</pre>
      </details>
    </article>
  )
}
