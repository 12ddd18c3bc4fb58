// One request of the register: the request, the person, how they were identified, the due date, and its actions.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { RightsRequest } from '#domain/rights/register.ts'
import { requestProofLabel, rightsKindLabel } from '#domain/rights/rights.ts'
import { t } from '#domain/texts/text.ts'
import { linkTo, save } from '../api.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { longDate, shortDate } from '../ui/dates.ts'
import { useNow } from '../ui/time.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { useMarkCopySent } from './requests-api.ts'

const DAY_MS = 86_400_000

export function RequestRow({ request }: { request: RightsRequest }) {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const sent = useMarkCopySent(request.id)
  const [answering, setAnswering] = useState<'decide' | 'refuse' | null>(null)
  const { kind, completed_at, words, reason, receipt } = request
  const isCopy = kind === 'access' || kind === 'portability'
  const hasData = request.applicant !== null || request.is_restricted || request.email !== null
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-semibold">{rightsKindLabel(kind)}</span>
          <span className="text-ink-2">, </span>
          <Who request={request} />
        </p>
        <p className="mt-0.5 text-label text-ink-2">
          {t(`rights.cameBy.${request.came_by}`, { date: shortDate(request.requested_at) })}
          {'. '}
          {request.verified_by
            ? t('rights.verified', { how: requestProofLabel(request.verified_by) })
            : t('rights.unverified')}
        </p>
        {words && <Quote label={t('rights.words')}>{words}</Quote>}
        {reason && <Quote label={t('rights.reason')}>{reason}</Quote>}
        {receipt && (
          <Quote label={t('rights.receipt')}>
            <bdi>{receipt}</bdi>
          </Quote>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        <State request={request} />
        {isOwner && isCopy && hasData && (
          <Button
            size="small"
            onClick={() =>
              save(
                linkTo('GET /api/rights/requests/:requestId/copy.zip', {
                  params: { requestId: request.id },
                }),
              )
            }
          >
            <Download size={14} />
            {t('rights.downloadCopy')}
          </Button>
        )}
        {isOwner && isCopy && !completed_at && (
          <Button size="small" inactive={sent.isPending} onClick={() => sent.mutate()}>
            {t('rights.markSent')}
          </Button>
        )}
        {isOwner && !completed_at && kind === 'objection' && (
          <Button size="small" onClick={() => setAnswering('decide')}>
            {t('rights.decide')}
          </Button>
        )}
        {isOwner && !completed_at && kind !== 'objection' && (
          <Button size="small" onClick={() => setAnswering('refuse')}>
            {t('rights.refuse')}
          </Button>
        )}
      </div>
      {answering && (
        <AnswerDialog request={request} how={answering} onClose={() => setAnswering(null)} />
      )}
    </li>
  )
}

/** The name is hidden while the data is restricted. */
function Who({
  request: { applicant, is_restricted, email, completed_at },
}: {
  request: RightsRequest
}) {
  if (applicant) {
    return (
      <>
        <Link
          to="/admin/applicants"
          search={{ tab: 'all', applicant: applicant.id }}
          className="text-link"
        >
          {applicant.name}
        </Link>
        <span className="text-ink-2">, {applicant.role_title}</span>
      </>
    )
  }
  if (email) return <span>{shownEmailAddress(email)}</span>
  if (is_restricted) return <span className="text-ink-2">{t('rights.restrictedPerson')}</span>
  return (
    <span className="text-ink-2">
      {t(completed_at ? 'rights.erasedPerson' : 'rights.customer')}
    </span>
  )
}

function State({ request }: { request: RightsRequest }) {
  const now = useNow()
  const { completed_at, completed_by_name, outcome, due_at } = request
  if (completed_at && outcome) {
    const date = shortDate(completed_at)
    return (
      <span className="text-label text-ink-2" title={longDate(completed_at)}>
        {completed_by_name
          ? t('rights.doneBy', {
              outcome: t(`rights.outcome.${outcome}`),
              date,
              name: completed_by_name,
            })
          : t('rights.doneOn', { outcome: t(`rights.outcome.${outcome}`), date })}
      </span>
    )
  }
  const days = Math.ceil((Date.parse(due_at) - now) / DAY_MS)
  return (
    <time
      dateTime={due_at}
      title={longDate(due_at)}
      className={days <= 3 ? 'text-label font-medium text-danger-text' : 'text-label text-ink-2'}
    >
      {days < 0
        ? t('rights.overdue', { date: shortDate(due_at) })
        : t('rights.due', { date: shortDate(due_at), count: days })}
    </time>
  )
}

const Quote = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="mt-1 max-w-[68ch] text-label break-words whitespace-pre-line">
    <span className="text-ink-2">{label} </span>
    {children}
  </p>
)
