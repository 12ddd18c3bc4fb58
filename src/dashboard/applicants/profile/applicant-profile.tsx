// The profile of one application: everything known about it in one scroll, and its actions.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, PenLine, Printer, ShieldX, Trash2 } from 'lucide-react'
import { fullName } from '#domain/full-name.ts'
import {
  applicantStatuses,
  moves,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import type { Applicant, ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { rich, t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { useSession } from '../../shell/session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { fullDate, shortDate } from '../../ui/dates.ts'
import { letterClass } from '../../ui/letters.ts'
import { PHONE, useMediaQuery } from '../../ui/hooks/media-query.ts'
import { ActionMenu, MenuAction, MenuLine } from '../../ui/popups/menu.tsx'
import { useMarkContacted, useMoveApplicant, useStar } from '../applicants-api.ts'
import { rowOf } from '../applicants-cache.ts'
import { useApplicantsUrl } from '../applicants-url.ts'
import { ApplicationPart, Kept, OtherApplications } from './application-part.tsx'
import { ContactInformation } from './contact-information.tsx'
import { CustomerInformation } from './customer-information.tsx'
import { CvPart } from '../cvs/cv-part.tsx'
import { LeaveDialog, type Leave } from './erase-dialog.tsx'
import { NotSaved } from '../changes/not-saved.tsx'
import { NotesPart } from './notes-part.tsx'
import { PrintedCv, printProfile } from '../cvs/printed-cv.tsx'
import { useReject } from '../mails/rejecting.tsx'
import { StarButton, TagLine } from './star-and-tags.tsx'
import { StatusMailLine } from '../mails/status-mail.tsx'
import { StatusMenu } from '../status-menu.tsx'
import { TimelinePart } from './timeline-part.tsx'
import { UndoLine } from './undo-line.tsx'
import { WriteDialog } from '../mails/write-dialog.tsx'

/** The next step of an applicant; hired and rejected have none. */
const forwardMove = (from: ApplicantStatus): ApplicantStatus | undefined =>
  moves[from].find((to) => applicantStatuses.indexOf(to) > applicantStatuses.indexOf(from))

export function ApplicantProfileView({
  profile,
  onGone,
}: {
  profile: ApplicantProfile
  /** The applicant was deleted, or their data removed. */
  onGone: () => void
}) {
  const { applicant, others, notes, cv, customer } = profile
  const url = useApplicantsUrl()
  const [leaving, setLeaving] = useState<Leave | null>(null)
  const [isWriting, setWriting] = useState(false)
  // The applicant whose whole CV is shown: the next one's begins at its top again.
  const [wholeCvOf, setWholeCvOf] = useState('')
  const noteField = useRef<HTMLTextAreaElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const row = rowOf(applicant)
  const star = useStar()

  const jump = (part: PartName) => {
    if (part === 'cv') setWholeCvOf(applicant.id)
    const section = body.current?.querySelector<HTMLElement>(`[data-part=${part}]`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
  }
  useShortcut('applicants.note', () => noteField.current?.focus())
  useShortcut('applicants.cv', () => jump('cv'))
  useShortcut('applicants.email', () => setWriting(true))
  useShortcut('applicants.star', () => star(row))

  return (
    <div ref={body} data-printed="" data-subject={applicant.id}>
      <ProfileHead applicant={applicant} />
      <MovedByOther key={applicant.id} profile={profile} />
      <Actions applicant={applicant} onWrite={() => setWriting(true)} onLeave={setLeaving} />
      <UndoLine profile={profile} />
      <StatusMailLine key={`mail ${applicant.id}`} profile={profile} />
      <Jumps body={body} notes={notes.length} onJump={jump} />
      <ContactInformation applicant={applicant} />
      <ApplicationPart applicant={applicant} />
      <CvPart
        key={`cv ${applicant.id}`}
        applicant={applicant}
        check={cv}
        isWhole={wholeCvOf === applicant.id}
        onWhole={() => setWholeCvOf(applicant.id)}
      />
      <PrintedCv applicant={applicant} />
      <NotesPart applicantId={applicant.id} notes={notes} field={noteField} />
      <TimelinePart key={`timeline ${applicant.id}`} profile={profile} />
      <OtherApplications others={others} onOpen={url.step} />
      <CustomerInformation applicant={applicant} kept={customer} />
      <Kept applicant={applicant} onLeave={setLeaving} />
      {isWriting && (
        <WriteDialog
          rows={[row]}
          people={1}
          body={{ ids: [applicant.id] }}
          onClose={() => setWriting(false)}
        />
      )}
      {leaving && (
        <LeaveDialog
          how={leaving}
          profile={profile}
          onGone={onGone}
          onCancel={() => setLeaving(null)}
        />
      )}
    </div>
  )
}

export function ProfileHead({
  applicant,
  level: Name = 'h2',
}: {
  applicant: Applicant
  level?: 'h2' | 'h3'
}) {
  const row = rowOf(applicant)
  const move = useMoveApplicant()
  return (
    <div className="px-6 pt-5 pb-4 max-md:p-4 print:px-0">
      <div className="flex items-start gap-2">
        <Name
          className={classNames(
            'min-w-0 text-page font-semibold break-words',
            letterClass(fullName(applicant)),
          )}
        >
          {fullName(applicant)}
        </Name>
        <span className="me-auto mt-0.5 flex-none">
          <StarButton row={row} />
        </span>
        <span className="mt-1 flex-none">
          <StatusMenu row={row} onMove={(to) => move(row, to)} />
        </span>
      </div>
      <p className="mt-1 break-words text-ink-2">
        {rich('applicant.appliedFor', {
          job: applicant.role_title,
          date: fullDate(applicant.created_at),
          time: (text) => (
            <time key="time" dateTime={applicant.created_at}>
              {text}
            </time>
          ),
        })}
      </p>
      {applicant.withdrawn_at && (
        <p className="mt-1 font-medium">
          {t('applicant.withdrawnOn', { date: shortDate(applicant.withdrawn_at) })}
        </p>
      )}
      {applicant.no_contact_at && <p className="mt-1 font-medium">{t('applicant.noContact')}</p>}
      <NotSaved id={applicant.id} className="mt-1" />
      <TagLine key={applicant.id} row={row} />
    </div>
  )
}

const partNames = ['application', 'cv', 'notes', 'timeline'] as const
type PartName = (typeof partNames)[number]

const topOf = (body: HTMLElement, part: PartName): number | undefined =>
  body.querySelector(`[data-part=${part}]`)?.getBoundingClientRect().top

/** The part that a person reads: the last that begins in the upper third of the visible area, or the last of all at the end. */
function readPart(scroller: Element, body: HTMLElement, bar: HTMLElement): PartName {
  const { scrollTop, clientHeight, scrollHeight } = scroller
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return 'timeline'
  const from = bar.getBoundingClientRect().bottom
  const line = from + (scroller.getBoundingClientRect().bottom - from) / 3
  const begun = partNames.filter((part) => (topOf(body, part) ?? Infinity) <= line)
  return begun.at(-1) ?? 'application'
}

/** The reader's position in a long profile, and links to its other parts. */
function Jumps({
  body,
  notes,
  onJump,
}: {
  body: RefObject<HTMLElement | null>
  notes: number
  onJump: (part: PartName) => void
}) {
  const [current, setCurrent] = useState<PartName>('application')
  const bar = useRef<HTMLElement>(null)
  const chosen = useRef<{ part: PartName; top: number | undefined }>(null)
  useEffect(() => {
    const look = ({ target }: Event) => {
      const profile = body.current
      if (!profile || !bar.current || !(target instanceof Element)) return
      // A field inside the profile scrolls too.
      if (!target.contains(profile)) return
      // A chosen part near the end cannot reach the top: it stays the current one until the person scrolls on.
      if (chosen.current) {
        const { part, top = 0 } = chosen.current
        if (Math.abs((topOf(profile, part) ?? 0) - top) < 8) return
        chosen.current = null
      }
      setCurrent(readPart(target, profile, bar.current))
    }
    // Scrolling does not bubble, and which element scrolls depends on the width of the screen.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', look, { capture: true })
  }, [body])
  const choose = (part: PartName) => {
    onJump(part)
    setCurrent(part)
    chosen.current = { part, top: body.current ? topOf(body.current, part) : undefined }
  }
  return (
    <nav
      ref={bar}
      aria-label={t('applicant.profileLabel')}
      className="sticky top-12 z-9 flex gap-6 border-b border-line bg-surface px-6 max-md:gap-5 max-md:px-4 print:hidden"
    >
      {partNames.map((part) => (
        <button
          key={part}
          type="button"
          aria-current={part === current || undefined}
          onClick={() => choose(part)}
          className={classNames(
            '-mb-px h-10 border-b-2 font-medium max-md:h-11',
            part === current
              ? 'border-brand-500 text-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`applicant.part.${part}`)}
          {part === 'notes' && notes > 0 && ` ${numberText(notes)}`}
        </button>
      ))}
    </nav>
  )
}

/** Announces that another person moved the applicant while the profile is open here. */
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
          ? 'mx-6 mb-4 rounded-control border border-line bg-sunken px-4 py-2.5 max-md:mx-4 print:hidden'
          : 'sr-only'
      }
    >
      {isNews &&
        t('applicant.movedBy', {
          name: newest.by_name ?? t('applicant.someone'),
          status: statusLabel(newest.to),
        })}
    </p>
  )
}

function Actions({
  applicant,
  onWrite,
  onLeave,
}: {
  applicant: Applicant
  onWrite: () => void
  onLeave: (how: Leave) => void
}) {
  const row = rowOf(applicant)
  const client = useQueryClient()
  const phone = useMediaQuery(PHONE)
  const move = useMoveApplicant()
  const reject = useReject()
  const markContacted = useMarkContacted()
  const forward = forwardMove(applicant.status)
  return (
    <div className="flex gap-2 px-6 pb-3 max-md:items-center max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-3 max-md:pt-2.5 max-md:pb-[max(14px,env(safe-area-inset-bottom))] print:hidden">
      {/* In long languages the buttons are wider than the panel, so they wrap. */}
      <div className="flex min-w-0 flex-1 gap-2 md:flex-wrap max-md:*:h-auto max-md:*:min-h-11 max-md:*:py-1 max-md:*:min-w-min max-md:*:flex-auto max-md:*:px-2 max-md:*:leading-4 max-md:*:whitespace-normal max-[359px]:*:px-1 max-[359px]:*:text-label">
        {forward && (
          <Button kind="primary" onClick={() => move(row, forward)}>
            {t('applicant.moveTo', { status: statusLabel(forward) })}
          </Button>
        )}
        <Button onClick={() => markContacted(row)}>{contactWord(applicant)}</Button>
        {applicant.status !== 'rejected' && (
          <Button onClick={() => reject(row)}>{t('action.reject')}</Button>
        )}
        {!phone && <Button onClick={onWrite}>{t('action.write')}</Button>}
      </div>
      <ActionMenu
        trigger={
          <IconButton name={t('action.more')}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        {phone && (
          <MenuAction icon={PenLine} onChoose={onWrite}>
            {t('action.write')}
          </MenuAction>
        )}
        <MenuAction icon={Printer} onChoose={() => void printProfile(client, applicant)}>
          {t('action.print')}
        </MenuAction>
        <MenuLine />
        <MenuAction icon={ShieldX} onChoose={() => onLeave('remove')}>
          {t('applicant.removeData')}
        </MenuAction>
        <MenuAction icon={Trash2} onChoose={() => onLeave('delete')}>
          {t('action.delete')}
        </MenuAction>
      </ActionMenu>
    </div>
  )
}

const contactWord = ({ contacted }: Applicant) =>
  contacted ? t('applicant.markNotContacted') : t('applicant.markContacted')
