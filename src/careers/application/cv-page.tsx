// The page of ours that takes the CV of an application in a shop's theme. It works without any script.
import { typedNames } from '#domain/applicants/application-input.ts'
import { fileSize } from '#domain/cvs/cvs.ts'
import type { CvPageView } from '#domain/cvs/cv-page.ts'
import { t } from '#domain/texts/text.ts'
import { PageFooter, PageHeader } from '../page-header.tsx'
import { PageMessage } from '../rights/page-message.tsx'
import { CvFileInput } from '../steps/cv-file-input.tsx'

export function cvPageTitle(view: CvPageView): string {
  const title = t('careers.cvPage.title')
  const hasFailed = view.state === 'ended' || view.error !== null
  return hasFailed ? t('careers.pageTitle.error', { title }) : title
}

export function CvPage({ view }: { view: CvPageView }) {
  const shop = view.state === 'ended' ? null : view.shop
  return (
    <>
      <a className="skip" href="#main">
        {t('careers.skipToContent')}
      </a>
      <PageHeader brand={shop?.brand ?? null} home={shop?.href ?? '/'} />
      <main id="main">
        {view.state === 'ended' ? (
          <div className="panel">
            <h1>{t('careers.cvPage.title')}</h1>
            <p className="secondary">{t('careers.cvPage.ended')}</p>
          </div>
        ) : (
          <>
            <p className="shop">{view.jobTitle}</p>
            <h1>{t('careers.cvPage.title')}</h1>
            <div className="sheet alone">
              {view.state === 'file' && <FileForm view={view} />}
              <WayBack view={view} />
            </div>
          </>
        )}
      </main>
      <PageFooter />
    </>
  )
}

type View = Exclude<CvPageView, { state: 'ended' }>

function FileForm({ view: { action, error, values } }: { view: View }) {
  return (
    <form method="post" action={action} encType="multipart/form-data" noValidate>
      <Typed values={values} />
      <CvFileInput error={error} />
      <button className="button">{t('careers.cvPage.send')}</button>
    </form>
  )
}

/** A form, because everything that was typed goes back with it. */
function WayBack({ view: { state, cv, backTo, token, values } }: { view: View }) {
  return (
    <form method="post" action={backTo}>
      {cv && (
        <PageMessage role="status">
          {t('careers.cvPage.arrived', { name: cv.name, size: fileSize(cv.size) })}
        </PageMessage>
      )}
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="goOn" value="yes" />
      <Typed values={values} />
      <button className={state === 'arrived' ? 'button' : 'button outline'}>
        {t('careers.cvPage.back')}
      </button>
    </form>
  )
}

const Typed = ({ values }: Pick<View, 'values'>) =>
  typedNames.map(
    (name) => values[name] && <input key={name} type="hidden" name={name} value={values[name]} />,
  )
