// The form with which a person corrects what they wrote: the fields of the application form, in its order.
import { inLanguage } from '../steps/in-language.ts'
import { isOf, shortFields } from '#domain/applicants/application-fields.ts'
import type { ApplicantPageView } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { problemsOf } from '../application/application-fields.ts'
import { FieldInput } from '../application/field-input.tsx'
import { MoreFields } from '../application/more-fields.tsx'
import { PersonFields } from '../application/person-fields.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem } from '../steps/problem.tsx'
import { ActionForm } from './action-form.tsx'

type View = Extract<ApplicantPageView, { state: 'correct' }>

export function CorrectForm({ view }: { view: View }) {
  const { jobTitle, email, values, errors, href } = view
  const typed = { values, errors, hasExample: false }
  return (
    <>
      <p className="shop">{jobTitle}</p>
      <h1>{t('ownPage.correctTitle')}</h1>
      <Problem alert={null} fields={problemsOf(errors)} takesFocus />
      <div className="sheet alone">
        <ActionForm
          view={view}
          action="correct"
          fields={
            <>
              <PersonFields {...typed} />
              {shortFields
                .filter((field) => !isOf(field, 'line'))
                .map((field) => (
                  <FieldInput key={field} field={field} {...typed} />
                ))}
              <MoreFields {...typed} />
              <TextField
                id="email"
                label={t('field.email')}
                readOnly
                value={email}
                hint={t('ownPage.emailFixed')}
              />
            </>
          }
          aside={
            <a className="button outline" href={inLanguage(href)}>
              {t('careers.cancel')}
            </a>
          }
        >
          {t('ownPage.save')}
        </ActionForm>
      </div>
    </>
  )
}
