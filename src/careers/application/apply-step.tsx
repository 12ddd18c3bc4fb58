// The widget's application form.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { shortFields } from '#domain/applicants/application-fields.ts'
import { widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem } from '../steps/problem.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { SubmitButton } from '../steps/submit-button.tsx'
import { useOpenErrors } from '../steps/use-open-errors.ts'
import { problemsOf } from './application-fields.ts'
import { CvField } from './cv-field.tsx'
import { DraftNote } from './draft-note.tsx'
import { FieldInput } from './field-input.tsx'
import { MoreFields } from './more-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { useDraft } from './use-draft.ts'
import { VerifiedBadge } from './verified-badge.tsx'

type Props = { view: Extract<WidgetView, { step: 'apply' }>; busy: boolean }

export function ApplyStep({ view, busy }: Props) {
  const { options, job, email, token, values, cv, errors, prefilled, alert } = view
  const isFresh = problemsOf(errors).length === 0
  const { form, ...draft } = useDraft(view, isFresh)
  const { open, mend } = useOpenErrors(errors, form)
  return (
    <div className="narrow">
      <StepHeading
        place={
          view.shopName
            ? t('careers.form.placeAtShop', { shopName: view.shopName })
            : t('careers.form.place')
        }
      >
        {t('careers.applyForTitle', { title: job.title })}
      </StepHeading>
      <Problem alert={alert} fields={problemsOf(open)} />
      <section>
        <p className="secondary">
          <b>{t('careers.applicationForm')}</b>
          <br />
          {t('careers.form.intro')}
        </p>
        {prefilled && <p className="note">{t('careers.form.filledFromStore')}</p>}
        <DraftNote {...draft} />
        <form
          id="apply"
          ref={form}
          className="stack"
          method="post"
          action={widgetHref(options, 'apply', { roleId: job.id })}
          encType="multipart/form-data"
          noValidate
        >
          <input type="hidden" name="token" value={token} />
          <div className="pair">
            <NameFields values={values} errors={open} />
          </div>
          <TextField
            id="email"
            label={t('field.email')}
            name={undefined}
            type="email"
            dir="ltr"
            readOnly
            value={shownEmailAddress(email)}
            aside={<VerifiedBadge />}
          />
          {shortFields.map((field) => (
            <FieldInput key={field} field={field} values={values} errors={open} />
          ))}
          <MoreFields values={values} errors={open} />
          <CvField
            token={token}
            cv={cv}
            errors={errors}
            isGone={draft.isCvGone}
            onMended={() => {
              draft.forgetCv()
              mend('cvFile')
            }}
          />
          <SubmitButton busy={busy} busyText={t('careers.form.submitting')}>
            {t('careers.form.submit')}
          </SubmitButton>
        </form>
        <ButtonTo href={widgetHref(options)}>{t('careers.back')}</ButtonTo>
      </section>
    </div>
  )
}
