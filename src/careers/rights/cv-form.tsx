// The form with which a person replaces the file of their application.
import { inLanguage } from '../steps/in-language.ts'
import { CV_ACCEPT, fileSize } from '#domain/cvs/cvs.ts'
import type { ApplicantPageView } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { describedBy, FieldFrame } from '../steps/field.tsx'
import { FormToken } from './action-form.tsx'

type View = Extract<ApplicantPageView, { state: 'cv' }>

export const cvTitle = ({ cv }: View): string => t(cv ? 'ownPage.cvTitle' : 'ownPage.addCv')

export function CvForm({ view }: { view: View }) {
  const { jobTitle, cv, error, href } = view
  const frame = {
    id: 'cvFile',
    label: t('careers.cv.label'),
    error: error ?? undefined,
    hint: t('ownPage.cvKinds'),
    wide: true,
  }
  return (
    <>
      <p className="shop">{jobTitle}</p>
      <h1>{cvTitle(view)}</h1>
      <div className="sheet alone">
        {cv && (
          <p>
            {t('ownPage.cvNow', { name: cv.name, size: fileSize(cv.size) })}
            <br />
            <span className="secondary">{t('ownPage.cvText')}</span>
          </p>
        )}
        <form
          method="post"
          action={inLanguage(`${href}/cv`)}
          encType="multipart/form-data"
          noValidate
        >
          <FormToken view={view} />
          <FieldFrame {...frame}>
            <div className={error ? 'drop bad' : 'drop'}>
              <input
                type="file"
                id="cvFile"
                name="cvFile"
                required
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- a document without scripts, in which nothing else could lead there
                autoFocus={error !== null}
                accept={CV_ACCEPT}
                aria-invalid={error ? true : undefined}
                aria-describedby={describedBy(frame)}
              />
            </div>
          </FieldFrame>
          <button className="button">{t(cv ? 'ownPage.replaceCv' : 'ownPage.addCv')}</button>
          <a className="button outline" href={inLanguage(href)}>
            {t('careers.cancel')}
          </a>
        </form>
      </div>
    </>
  )
}
