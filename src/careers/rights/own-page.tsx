// The applicant's own page, without any script: each state is a separate document, each action a form.
import {
  PAGE_PATH,
  type ApplicantPageView,
  type PageFrameView,
} from '#domain/rights/applicant-page.ts'
import { momentText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { PageFooter, PageHeader } from '../page-header.tsx'
import { TextField } from '../steps/field.tsx'
import { inLanguage } from '../steps/in-language.ts'
import { CorrectForm } from './correct-form.tsx'
import { CvForm, cvTitle } from './cv-form.tsx'
import { OwnApplication } from './own-application.tsx'
import { Question } from './question.tsx'
import { ActionForm, FormToken } from './action-form.tsx'
import { PageMessage } from './page-message.tsx'

type ViewOf<State extends ApplicantPageView['state']> = Extract<ApplicantPageView, { state: State }>

const shopOf = (view: ApplicantPageView): PageFrameView['shop'] | null =>
  'shop' in view ? view.shop : null

/** Begins with the error if there is one, as on every public page: there is no script that could tell it. */
export function ownPageTitle(view: ApplicantPageView): string {
  const title = titleOf(view)
  return hasFailed(view) ? t('careers.pageTitle.error', { title }) : title
}

function hasFailed(view: ApplicantPageView): boolean {
  switch (view.state) {
    case 'correct':
      return Object.keys(view.errors).length > 0
    case 'cv':
    case 'find':
      return view.error !== null
    case 'question':
      return view.alert !== null
    default:
      return view.state === 'failed'
  }
}

const ofShop = ({ brand }: PageFrameView['shop']): string =>
  t('ownPage.titleAtShop', { shop: brand.name })

const partOf = (part: string, { shop }: PageFrameView): string => `${part} · ${ofShop(shop)}`

function titleOf(view: ApplicantPageView): string {
  const shop = shopOf(view)
  switch (view.state) {
    case 'find':
      return t('ownPage.findTitle')
    case 'ended':
      return t('ownPage.endedTitle')
    case 'renewed':
      return t('ownPage.renewedTitle')
    case 'receipt':
      return receiptTitle(view)
    case 'correct':
      return partOf(t('ownPage.correctTitle'), view)
    case 'cv':
      return partOf(cvTitle(view), view)
    case 'question':
      return partOf(t(`ownPage.${view.act}.question`), view)
    case 'application':
      return ofShop(view.shop)
    case 'failed':
      return shop ? ofShop(shop) : t('ownPage.title')
  }
}

function Ended({ view }: { view: ViewOf<'ended'> }) {
  return (
    <div className="panel">
      <h1>{t('ownPage.endedTitle')}</h1>
      <p className="secondary">{t('ownPage.endedText')}</p>
      <ActionForm
        view={view}
        action="renew"
        aside={
          <a className="button outline" href={inLanguage(PAGE_PATH)}>
            {t('ownPage.findInstead')}
          </a>
        }
      >
        {t('ownPage.renew')}
      </ActionForm>
    </div>
  )
}

function Find({ view }: { view: ViewOf<'find'> }) {
  const { email, error } = view
  return (
    <div className="panel">
      <h1>{t('ownPage.findTitle')}</h1>
      <p className="secondary">{t('ownPage.findText')}</p>
      <form method="post" action={inLanguage(view.href)} noValidate>
        <FormToken view={view} />
        <TextField
          id="email"
          label={t('field.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          required
          wide
          defaultValue={email}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a document without scripts, in which nothing else could lead there
          autoFocus={error !== null}
          error={error ?? undefined}
        />
        <button className="button">{t('ownPage.find')}</button>
      </form>
    </div>
  )
}

const receiptTitle = ({ receipts }: ViewOf<'receipt'>): string =>
  t(receipts.length === 1 ? 'ownPage.receiptTitle' : 'ownPage.receiptsTitle')

function Receipts({ view }: { view: ViewOf<'receipt'> }) {
  const { receipts } = view
  return (
    <div className="panel receipt">
      <h1>{receiptTitle(view)}</h1>
      {receipts.map(({ number, erasedAt }) => (
        <dl key={number}>
          <dt>{t('ownPage.receiptNumber')}</dt>
          <dd className="number">{number}</dd>
          <dt>{t('ownPage.receiptTime')}</dt>
          <dd>
            <time dateTime={erasedAt}>{`${momentText(new Date(erasedAt), 'UTC')} UTC`}</time>
          </dd>
        </dl>
      ))}
      <p className="secondary">
        {t(receipts.length === 1 ? 'ownPage.receiptText' : 'ownPage.receiptsText')}
      </p>
    </div>
  )
}

function OwnPagePart({ view }: { view: ApplicantPageView }) {
  switch (view.state) {
    case 'application':
      return <OwnApplication view={view} />
    case 'correct':
      return <CorrectForm view={view} />
    case 'cv':
      return <CvForm view={view} />
    case 'question':
      return <Question view={view} />
    case 'find':
      return <Find view={view} />
    case 'ended':
      return <Ended view={view} />
    case 'renewed':
      return (
        <div className="panel">
          <h1>{t('ownPage.renewedTitle')}</h1>
          <p className="secondary">
            {t(view.isByAddress ? 'ownPage.foundText' : 'ownPage.renewedText')}
          </p>
        </div>
      )
    case 'receipt':
      return <Receipts view={view} />
    case 'failed':
      return (
        <div className="panel">
          <h1>{t('ownPage.title')}</h1>
          <PageMessage role="alert">{view.message}</PageMessage>
          {view.againHref && (
            <p>
              <a href={view.againHref}>{t('careers.tryAgain')}</a>
            </p>
          )}
        </div>
      )
  }
}

export function OwnPage({ view }: { view: ApplicantPageView }) {
  const shop = shopOf(view)
  return (
    <>
      <a className="skip" href="#main">
        {t('careers.skipToContent')}
      </a>
      <PageHeader brand={shop?.brand ?? null} home={shop?.href ?? '/'} />
      <main id="main">
        <OwnPagePart view={view} />
      </main>
      <PageFooter />
    </>
  )
}
