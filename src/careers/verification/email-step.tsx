// The step that asks for the applicant's address.
import { useMemo, useRef } from 'react'
import { jobsHref, widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem } from '../steps/problem.tsx'
import { StepHeading, stepPlace } from '../steps/step-heading.tsx'
import { SubmitButton } from '../steps/submit-button.tsx'
import { useOpenErrors } from '../steps/use-open-errors.ts'

type Props = { view: Extract<WidgetView, { step: 'email' }>; busy: boolean }

export function EmailStep({ view, busy }: Props) {
  const { options, job, email, alert } = view
  const form = useRef<HTMLFormElement>(null)
  const answer = useMemo(() => ({ email: view.error ?? undefined }), [view])
  const error = useOpenErrors(answer, form).open.email
  return (
    <div className="narrow">
      <StepHeading place={stepPlace(1, view)}>{t('careers.email.title')}</StepHeading>
      <p className="secondary">{t('careers.email.intro')}</p>
      <Problem alert={alert} fields={error ? [{ field: 'email', text: error }] : []} />
      <section>
        <p className="secondary">
          <b>{t('careers.email.verifyTitle')}</b>
          <br />
          {t('careers.email.why', { shopName: view.shopName ?? t('careers.consent.shopUnnamed') })}
        </p>
        <form
          ref={form}
          className="stack"
          method="post"
          action={widgetHref(options, 'email', { roleId: job.id })}
          noValidate
        >
          <input type="hidden" name="roleId" value={job.id} />
          <input type="hidden" name="consent" value="yes" />
          <TextField
            id="email"
            label={t('field.email')}
            type="email"
            autoComplete="email"
            dir="ltr"
            required
            defaultValue={email}
            error={error}
          />
          <SubmitButton busy={busy} busyText={t('careers.email.sending')}>
            {t('careers.email.send')}
          </SubmitButton>
        </form>
        <ButtonTo href={jobsHref(options)}>{t('careers.backToJobs')}</ButtonTo>
      </section>
    </div>
  )
}
