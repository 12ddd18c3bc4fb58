// Everything known about one application, and what can be done with it.
import { useId, type ReactNode } from 'react'
import { Globe, Link2, Mail, Phone, type LucideIcon } from 'lucide-react'
import {
  applicantStatuses,
  isWebAddress,
  moves,
  wordForStatus,
  type Applicant,
  type ApplicantProfile,
  type ApplicantStatus,
} from '#domain/applicants.ts'
import { fileSize } from '#domain/cvs.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { counted, fullDate, logDate } from '../ui/dates.ts'
import { openCv, useMarkContacted, useMoveApplicant } from './applicants-api.ts'
import { fullName, rowOf } from './applicants-cache.ts'
import { CvPreview } from './cv-preview.tsx'
import { StatusMenu } from './status-menu.tsx'

/** The move that brings someone further; hired and rejected have none. */
const forwardMove = (from: ApplicantStatus): ApplicantStatus | undefined =>
  moves[from].find((to) => applicantStatuses.indexOf(to) > applicantStatuses.indexOf(from))

export function ApplicantProfileView({ profile }: { profile: ApplicantProfile }) {
  const { applicant } = profile
  const row = rowOf(applicant)
  const move = useMoveApplicant()
  const markContacted = useMarkContacted()
  const forward = forwardMove(applicant.status)

  return (
    <>
      <div className="px-6 pt-5 pb-4 max-md:p-4">
        <div className="flex items-start gap-3">
          <h2 className="me-auto min-w-0 text-page font-semibold break-words">
            {fullName(applicant)}
          </h2>
          <span className="mt-1 flex-none">
            <StatusMenu row={row} onMove={(to) => move(row, to)} />
          </span>
        </div>
        <p className="mt-1 text-ink-2">
          {applicant.role_title} · applied{' '}
          <time dateTime={applicant.created_at}>{fullDate(applicant.created_at)}</time>
        </p>
      </div>
      <div className="flex gap-2 border-b border-line px-6 pb-5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-b-0 max-md:bg-surface max-md:px-3 max-md:pt-2.5 max-md:pb-[max(14px,env(safe-area-inset-bottom))] max-md:*:min-w-0 max-md:*:flex-auto max-md:*:px-2">
        {forward && (
          <Button kind="primary" onClick={() => move(row, forward)}>
            Move to {wordForStatus[forward]}
          </Button>
        )}
        <Button onClick={() => markContacted(row)} aria-label={contactWord(applicant)}>
          <span className="max-md:hidden">{contactWord(applicant)}</span>
          <span className="md:hidden">{applicant.contacted ? 'Not contacted' : 'Contacted'}</span>
        </Button>
        {applicant.status !== 'rejected' && (
          <Button onClick={() => move(row, 'rejected')}>Reject</Button>
        )}
      </div>
      <Contact applicant={applicant} />
      <Application applicant={applicant} />
      <Cv applicant={applicant} />
      <Timeline profile={profile} />
    </>
  )
}

const contactWord = ({ contacted }: Applicant) =>
  contacted ? 'Mark as not contacted' : 'Mark as contacted'

function Part({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="border-b border-line px-6 py-5 last:border-b-0 max-md:px-4"
    >
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <h3 id={heading} className="me-auto text-panel font-semibold">
          {title}
        </h3>
        {side}
      </div>
      {children}
    </section>
  )
}

function Contact({ applicant }: { applicant: Applicant }) {
  const { email, phone, linkedin_url: linkedin, website_url: website } = applicant
  return (
    <Part title="Contact Information">
      <ul className="grid gap-x-8 gap-y-0.5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ContactLine icon={Mail} href={`mailto:${email}`} text={email}>
          <CopyButton name="Copy email" text={email} />
        </ContactLine>
        {phone && (
          <ContactLine icon={Phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} text={phone}>
            <CopyButton name="Copy phone" text={phone} />
          </ContactLine>
        )}
        {linkedin && <WebLine icon={Link2} name="LinkedIn" address={linkedin} />}
        {website && <WebLine icon={Globe} name="Website" address={website} />}
      </ul>
    </Part>
  )
}

