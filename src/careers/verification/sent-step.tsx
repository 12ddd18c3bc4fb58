// The step that waits for the verification: by the code entered here, or by the link opened elsewhere.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useMemo, useRef, useState, type FormEvent, type Ref } from 'react'
import { t } from '#domain/texts/text.ts'
import { jobsHref, waitText, widgetHref, type WidgetView } from '#domain/careers/widget.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem } from '../steps/problem.tsx'
import { StepHeading, stepPlace } from '../steps/step-heading.tsx'
import { SubmitButton } from '../steps/submit-button.tsx'
import { useOpenErrors } from '../steps/use-open-errors.ts'
import { useScripted } from '../use-scripted.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type Props = { view: Extract<WidgetView, { step: 'sent' }>; busy: boolean }

const CODE = /^\D*(?:\d\D*){6}$/

function submitWhenWhole(event: FormEvent<HTMLInputElement>): void {
  if (CODE.test(event.currentTarget.value)) event.currentTarget.form?.requestSubmit()
}

/** Sends the mail at once, because the person has just consented, or as soon as another mail is allowed. */
function NewMail({ view, busy, left }: Props & { left: number }) {
  const { options, job, email } = view
  const scripted = useScripted()
  const waits = scripted && left > 0
  return (
    <form
      className="stack"
      method="post"
      action={widgetHref(options, 'email', { roleId: job.id })}
      onSubmit={(event) => waits && event.preventDefault()}
    >
      <input type="hidden" name="roleId" value={job.id} />
      <input type="hidden" name="consent" value="yes" />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="spent" value="yes" />
      <SubmitButton
        busy={busy || waits}
        busyText={busy ? t('careers.email.sending') : t('careers.email.sendNew')}
      >
        {t('careers.email.sendNew')}
      </SubmitButton>
    </form>
  )
}

/** The code that was just refused is not sent again, because it would count as another wrong one: its text is shown again. */
function useRefusedCode({ error, verification }: Props['view']) {
  const sent = useRef('')
  const [isAgain, setAgain] = useState(false)
  const check = (event: FormEvent<HTMLFormElement>) => {
    const code = new FormData(event.currentTarget).get('code') as string
    const asked = `${verification} ${code.replace(/\D/g, '')}`
    const isRefused = error === t('verification.codeWrong') && asked === sent.current
    if (isRefused) event.preventDefault()
    sent.current = asked
    setAgain(isRefused)
  }
  return { again: isAgain ? error : null, check, forget: () => setAgain(false) }
}

function TypeCode({
  view,
  busy,
  form,
  error,
}: Props & { form: Ref<HTMLFormElement>; error: string | undefined }) {
  const { options, job, verification } = view
  const { again, check, forget } = useRefusedCode(view)
  return (
    <form
      ref={form}
      className="stack"
      method="post"
      action={widgetHref(options, 'sent', { roleId: job.id, v: verification })}
      noValidate
      onSubmit={check}
    >
      <input type="hidden" name="v" value={verification} />
      <TextField
        id="code"
        label={t('careers.sent.codeLabel')}
        hint={t('careers.sent.codeIntro')}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        error={error ?? again ?? undefined}
        onInput={(event) => {
          forget()
          submitWhenWhole(event)
        }}
      />
      <SubmitButton busy={busy} busyText={t('careers.sent.verifying')}>
        {t('careers.sent.verifyCode')}
      </SubmitButton>
    </form>
  )
}

export function SentStep({ view, busy }: Props) {
  const { options, job, email, verification, nextMailSeconds, isSpent, alert } = view
  const form = useRef<HTMLFormElement>(null)
  const answer = useMemo(() => ({ code: view.error ?? undefined }), [view])
  const error = useOpenErrors(answer, form).open.code
  const left = useSecondsLeft(nextMailSeconds, verification)
  const query = { roleId: job.id, v: verification, consent: 'yes' }
  return (
    <div className="narrow">
      <StepHeading place={stepPlace(2, view)}>{t('careers.sent.title')}</StepHeading>
      <p className="secondary">{t('careers.sent.text')}</p>
      <p className="email">{shownEmailAddress(email)}</p>
      <Problem
        alert={alert ?? (isSpent ? view.error : null)}
        fields={error && !isSpent ? [{ field: 'code', text: error }] : []}
      />
      <section>
        {isSpent ? (
          <NewMail view={view} busy={busy} left={left} />
        ) : (
          <TypeCode view={view} busy={busy} form={form} error={error} />
        )}
        <p className="secondary">
          {!isSpent && <span>{t('careers.sent.spam')}</span>}{' '}
          <span>
            {left > 0
              ? t('verification.nextMail', { wait: waitText(left) })
              : t('verification.nextMailNow')}
          </span>
        </p>
        {isSpent ? (
          <ButtonTo href={jobsHref(options)}>{t('careers.backToJobs')}</ButtonTo>
        ) : (
          <div className="columns">
            <ButtonTo href={jobsHref(options)}>{t('careers.backToJobs')}</ButtonTo>
            <ButtonTo href={widgetHref(options, 'email', query)}>
              {t('careers.sent.again')}
            </ButtonTo>
          </div>
        )}
      </section>
    </div>
  )
}
