// The application itself: the person's answers, their other applications, and its deletion date.
import { columnOf, fieldsOf, labelOf, type FieldOf } from '#domain/applicants/application-fields.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { Applicant, ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { useChooseKeepQuestion } from '../applicants-api.ts'
import { deletionDay } from '#domain/retention/retention.ts'
import { languageNameOf } from '#domain/texts/names-of-codes.ts'
import { t } from '#domain/texts/text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { sourceLabel } from '#domain/careers/sources.ts'
import { fullDate, logDate, shortDate } from '../../ui/dates.ts'
import type { Leave } from './erase-dialog.tsx'
import { Fact, Part } from './profile-part.tsx'

const texts = fieldsOf('text')
const yearsNames: Record<FieldOf<'years'>, () => string> = {
  experienceYears: () => t('applicant.experience'),
}

export function ApplicationPart({ applicant }: { applicant: Applicant }) {
  return (
    <Part title={t('applicant.details')} anchor="application">
      {texts.map((field) => (
        <Answer key={field} question={labelOf(field)} text={applicant[columnOf(field)]} />
      ))}
      {texts.every((field) => !applicant[columnOf(field)]) && (
        <p className="mb-4 text-ink-2">{t('applicant.answersNone')}</p>
      )}
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {fieldsOf('years').map((field) => {
          const years = applicant[columnOf(field)]
          return (
            <Fact
              key={field}
              name={yearsNames[field]()}
              value={
                years === null ? t('applicant.experienceNone') : t('count.year', { count: years })
              }
            />
          )
        })}
        <Fact
          name={t('applicant.customer')}
          value={applicant.is_existing_customer ? t('answer.yes') : t('applicant.notCustomer')}
        />
        <Fact
          name={t('applicant.contacted')}
          value={applicant.contacted ? t('answer.yes') : t('answer.no')}
        />
        <Fact
          name={t('source.found')}
          value={applicant.source === null ? t('source.notKnown') : sourceLabel(applicant.source)}
        />
        {applicant.language !== null && (
          <Fact name={t('applicant.language')} value={languageNameOf(applicant.language)} />
        )}
        <Fact name={t('applicant.lastChange')} value={logDate(applicant.updated_at)} />
      </dl>
    </Part>
  )
}

function Answer({ question, text }: { question: string; text: string | null }) {
  if (!text) return null
  return (
    <div className="mb-4">
      <h4 className="mb-1 font-semibold">{question}</h4>
      <p className="max-w-[68ch] break-words whitespace-pre-line">{text}</p>
    </div>
  )
}

export function OtherApplications({
  others,
  onOpen,
}: Pick<ApplicantProfile, 'others'> & { onOpen: (id: string) => void }) {
  if (others.length === 0) return null
  return (
    <Part title={t('applicant.otherApplications')} className="print:hidden">
      <ul className="grid gap-1">
        {others.map((other) => (
          <li key={other.id} className="flex min-h-8 items-center gap-3 max-md:min-h-11">
            <button
              type="button"
              className="me-auto min-w-0 text-start break-words text-link"
              onClick={() => onOpen(other.id)}
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
            <Badge kind={other.status}>{statusLabel(other.status)}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Whether this person is asked before the deletion to agree to a longer retention. */
function KeepQuestion({ applicant }: { applicant: Applicant }) {
  const choose = useChooseKeepQuestion(applicant.id)
  const chosen = choose.isPending ? choose.variables : applicant.keep_question
  return (
    <div className="mt-3 max-w-80">
      <ChoiceField
        label={t('applicant.keepQuestion')}
        hint={t('applicant.keepHint')}
        options={[
          { value: 'usual', label: t('applicant.keepUsual') },
          { value: 'ask', label: t('applicant.keepAsk') },
          { value: 'never', label: t('applicant.keepNever') },
        ]}
        value={chosen === null ? 'usual' : chosen ? 'ask' : 'never'}
        onChange={(next) => choose.mutate(next === 'usual' ? null : next === 'ask')}
      />
    </div>
  )
}

/** The deletion date, and the two ways to delete earlier. */
export function Kept({
  applicant,
  onLeave,
}: {
  applicant: Applicant
  onLeave: (how: Leave) => void
}) {
  const isKept = applicant.kept_at !== null
  return (
    <Part title={t('applicant.dataTitle')} className="print:hidden">
      <p className="text-ink-2">
        {t(isKept ? 'applicant.deletedOnKept' : 'applicant.deletedOn', {
          date: shortDate(`${deletionDay(applicant.created_at, { isKept })}T12:00:00`),
        })}
        {isKept && ` ${t('applicant.keptWithYes')}`}
      </p>
      {!applicant.kept_at && !applicant.keep_asked_at && !applicant.withdrawn_at && (
        <KeepQuestion applicant={applicant} />
      )}
      {applicant.keep_asked_at && !applicant.kept_at && (
        <p className="mt-1 text-ink-2">
          {t('applicant.keepAsked', { date: shortDate(applicant.keep_asked_at) })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onLeave('remove')}>
          {t('applicant.removeData')}
        </Button>
        <Button size="small" onClick={() => onLeave('delete')}>
          {t('action.delete')}
        </Button>
      </div>
    </Part>
  )
}
