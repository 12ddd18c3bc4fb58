// What needs attention now: at most five sentences, each with a link.
import type { ReactElement } from 'react'
import { Link } from '@tanstack/react-router'
import {
  CalendarX2,
  Clock,
  FileClock,
  FileX,
  Gauge,
  HardDrive,
  MailX,
  OctagonAlert,
  PanelsTopLeft,
  Unplug,
  User,
  type LucideIcon,
} from 'lucide-react'
import { rich, t } from '#domain/texts/text.ts'
import { needsAttention, type Sentence } from '#domain/overview/overview.ts'
import type { Attention } from '#domain/overview/overview.ts'
import { Reconnect } from '../shell/store/reconnect.tsx'
import { useNow } from '../ui/time.tsx'
import { PartOfToday } from './part-of-today.tsx'

const icons: Record<Sentence['about'], LucideIcon> = {
  incident: OctagonAlert,
  infected: FileX,
  'mail-off': MailX,
  'store-lost': Unplug,
  'store-version': Unplug,
  'theme-behind': PanelsTopLeft,
  'cv-space': HardDrive,
  undelivered: MailX,
  'linked-pages': PanelsTopLeft,
  'retention-stopped': CalendarX2,
  'clock-wrong': CalendarX2,
  waiting: Clock,
  pending: User,
  'retention-soon': CalendarX2,
  'requests-overdue': FileClock,
  'requests-soon': FileClock,
  'limit-reads': Gauge,
  'limit-changes': Gauge,
  'limit-codes': Gauge,
  'limit-mails-hour': Gauge,
  'limit-mails-day': Gauge,
  'limit-cv-space': HardDrive,
  'limit-tasks': Gauge,
}

const link = '-my-1 flex-none py-1 font-medium text-link max-md:-my-1.5 max-md:py-1.5'

function wayTo(sentence: Sentence): ReactElement | null {
  const values = {
    sentence: sentence.text,
    about: (text: string[]) => (
      <span key="about" className="sr-only">
        {text}
      </span>
    ),
  }
  switch (sentence.about) {
    case 'incident':
      return (
        <Link
          to="/admin/incidents"
          search={{ itab: 'all', incident: sentence.id }}
          className={link}
        >
          {rich('attention.open', values)}
        </Link>
      )
    case 'undelivered':
    case 'infected':
      return (
        <Link
          to="/admin/applicants"
          search={{ tab: 'all', applicant: sentence.id }}
          className={link}
        >
          {rich('attention.open', values)}
        </Link>
      )
    // No action in the dashboard solves it: the operator must, or the sentence says how.
    case 'mail-off':
    case 'clock-wrong':
    case 'store-version':
    case 'limit-reads':
    case 'limit-changes':
    case 'limit-codes':
    case 'limit-mails-hour':
    case 'limit-mails-day':
    case 'limit-tasks':
      return null
    case 'store-lost':
      return (
        <Reconnect step="2" className={link}>
          {rich('attention.connect', values)}
        </Reconnect>
      )
    case 'theme-behind':
    case 'linked-pages':
      return (
        <Link to="/admin/store-pages" className={link}>
          {rich('attention.view', values)}
        </Link>
      )
    case 'waiting':
      return (
        <Link
          to="/admin/applicants"
          search={{ contact: 'not-contacted', sort: 'applied' }}
          className={link}
        >
          {rich('attention.view', values)}
        </Link>
      )
    case 'cv-space':
    case 'limit-cv-space':
      return (
        <Link to="/admin/applicants" search={{ tab: 'all', sort: 'applied' }} className={link}>
          {rich('attention.viewOldest', values)}
        </Link>
      )
    case 'requests-overdue':
    case 'requests-soon':
      return (
        <Link to="/admin/requests" className={link}>
          {rich('attention.view', values)}
        </Link>
      )
    case 'pending':
      return (
        <Link to="/organizations" className={link}>
          {rich('attention.approve', values)}
        </Link>
      )
    default:
      return (
        <Link to="/admin/settings" hash="retention" className={link}>
          {rich('attention.view', values)}
        </Link>
      )
  }
}

export function NeedsAttention({
  attention,
  isQuiet,
}: {
  attention: Attention
  /** Shown only when something needs attention. */
  isQuiet: boolean
}) {
  const now = useNow()
  const sentences = needsAttention(attention, now)
  if (isQuiet && sentences.length === 0) return null
  return (
    <PartOfToday title={t('attention.title')}>
      {sentences.length === 0 && <p className="text-ink-2">{t('attention.none')}</p>}
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence) => {
            const Icon = icons[sentence.about]
            const isHot = sentence.about === 'incident'
            return (
              <li
                key={`${sentence.about} ${sentence.text}`}
                className="flex items-start gap-2.5 border-t border-line py-[9px] first:border-t-0 first:pt-0.5"
              >
                <Icon
                  size={16}
                  className={`mt-0.5 flex-none ${isHot ? 'text-danger-text' : 'text-ink-3'}`}
                />
                <span className={`me-auto min-w-0 ${isHot ? 'font-semibold' : ''}`}>
                  {sentence.text}
                </span>
                {wayTo(sentence)}
              </li>
            )
          })}
        </ul>
      )}
    </PartOfToday>
  )
}
