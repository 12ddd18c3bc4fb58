// One tap for a person who is signed in to the shop: the shop has verified the address, and knows the name.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { CustomerStep } from '#domain/careers/in-theme.ts'
import { widgetHref } from '#domain/careers/widget.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { t } from '#domain/texts/text.ts'
import { Problem } from '../steps/problem.tsx'
import { StepHeading } from '../steps/step-heading.tsx'

export function CustomerStepForm({ view }: { view: CustomerStep }) {
  const { options, job, shopName, name, email, proof, alert } = view
  const shown = shownEmailAddress(email)
  return (
    <div className="narrow">
      <StepHeading>{t('careers.applyForTitle', { title: job.title })}</StepHeading>
      <Problem alert={alert} />
      <p>{t('careers.known.signedIn', { person: name ? `${name} (${shown})` : shown })}</p>
      <p>{t('careers.consent.intro', { title: job.title })}</p>
      <ul>
        <li>{t('careers.consent.toStore')}</li>
        <li>{t('careers.consent.toProcess')}</li>
      </ul>
      <p>
        {`${t('careers.consent.goesTo', { shopName, applicantMonths: RETENTION.applicantMonths })} `}
        <a href="/privacy">{t('careers.privacyPolicy')}</a>
      </p>
      <form
        className="stack"
        method="post"
        action={widgetHref(options, 'consent', { as: 'customer' })}
      >
        <input type="hidden" name="proof" value={proof} />
        <label className="tick">
          <input type="checkbox" name="consent" value="yes" required aria-invalid={false} />
          <span>{t('careers.consent.checkbox')}</span>
        </label>
        {name !== '' && (
          <button className="button" name="send" value="yes">
            {t('careers.known.apply', { name })}
          </button>
        )}
        <button className={name ? 'button outline' : 'button'} name="send" value="no">
          {t('careers.known.more')}
        </button>
      </form>
      <p>
        <a href={widgetHref(options, 'consent', { as: 'other' })}>{t('careers.known.other')}</a>
      </p>
    </div>
  )
}
