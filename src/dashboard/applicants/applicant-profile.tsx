// Everything known about one application, and what can be done with it.
import { useRef, useState } from 'react'
import { Ellipsis, ShieldX, Trash2 } from 'lucide-react'
import {
  applicantStatuses,
  moves,
  wordForStatus,
  type Applicant,
  type ApplicantProfile,
  type ApplicantStatus,
} from '#domain/applicants.ts'
import { fill } from '#domain/messages.ts'
import { useShortcut } from '../shell/shortcuts.ts'
import { useSession } from '../shell/session.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { count, fullDate } from '../ui/dates.ts'
import { letterClass } from '../ui/letters.ts'
import { ActionMenu, MenuAction } from '../ui/menu.tsx'
import { LineTabs } from '../ui/tabs.tsx'
import { useMarkContacted, useMoveApplicant } from './applicants-api.ts'
import { fullName, rowOf } from './applicants-cache.ts'
import { ApplicationTab } from './application-tab.tsx'
import { CvPart } from './cv-part.tsx'
import { LeaveDialog, type Leave } from './leave-dialog.tsx'
import { NotSaved } from './not-saved.tsx'
import { NotesTab } from './notes-tab.tsx'
import { StatusMailLine } from './status-mail.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TimelineTab } from './timeline-tab.tsx'

/** The move that brings someone further; hired and rejected have none. */
const forwardMove = (from: ApplicantStatus): ApplicantStatus | undefined =>
  moves[from].find((to) => applicantStatuses.indexOf(to) > applicantStatuses.indexOf(from))

export type ProfileTab = 'application' | 'cv' | 'timeline' | 'notes'

export function ApplicantProfileView({
  profile,
  tab,
  onTab,
  onGone,
}: {
  profile: ApplicantProfile
  /** Kept while stepping from person to person. */
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
  /** The applicant was deleted, or their data removed. */
  onGone: () => void
}) {
  const { applicant, notes } = profile
  const [leaving, setLeaving] = useState<Leave | null>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)

  useShortcut('applicants.note', () => {
    onTab('notes')
    // The field is there once the tab is drawn.
    requestAnimationFrame(() => noteField.current?.focus())
  })
  useShortcut('applicants.cv', () => onTab('cv'))
  useShortcut('applicants.email', () => {
    window.location.href = `mailto:${applicant.email}`
  })

  return (
    <>
      <Head applicant={applicant} />
      <MovedByOther key={applicant.id} profile={profile} />
      <Actions applicant={applicant} onLeave={setLeaving} />
      <StatusMailLine key={`mail ${applicant.id}`} profile={profile} />
      <div className="[&_[role=tab]]:text-body [&_[role=tablist]]:px-6 max-md:[&_[role=tablist]]:px-4">
        <LineTabs
          label="Profile"
          value={tab}
          onChange={onTab}
          tabs={[
            { value: 'application', label: 'Application' },
            { value: 'cv', label: 'CV' },
            { value: 'timeline', label: 'Timeline' },
            { value: 'notes', label: notes.length > 0 ? `Notes ${count(notes.length)}` : 'Notes' },
          ]}
        >
          {tab === 'application' && (
            <ApplicationTab profile={profile} onLeave={setLeaving} onReadCv={() => onTab('cv')} />
          )}
          {tab === 'cv' && <CvPart applicant={applicant} check={profile.cv} preview />}
          {tab === 'timeline' && <TimelineTab profile={profile} />}
          {tab === 'notes' && (
            <NotesTab applicantId={applicant.id} notes={notes} field={noteField} />
          )}
        </LineTabs>
      </div>
      {leaving && (
        <LeaveDialog
          how={leaving}
          profile={profile}
          onGone={onGone}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  )
}

function Head({ applicant }: { applicant: Applicant }) {
  const row = rowOf(applicant)
  const move = useMoveApplicant()
  return (
    <div className="px-6 pt-5 pb-4 max-md:p-4">
      <div className="flex items-start gap-3">
        <h2
          className={classNames(
            'me-auto min-w-0 text-page font-semibold break-words',
            letterClass(fullName(applicant)),
          )}
        >
          {fullName(applicant)}
        </h2>
        <span className="mt-1 flex-none">
          <StatusMenu row={row} onMove={(to) => move(row, to)} />
        </span>
      </div>
      <p className="mt-1 break-words text-ink-2">
        {applicant.role_title} · applied{' '}
        <time dateTime={applicant.created_at}>{fullDate(applicant.created_at)}</time>
      </p>
      <NotSaved id={applicant.id} className="mt-1" />
    </div>
  )
}

/** Said when somebody else moved the person while their profile is open here. */
function MovedByOther({ profile: { timeline } }: { profile: ApplicantProfile }) {
  const me = useSession().user?.id
  const newest = timeline.find((entry) => entry.act === 'status')
  const [known] = useState(newest?.id)
  const isNews =
    newest?.act === 'status' && newest.id !== known && newest.by_id !== null && newest.by_id !== me
  return (
    <p
      role="status"
      className={
        isNews
          ? 'mx-6 mb-4 rounded-control border border-line bg-sunken px-4 py-2.5 max-md:mx-4'
          : 'sr-only'
      }
    >
      {isNews &&
        fill('applicant.movedBy', {
          name: newest.by_name ?? 'Someone',
          status: wordForStatus[newest.to],
        })}
    </p>
  )
}

function Actions({ applicant, onLeave }: { applicant: Applicant; onLeave: (how: Leave) => void }) {
  const row = rowOf(applicant)
  const move = useMoveApplicant()
  const markContacted = useMarkContacted()
  const forward = forwardMove(applicant.status)
  return (
    <div className="flex gap-2 px-6 pb-3 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-3 max-md:pt-2.5 max-md:pb-[max(14px,env(safe-area-inset-bottom))]">
      <div className="flex min-w-0 flex-1 gap-2 max-md:*:min-w-min max-md:*:flex-auto max-md:*:px-2 max-md:*:leading-4 max-md:*:whitespace-normal max-[359px]:*:px-1 max-[359px]:*:text-label">
        {forward && (
          <Button kind="primary" onClick={() => move(row, forward)}>
            Move to {wordForStatus[forward]}
          </Button>
        )}
        <Button onClick={() => markContacted(row)}>{contactWord(applicant)}</Button>
        {applicant.status !== 'rejected' && (
          <Button onClick={() => move(row, 'rejected')}>Reject</Button>
        )}
      </div>
      <ActionMenu
        trigger={
          <IconButton name="More actions">
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuAction icon={ShieldX} onChoose={() => onLeave('remove')}>
          Remove Data
        </MenuAction>
        <MenuAction icon={Trash2} onChoose={() => onLeave('delete')}>
          Delete
        </MenuAction>
      </ActionMenu>
    </div>
  )
}

const contactWord = ({ contacted }: Applicant) =>
  contacted ? 'Mark as not contacted' : 'Mark as contacted'
