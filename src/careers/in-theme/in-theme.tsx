// A part of a page of the shop: the same pages and steps as at our own address, without our frame.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { CAREERS_JOBS, type ShopView } from '#domain/careers/careers-pages.ts'
import { PROXY_FORM_BYTES } from '#domain/cvs/cv-page.ts'
import { fileSize } from '#domain/cvs/cvs.ts'
import { signInLink, withoutLiquid, type InThemeView } from '#domain/careers/in-theme.ts'
import { directionOf } from '#domain/texts/direction.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { CareersPart } from '../pages/careers-page.tsx'
import { headWords } from '../pages/careers-head.ts'
import { machineHead } from '../pages/machine-head.ts'
import { WidgetScreen } from '../widget/widget-screen.tsx'
import { CustomerStepForm } from './customer-step.tsx'
import inThemeCss from './in-theme.css?inline'

/** Sends the form of the step to a page of ours: in this encoding a browser sends the file's name alone. */
const CvElsewhere = ({ href }: { href: string }) => (
  <div className="note">
    <p>{t('careers.cvPage.why', { size: fileSize(PROXY_FORM_BYTES) })}</p>
    <button
      className="button outline"
      form="apply"
      formAction={href}
      formEncType="application/x-www-form-urlencoded"
      formNoValidate
    >
      {t('careers.cvPage.open')}
    </button>
  </div>
)

/** From what is gone to the list of the jobs: the theme's header does not lead there. */
function WayBack({ view: { state, shop, jobs } }: { view: ShopView }) {
  if (state !== 'closed' && state !== 'missing') return null
  // Below so many others there is this link already.
  if (jobs.length === CAREERS_JOBS.others) return null
  return (
    <p className="more">
      <a href={shop.href}>{t('careers.page.allJobs', { name: shop.name })}</a>
    </p>
  )
}

function Content({ view }: { view: InThemeView }) {
  switch (view.kind) {
    case 'page':
      return (
        <>
          <CareersPart view={view.view} />
          <WayBack view={view.view} />
        </>
      )
    case 'step':
    case 'customer':
      return (
        <>
          <p className="about-job">
            <a href={view.job.href}>{view.job.title}</a> <span>{view.job.facts}</span>
          </p>
          {view.kind === 'step' && view.signIn && <p className="sign-in" />}
          {view.kind === 'step' ? (
            <div
              dangerouslySetInnerHTML={{
                __html: renderToString(<WidgetScreen view={view.view} />),
              }}
            />
          ) : (
            <CustomerStepForm view={view.view} />
          )}
          {view.kind === 'step' && view.cvHref && <CvElsewhere href={view.cvHref} />}
        </>
      )
    case 'problem':
      return (
        <>
          <h1>{view.message}</h1>
          {view.reference && <p>{view.reference}</p>}
          <p>
            <a href={view.againHref}>{t('careers.tryAgain')}</a>
          </p>
        </>
      )
  }
}

/** Its address is a template, so it is put in after all templates are made harmless. */
const SIGN_IN = '<p class="sign-in"></p>'

/** Liquid for Shopify, which puts it between the header and the footer of the theme. */
export function renderInTheme(view: InThemeView): string {
  const lang = currentLocale()
  const markup = renderToStaticMarkup(
    <div className="storehand" lang={lang} dir={directionOf(lang)}>
      <Content view={view} />
    </div>,
  )
  const signIn =
    view.kind === 'step' && view.signIn
      ? signInLink(view.signIn, {
          why: t('careers.known.signInWhy'),
          link: t('careers.known.signIn'),
        })
      : ''
  // Its texts are already escaped, for scripts and for templates.
  const data = view.kind === 'page' && view.view.state === 'job' ? machineHead(view.view) : ''
  return `${titled(view)}<style>${inThemeCss}</style>${withoutLiquid(markup).replace(SIGN_IN, () => signIn)}${data}`
}

/**
 * Title and description, by the names that a theme's layout reads. That an assignment in the answer of a proxy reaches the layout is a guess (G); where it
 * does not, nothing happens. Layouts print the title as it is and the description escaped, so neither has a sign that means something to HTML or Liquid.
 */
function titled(view: InThemeView): string {
  const { title, description } = namesOf(view)
  const set = (name: string, text: string) =>
    text && `{%- capture ${name} -%}${plain(text)}{%- endcapture -%}`
  return set('page_title', title) + set('page_description', description)
}

const plain = (text: string): string => text.replace(/[<>{}]/g, ' ').replaceAll('"', '”')

function namesOf(view: InThemeView): { title: string; description: string } {
  if (view.kind === 'problem') return { title: view.message, description: '' }
  if (view.kind === 'page') return headWords(view.view)
  const { title } = view.job
  return { title: t('careers.applyForTitle', { title }), description: view.job.facts }
}
