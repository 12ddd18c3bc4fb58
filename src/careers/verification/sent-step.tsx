// The step that waits for the proof: a code typed here, or the link opened elsewhere.
import type { FormEvent } from 'react'
import { widgetHref, type WidgetView } from '#domain/widget.ts'
import { ButtonTo } from '../button-to.tsx'
import { TextField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import { StepHeading } from '../step-heading.tsx'
import { SubmitButton } from '../submit-button.tsx'

type Props = { view: Extract<WidgetView, { step: 'sent' }>; busy: boolean }

const CODE = /^\D*(?:\d\D*){6}$/

function submitWhenWhole(event: FormEvent<HTMLInputElement>): void {
  if (CODE.test(event.currentTarget.value)) event.currentTarget.form?.requestSubmit()
}

export function SentStep({ view, busy }: Props) {
  const { options, job, email, verification, error, alert } = view
  const query = { roleId: job.id, v: verification }
  return (
    <div className="narrow">
      <StepHeading place="Step 2 of 3: verify your e-mail">Verification Email Sent!</StepHeading>
      <p className="g">Check your inbox and click the verification link to continue.</p>
      <p className="who">{email}</p>
      <Problem alert={alert} fields={error ? [{ field: 'code', text: error }] : []} />
      <section>
        <form
          className="stack"
          method="post"
          action={widgetHref(options, 'sent', query)}
          noValidate
        >
          <input type="hidden" name="v" value={verification} />
          <TextField
            id="code"
            label="Verification code"
            hint="Enter the 6-digit code from the e-mail"
            className="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            error={error ?? undefined}
            onInput={submitWhenWhole}
          />
          <SubmitButton busy={busy} busyText="Verifying...">
            Verify code
          </SubmitButton>
        </form>
        <p className="g">Can't find it? Check your spam folder.</p>
        <div className="two">
          <ButtonTo href={widgetHref(options)}>Back to Jobs</ButtonTo>
          <ButtonTo href={widgetHref(options, 'email', { ...query, consent: 'yes' })}>
            Send Again
          </ButtonTo>
        </div>
      </section>
    </div>
  )
}
