// The form with which a person corrects their contact details.
import { inLanguage } from '../steps/in-language.ts'
import { correctableFields, isOf } from '#domain/applicants/application-fields.ts'
import type { ApplicantPageView } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { FieldInput } from '../application/field-input.tsx'
import { PersonFields } from '../application/person-fields.tsx'
import { TextField } from '../steps/field.tsx'
import { Problem } from '../steps/problem.tsx'
import { ActionForm } from './action-form.tsx'

type View = Extract<ApplicantPageView, { state: 'correct' }>

export function CorrectForm({ view }: { view: View }) {
  const { jobTitle, email, values, errors, href } = view
  const fields = Object.entries(errors).map(([field, text]) => ({ field, text }))
  return (
    <>
      <p className="shop">{jobTitle}</p>
      <h1>{t('ownPage.correctTitle')}</h1>
      <Problem alert={null} fields={fields} />
      <div className="sheet alone">
        <ActionForm
          view={view}
          action="correct"
          fields={
            <>
              <PersonFields values={values} errors={errors} />
              {correctableFields
                .filter((field) => isOf(field, 'address'))
                .map((field) => (
                  <FieldInput
                    key={field}
                    field={field}
                    values={values}
                    errors={errors}
                    hasExample={false}
                  />
                ))}
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
