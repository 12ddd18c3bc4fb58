// The frame of a legal text: its author, numbered headings, and a table of contents.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useEffect, type ReactNode } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Installation } from '#domain/installation.ts'
import { rich, t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { useTitle } from '../shell/title.ts'
import { Problem } from '../ui/problem.tsx'
import { PageSpinner } from '../ui/waiting.tsx'

export type LegalPart = { id: string; title: string; body: ReactNode }

const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => call('GET /api/installation', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The parts are rendered once the operator is known: an incomplete contract would be invalid. */
export function LegalPage({
  title,
  intro,
  partsOf,
}: {
  title: string
  intro: (operator: { named: 'yes' | 'no'; operator: string }) => string
  partsOf: (installation: Installation) => readonly LegalPart[]
}) {
  useTitle(null)
  const installation = useQuery(installationQuery)
  const isRead = installation.isSuccess
  useEffect(() => {
    // The server's document sets it from the start; here for people who navigate within the app.
    document.documentElement.dataset['face'] = 'system'
    return () => {
      delete document.documentElement.dataset['face']
    }
  }, [])
  useEffect(() => {
    // A link to a part was followed before the part existed.
    if (isRead && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isRead])
  if (installation.error) {
    return (
      <Problem text={reasonOf(installation.error)} onRetry={() => void installation.refetch()} />
    )
  }
  if (!installation.data) return <PageSpinner text={t('screen.loading')} />
  const parts = partsOf(installation.data)
  const operator = installation.data.operator_name
  return (
    <div className="grid gap-x-12 md:grid-cols-[200px_minmax(0,68ch)]">
      <nav
        aria-label={t('legal.contents')}
        className="sticky top-24 self-start text-label max-md:hidden"
      >
        <Contents parts={parts} />
      </nav>
      <article className="min-w-0 text-panel">
        <h1 className="text-page font-semibold hyphens-auto wrap-anywhere">{title}</h1>
        <p className="mt-1 text-body text-ink-2">{t('legal.lastUpdated')}</p>
        <details className="mt-4 border-y border-line py-3 text-body md:hidden">
          <summary className="cursor-pointer font-medium">{t('legal.contents')}</summary>
          <nav aria-label={t('legal.contents')} className="mt-3">
            <Contents parts={parts} />
          </nav>
        </details>
        {!operator && (
          <p
            role="note"
            className="mt-4 rounded-control border border-line bg-sunken px-4 py-2.5 text-body"
          >
            {t('legal.operatorUnnamed')}
          </p>
        )}
        <p className="mt-4 wrap-anywhere">
          {intro({ named: operator ? 'yes' : 'no', operator: operator ?? '' })}
        </p>
        {parts.map((part, index) => (
          <section
            key={part.id}
            id={part.id}
            aria-labelledby={`${part.id}-title`}
            className="mt-9 scroll-mt-20"
          >
            <h2 id={`${part.id}-title`} className="mb-2 text-section font-semibold">
              {index + 1}. {part.title}
            </h2>
            <div className="grid gap-3 [&_b]:font-semibold [&_h3]:mt-2 [&_h3]:font-semibold [&_li]:mb-1 [&_ul]:list-disc [&_ul]:ps-5">
              {part.body}
            </div>
          </section>
        ))}
      </article>
    </div>
  )
}

function Contents({ parts }: { parts: readonly LegalPart[] }) {
  return (
    <ol className="grid gap-1.5">
      {parts.map((part, index) => (
        <li key={part.id}>
          <a
            href={`#${part.id}`}
            className="text-ink-2 no-underline hover:text-ink hover:underline"
          >
            {index + 1}. {part.title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** Name, postal address and support address, as far as they are set. */
export function Imprint({ installation }: { installation: Installation }) {
  const { operator_name, operator_address, support_email } = installation
  return (
    <>
      {operator_name && (
        <address className="whitespace-pre-line not-italic wrap-anywhere">
          {operator_name}
          {operator_address && `\n${operator_address}`}
        </address>
      )}
      <p>
        {rich('legal.emailAddress', {
          email: () => <SupportLink key="email" email={support_email} />,
        })}
      </p>
      <p className="text-ink-2">Storehand {installation.version}</p>
    </>
  )
}

/** The part of a text that is in bold type. */
export const bold = (text: string[]) => <b key="bold">{text}</b>

export function SupportLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="break-all text-link">
      {shownEmailAddress(email)}
    </a>
  )
}
