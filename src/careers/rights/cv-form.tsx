// The form with which a person replaces the file of their application.
import { inLanguage } from '../steps/in-language.ts'
import { fileSize } from '#domain/cvs/cvs.ts'
import type { ApplicantPageView } from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { CvFileInput } from '../steps/cv-file-input.tsx'
import { FormToken } from './action-form.tsx'

type View = Extract<ApplicantPageView, { state: 'cv' }>

export const cvTitle = ({ cv }: View): string => t(cv ? 'ownPage.cvTitle' : 'ownPage.addCv')

export function CvForm({ view }: { view: View }) {
  const { jobTitle, cv, error, href } = view
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
          <CvFileInput error={error} />
          <button className="button">{t(cv ? 'ownPage.replaceCv' : 'ownPage.addCv')}</button>
          <a className="button outline" href={inLanguage(href)}>
            {t('careers.cancel')}
          </a>
        </form>
      </div>
    </>
  )
}
