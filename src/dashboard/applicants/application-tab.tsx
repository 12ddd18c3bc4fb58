// The application itself: how to reach the person, what they wrote, their file, what the store knows, and how it all ends.
import { wordForStatus, type Applicant, type ApplicantProfile } from '#domain/applicants.ts'
import { deletionDay } from '#domain/retention.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { counted, fullDate, logDate, shortDate } from '../ui/dates.ts'
import { useApplicantsUrl } from './applicants-url.ts'
import { ContactInformation } from './contact-information.tsx'
import { CvPart } from './cv-part.tsx'
import { CustomerInformation } from './customer-information.tsx'
import type { Leave } from './leave-dialog.tsx'
import { Fact, Part } from './profile-part.tsx'

export function ApplicationTab({
  profile: { applicant, others, customer, cv },
  onLeave,
  onReadCv,
}: {
  profile: ApplicantProfile
  onLeave: (how: Leave) => void
  onReadCv: () => void
}) {
  return (
    <>
      <div className="grid border-b border-line sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:*:border-b-0 sm:*:first:pe-4 sm:*:last:ps-4">
        <ContactInformation applicant={applicant} />
        <CustomerInformation applicant={applicant} kept={customer} />
      </div>
      <Application applicant={applicant} />
      <CvPart applicant={applicant} check={cv} onRead={onReadCv} />
      <OtherApplications others={others} />
      <Kept applicant={applicant} onLeave={onLeave} />
    </>
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

function Answer({ question, text }: { question: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <h4 className="mt-4 mb-1 font-semibold">{question}</h4>
      <p className="max-w-[68ch] break-words whitespace-pre-line">{text}</p>
    </>
  )
}

function OtherApplications({ others }: Pick<ApplicantProfile, 'others'>) {
  const url = useApplicantsUrl()
  if (others.length === 0) return null
  return (
    <Part title="Other applications">
      <ul className="grid gap-1">
        {others.map((other) => (
          <li key={other.id} className="flex min-h-8 items-center gap-3 max-md:min-h-11">
            <button
              type="button"
              className="me-auto min-w-0 text-start break-words text-link"
              onClick={() => url.step(other.id)}
            >
              {other.role_title}
            </button>
            <time
              dateTime={other.created_at}
              title={fullDate(other.created_at)}
              className="text-label text-ink-2 tabular-nums"
            >
              {shortDate(other.created_at)}
            </time>
            <Badge kind={other.status}>{wordForStatus[other.status]}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Until when it is kept, and the two ways out before that. */
function Kept({ applicant, onLeave }: { applicant: Applicant; onLeave: (how: Leave) => void }) {
  return (
    <Part title="Data">
      <p className="text-ink-2">
        Deleted automatically on {shortDate(`${deletionDay(applicant.created_at)}T12:00:00`)}, six
        months after the application.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onLeave('remove')}>
          Remove Data
        </Button>
        <Button size="small" onClick={() => onLeave('delete')}>
          Delete
        </Button>
      </div>
    </Part>
  )
}
