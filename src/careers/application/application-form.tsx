// The form of the public application page.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useEffect, useState, type FormEvent } from 'react'
import { isOf, moreFields, shortFields } from '#domain/applicants/application-fields.ts'
import type { ApplicationView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem, TryAgain } from '../steps/problem.tsx'
import { SubmitButton } from '../steps/submit-button.tsx'
import { useOpenErrors } from '../steps/use-open-errors.ts'
import { problemsOf } from './application-fields.ts'
import { CvField } from './cv-field.tsx'
import { DraftNote } from './draft-note.tsx'
import { FieldInput } from './field-input.tsx'
import { PersonFields } from './person-fields.tsx'
import { PositionHeading } from './position-heading.tsx'
import { useDraft } from './use-draft.ts'
import { VerifiedBadge } from './verified-badge.tsx'

export type ApplicationFormView = Extract<ApplicationView, { state: 'form' }>

type Sending = 'idle' | 'busy' | 'offline'

/** The browser submits the form itself; the script only prevents a double submit and keeps the form when the connection is lost. */
function useSendOnce() {
  const [sending, setSending] = useState<Sending>('idle')
  useEffect(() => {
    // The page came back from the browser's back/forward cache: the form can be submitted again.
    const reset = () => setSending('idle')
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  useEffect(() => {
    if (sending === 'offline') document.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [sending])
  const onSubmit = (event: FormEvent) => {
    if (sending === 'busy' || !navigator.onLine) event.preventDefault()
    if (sending !== 'busy') setSending(navigator.onLine ? 'busy' : 'offline')
  }
  return { sending, onSubmit }
}

const unreachable = () => `${t('application.submitFailedTitle')}: ${t('application.unreachable')}`

function BackArrow() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M20 12H5M11 6l-6 6 6 6" />
    </svg>
  )
}

/** The fields of 'Your Information' are outside of the form element and belong to it by this id. */
const FORM = 'apply'

export function ApplicationForm({ view }: { view: ApplicationFormView }) {
  const isFresh = problemsOf(view.errors).length === 0
  const { form, ...draft } = useDraft(view, isFresh)
  const { open, mend } = useOpenErrors(view.errors, form)
  const { sending, onSubmit } = useSendOnce()
  return (
    <>
      <div className="back">
        <ButtonTo href={view.backTo} before={<BackArrow />}>
          {t('careers.back')}
        </ButtonTo>
      </div>
      <PositionHeading job={view.job} shopName={view.shopName} />
      {sending === 'offline' ? (
        <TryAgain value={() => form.current?.requestSubmit()}>
          <Problem alert={unreachable()} />
        </TryAgain>
      ) : (
        <Problem alert={view.alert} fields={problemsOf(open)} />
      )}
      <DraftNote {...draft} />
      <input type="hidden" name="token" value={view.token} form={FORM} />
      <section aria-labelledby="you">
        <h2 id="you">{t('careers.form.personTitle')}</h2>
        <div className="sheet">
          <TextField
            id="email"
            label={t('field.email')}
            name={undefined}
            type="email"
            dir="ltr"
            readOnly
            value={shownEmailAddress(view.email)}
            aside={<VerifiedBadge />}
          />
          {view.customerLine && <p className="secondary">{view.customerLine}</p>}
          {view.prefilled && <p className="note">{t('careers.form.filledFromStore')}</p>}
          <PersonFields values={view.values} errors={open} form={FORM} />
        </div>
      </section>
      <form
        id={FORM}
        ref={form}
        method="post"
        action={view.action}
        encType="multipart/form-data"
        aria-labelledby="more"
        noValidate
        onSubmit={onSubmit}
      >
        <h2 id="more">{t('field.additionalInfo')}</h2>
        <div className="sheet">
          {shortFields
            .filter((field) => !isOf(field, 'line'))
            .map((field) => (
              <FieldInput key={field} field={field} values={view.values} errors={open} hasLetter />
            ))}
          {moreFields.map((field) => (
            <FieldInput key={field} field={field} values={view.values} errors={open} />
          ))}
          <CvField
            token={view.token}
            cv={view.cv}
            errors={view.errors}
            isGone={draft.isCvGone}
            onMended={() => {
              draft.forgetCv()
              mend('cvFile')
            }}
          />
        </div>
        <div className="submit">
          <SubmitButton busy={sending === 'busy'} busyText={t('careers.form.submitting')}>
            {t('careers.form.submit')}
          </SubmitButton>
          <p className="secondary">
            {`${t('careers.form.deletedAfter', { applicantMonths: RETENTION.applicantMonths })} `}
            <a href="/privacy">{t('careers.privacyPolicy')}</a>
          </p>
        </div>
      </form>
    </>
  )
}