function ContactLine({
  icon: Icon,
  href,
  text,
  children,
}: {
  icon: LucideIcon
  href: string
  text: string
  children: ReactNode
}) {
  return (
    <li className="flex min-h-8 min-w-0 items-center gap-2.5 max-md:min-h-11">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
      <a href={href} className="min-w-0 flex-1 break-all underline decoration-field">
        {text}
      </a>
      {children}
    </li>
  )
}

/** What someone typed becomes a link only if it leads to the web and nowhere else. */
function WebLine({
  icon: Icon,
  name,
  address,
}: {
  icon: LucideIcon
  name: string
  address: string
}) {
  return (
    <li className="flex min-h-8 min-w-0 items-center gap-2.5 max-md:min-h-11">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3" />
      <span className="sr-only">{name}</span>
      {isWebAddress(address) ? (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 break-all underline decoration-field"
        >
          {address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      ) : (
        <span className="min-w-0 break-all">{address}</span>
      )}
    </li>
  )
}

function Application({ applicant }: { applicant: Applicant }) {
  const years = applicant.experience_years
  return (
    <Part title="Application Details">
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <Fact name="Experience" value={years === null ? 'Not specified' : counted(years, 'year')} />
        <Fact name="Customer" value={applicant.is_existing_customer ? 'Yes' : 'New'} />
        <Fact name="Contacted" value={applicant.contacted ? 'Yes' : 'No'} />
        <Fact name="Last change" value={logDate(applicant.updated_at)} />
      </dl>
      <Answer question="Why are you interested?" text={applicant.cover_letter} />
      <Answer question="Additional Information" text={applicant.additional_info} />
    </Part>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="leader">
      <dt className="text-ink-2">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Answer({ question, text }: { question: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <h4 className="mt-4 mb-1 font-semibold">{question}</h4>
      <p className="max-w-[68ch] break-words whitespace-pre-line">{text}</p>
    </>
  )
}

function Cv({ applicant }: { applicant: Applicant }) {
  if (!applicant.cv_url) {
    return (
      <Part title="CV">
        <p className="text-ink-2">No CV attached.</p>
      </Part>
    )
  }
  const size = applicant.cv_size === null ? null : fileSize(applicant.cv_size)
  return (
    <Part
      title="CV"
      side={
        <Button size="small" onClick={() => void openCv(applicant.id)}>
          View CV
        </Button>
      }
    >
      <p className="mb-3 break-all text-ink-2">
        {[applicant.cv_name ?? 'CV', size].filter(Boolean).join(' · ')}
      </p>
      <CvPreview key={applicant.id} applicant={applicant} />
    </Part>
  )
}

function Timeline({ profile: { applicant, history } }: { profile: ApplicantProfile }) {
  const newestFirst = history.toSorted((a, b) => b.changed_at.localeCompare(a.changed_at))
  const moved = newestFirst.filter(({ from_status: from }) => from !== null)
  return (
    <Part title="Timeline">
      <ol className="timeline">
        {moved.map((change) => (
          <li key={change.id}>
            <Moment iso={change.changed_at} />
            <p>
              {change.changed_by_name && (
                <>
                  <b className="font-semibold">{change.changed_by_name}</b> ·{' '}
                </>
              )}
              {change.from_status && `${wordForStatus[change.from_status]} to `}
              {wordForStatus[change.to_status]}
            </p>
          </li>
        ))}
        <li>
          <Moment iso={applicant.created_at} />
          <p>Applied for {applicant.role_title}</p>
        </li>
      </ol>
    </Part>
  )
}

function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={fullDate(iso)} className="text-meta/5 text-ink-3">
      {logDate(iso)}
    </time>
  )
}
