// The step that waits for the proof: a code typed here, or the link opened elsewhere.
import type { FormEvent } from 'react'
import { fill, messages } from '#domain/messages.ts'
import { waitText, widgetHref, type WidgetView } from '#domain/widget.ts'
import { ButtonTo } from '../button-to.tsx'
import { TextField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import { StepHeading } from '../step-heading.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

type Props = { view: Extract<WidgetView, { step: 'sent' }>; busy: boolean }

const CODE = /^\D*(?:\d\D*){6}$/

function submitWhenWhole(event: FormEvent<HTMLInputElement>): void {
  if (CODE.test(event.currentTarget.value)) event.currentTarget.form?.requestSubmit()
}

/** The person has agreed on the way here, so the mail goes at once. */
function NewMail({ view, busy }: Props) {
  const { options, job, email } = view
  return (
    <form className="stack" method="post" action={widgetHref(options, 'email', { roleId: job.id })}>
      <input type="hidden" name="roleId" value={job.id} />
      <input type="hidden" name="consent" value="yes" />
      <input type="hidden" name="email" value={email} />
      <SubmitButton busy={busy} busyText="Sending...">
        Send New Email
      </SubmitButton>
    </form>
  )
}

function TypeCode({ view, busy }: Props) {
  const { options, job, verification, error } = view
  return (
    <form
      className="stack"
      method="post"
      action={widgetHref(options, 'sent', { roleId: job.id, v: verification })}
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
  )
}

export function SentStep({ view, busy }: Props) {
  const { options, job, email, verification, nextMailSeconds, error, isSpent, alert } = view
  const left = useSecondsLeft(nextMailSeconds, view)
  const query = { roleId: job.id, v: verification, consent: 'yes' }
  return (
    <div className="narrow">
      <StepHeading place="Step 2 of 3: verify your e-mail">Verification Email Sent!</StepHeading>
      <p className="g">Check your inbox and click the verification link to continue.</p>
      <p className="who">{email}</p>
      <Problem
        alert={alert ?? (isSpent ? error : null)}
        fields={error && !isSpent ? [{ field: 'code', text: error }] : []}
      />
      <section>
        {isSpent ? <NewMail view={view} busy={busy} /> : <TypeCode view={view} busy={busy} />}
        <p className="g">Can't find it? Check your spam folder.</p>
        <p className="g">
          {left > 0
            ? fill('verification.nextMail', { wait: waitText(left) })
            : messages['verification.nextMailNow']}
        </p>
        <div className="two">
          <ButtonTo href={widgetHref(options)}>Back to Jobs</ButtonTo>
          <ButtonTo href={widgetHref(options, 'email', query)}>Send Again</ButtonTo>
        </div>
      </section>
    </div>
  )
}
