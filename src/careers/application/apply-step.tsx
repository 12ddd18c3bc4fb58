// The widget's application form.
import { widgetHref, type WidgetView } from '#domain/widget.ts'
import { ButtonTo } from '../button-to.tsx'
import { TextArea, TextField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import { StepHeading } from '../step-heading.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { problemsOf, textLimits } from './application-fields.ts'
import { CvField } from './cv-field.tsx'
import { DraftNote } from './draft-note.tsx'
import { useDraft } from './use-draft.ts'
import { VerifiedBadge } from './verified-badge.tsx'

type Props = { view: Extract<WidgetView, { step: 'apply' }>; busy: boolean }

export function ApplyStep({ view, busy }: Props) {
  const { options, job, email, token, values, cv, errors, prefilled, alert } = view
  const problems = problemsOf(errors)
  const { form, restored, startOver } = useDraft(job.id, email, problems.length === 0)
  return (
    <div className="narrow">
      <StepHeading
        place={view.shopName ? `Step 3 of 3 · ${view.shopName}` : 'Step 3 of 3'}
      >{`Apply for ${job.title}`}</StepHeading>
      <Problem alert={alert} fields={problems} />
      <section>
        <h2>Application Form</h2>
        <p className="g">Please fill out your application details</p>
        {prefilled && <p className="note">Filled in from your store account. Check it is right.</p>}
        {restored && <DraftNote onStartOver={startOver} />}
        <form
          ref={form}
          className="stack"
          method="post"
          action={widgetHref(options, 'apply', { roleId: job.id })}
          encType="multipart/form-data"
          noValidate
        >
          <input type="hidden" name="token" value={token} />
          <div className="pair">
            <TextField
              id="firstName"
              label="First Name"
              autoComplete="given-name"
              defaultValue={values.firstName}
              error={errors.firstName}
            />
            <TextField
              id="lastName"
              label="Last Name"
              autoComplete="family-name"
              defaultValue={values.lastName}
              error={errors.lastName}
            />
          </div>
          <TextField
            id="email"
            label="Email"
            name={undefined}
            type="email"
            dir="ltr"
            readOnly
            value={email}
            aside={<VerifiedBadge />}
          />
          <TextField
            id="phone"
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
            dir="ltr"
            maxLength={textLimits.phone}
            defaultValue={values.phone}
            error={errors.phone}
          />
          <TextField
            id="linkedinUrl"
            label="LinkedIn URL"
            optional
            type="url"
            dir="ltr"
            placeholder="https://www.linkedin.com/in/your-name"
            maxLength={textLimits.linkedinUrl}
            defaultValue={values.linkedinUrl}
            error={errors.linkedinUrl}
          />
          <TextArea
            id="coverLetter"
            label="Why are you interested?"
            optional
            rows={4}
            maxLength={textLimits.coverLetter}
            defaultValue={values.coverLetter}
            error={errors.coverLetter}
          />
          <CvField token={token} cv={cv} errors={errors} />
          <SubmitButton busy={busy} busyText="Submitting...">
            Submit Application
          </SubmitButton>
        </form>
        <ButtonTo href={widgetHref(options)}>Back</ButtonTo>
      </section>
    </div>
  )
}
