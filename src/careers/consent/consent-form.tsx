// The form for the consent to data processing, as a page and in the dialog.
import { useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { t } from '#domain/texts/text.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { stepPath, widgetHref, type WidgetJob, type WidgetOptions } from '#domain/careers/widget.ts'
import { QueryFields } from '../steps/query-fields.tsx'
import { useScripted } from '../use-scripted.ts'

type Props = { options: WidgetOptions; job: WidgetJob; recipient: string }

export function ConsentForm({ options, job, recipient }: Props) {
  const scripted = useScripted()
  const [ticked, setTicked] = useState(false)
  const [error, setError] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const waiting = scripted && !ticked
  // A quick visitor may have ticked the checkbox before hydration.
  useLayoutEffect(() => setTicked(box.current?.checked === true), [])

  // Not disabled: a disabled button could not tell what is missing.
  const refuse = (event: MouseEvent) => {
    if (!waiting) return
    event.preventDefault()
    setError(true)
  }

  return (
    <>
      <p>{t('careers.consent.intro', { title: job.title })}</p>
      <ul>
        <li>{t('careers.consent.toVerify')}</li>
        <li>{t('careers.consent.toStore')}</li>
        <li>{t('careers.consent.toProcess')}</li>
      </ul>
      <p>
        {t('careers.consent.goesTo', {
          shopName: recipient,
          applicantMonths: RETENTION.applicantMonths,
        })}
      </p>
      <form action={stepPath(options)} id="consent">
        <QueryFields href={widgetHref(options, 'email', { roleId: job.id })} />
        {error && waiting && (
          <p className="error" id="consent-error" role="alert">
            {t('embed.consentNeeded')}
          </p>
        )}
        <label className="tick">
          <input
            ref={box}
            type="checkbox"
            name="consent"
            value="yes"
            required
            defaultChecked={false}
            // Said, because a browser calls a required box that is not ticked wrong from the start.
            aria-invalid={error && waiting}
            aria-describedby={error && waiting ? 'consent-error' : undefined}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
          <span>{t('careers.consent.checkbox')}</span>
        </label>
      </form>
      <p className="under">
        <a href="/privacy" target="_blank" rel="noopener">
          {t('careers.privacyPolicy')}
        </a>
      </p>
      <div className="columns">
        <form action={stepPath(options)}>
          <QueryFields href={widgetHref(options)} />
          <button className="button outline">{t('careers.cancel')}</button>
        </form>
        <button
          className="button"
          form="consent"
          aria-disabled={waiting || undefined}
          onClick={refuse}
        >
          {t('careers.continue')}
        </button>
      </div>
    </>
  )
}
