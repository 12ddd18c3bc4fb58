// The server's entry: renders a view as an HTML document.
import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  brandOfProof,
  brandOfView,
  isIndexed,
  REFUSED_LEAVES,
  type ApplicationView,
  type CareersPage,
  type RenderCareersPage,
  type ScriptHashes,
  type VerifyEmbedView,
  type VerifyView,
} from '#domain/careers/careers.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { accentOf } from '#domain/careers/accent.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import type { CvPageView } from '#domain/cvs/cv-page.ts'
import type { ApplicantPageView } from '#domain/rights/applicant-page.ts'
import type { CareersView, ViewOf } from '#domain/careers/careers-pages.ts'
import { t } from '#domain/texts/text.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { ApplicationPage } from './application/application-page.tsx'
import {
  createDocument,
  type Assets,
  type DocumentParts,
  type FormStart,
  type PagePart,
} from './document/document.ts'
import { scriptHashes } from './document/inline-scripts.ts'
import {
  afterRefusal,
  afterSubmit,
  afterVerify,
  afterVerifyEmbed,
  type Afterwards,
} from './verification/verify-afterwards.ts'
import { VerifyEmbedPage } from './verification/verify-embed-page.tsx'
import { VerifyPage } from './verification/verify-page.tsx'
import { careersHead } from './pages/careers-head.ts'
import { CvPage, cvPageTitle } from './application/cv-page.tsx'
import { renderInTheme } from './in-theme/in-theme.tsx'
import { CareersPage as ShopPage } from './pages/careers-page.tsx'
import { JobStepPage } from './pages/job-steps.tsx'
import { embeddableJson, packPage } from './widget/view-transfer.ts'
import { sheetOf } from './steps/step-sheets.ts'
import { OwnPage, ownPageTitle } from './rights/own-page.tsx'
import { WidgetScreen } from './widget/widget-screen.tsx'
import { widgetFailed, widgetTitle } from './page-title.ts'

// Scrollable when the frame has a fixed height, so it must be focusable by keyboard.
const widgetFrame = () =>
  [
    `<main><div id=r role=region aria-label="${escapeHtml(t('careers.list.title'))}" tabindex=0>`,
    '</div></main>',
  ] as const
// Only without scripts: a script would navigate later, and not if the reader has left the page by then.
const LEAVES_WITHOUT_SCRIPTS = `<noscript><meta http-equiv="refresh" content="${REFUSED_LEAVES.seconds};url=${REFUSED_LEAVES.to}"></noscript>`
/** As in the header, which a shop's theme or a saved page does not have. */
const NOT_INDEXED = '<meta name=robots content="noindex,nofollow">'
const pageFrame = ['<div id="r">', '</div>'] as const

function startOf(view: WidgetView): FormStart {
  switch (view.step) {
    case 'apply':
      return view.stopped ? {} : { draft: 'keep' }
    case 'done':
      return { draft: 'delete', ...(view.returnTo && { wait: 0 }) }
    case 'sent':
      return { wait: view.nextMailSeconds || '' }
    case 'email':
      return view.email ? { wait: '' } : {}
    default:
      return {}
  }
}

function widgetParts(view: WidgetView): DocumentParts {
  const json = packPage({ page: 'embed', view })
  const { style, theme, lang } = view.options
  return {
    look: {
      styleSheet: sheetOf(view, json === null && style === 'full'),
      theme,
      lang,
      accent: view.accent,
    },
    failed: widgetFailed(view),
    frame: widgetFrame(),
    markup: renderToString(<WidgetScreen view={view} />),
    json,
    script: view.step === 'list' ? 'list' : 'form',
    formStart: startOf(view),
  }
}

function verifyParts(
  page: ReactElement,
  view: VerifyView | VerifyEmbedView,
  afterwards: Afterwards,
): DocumentParts {
  return {
    look: { page: 'pages', accent: accentOf(colorOf(brandOfProof(view))) },
    failed: view.state === 'error',
    frame: ['', ''],
    markup: renderToString(page),
    json: embeddableJson(afterwards),
    script: 'verify',
  }
}

function applicationParts(view: ApplicationView): DocumentParts {
  const parts = {
    look: { page: 'application' as const, accent: accentOf(colorOf(brandOfView(view))) },
    frame: pageFrame,
    markup: renderToString(<ApplicationPage view={view} />),
  }
  switch (view.state) {
    case 'form': {
      const failed = view.alert !== null || Object.keys(view.errors).length > 0
      const json = packPage({ page: 'application', view })
      return { ...parts, failed, json, script: 'form', formStart: { draft: 'keep' } }
    }
    case 'submitted':
      return { ...parts, failed: false, json: embeddableJson(afterSubmit), script: 'verify' }
    case 'refused':
      return view.leaves
        ? {
            ...parts,
            failed: true,
            json: embeddableJson(afterRefusal),
            script: 'verify',
            meta: LEAVES_WITHOUT_SCRIPTS,
          }
        : { ...parts, failed: true, json: null, script: null }
  }
}

function partsOfList({ search, profile }: ViewOf<'jobs'>): PagePart[] {
  const { cover, benefits, portraits } = profile
  const hasShowcase = cover !== null || benefits.length + portraits.length > 0
  return [
    'shop',
    ...(search ? ['search' as const] : []),
    ...(hasShowcase ? ['showcase' as const] : []),
  ]
}

/** A page for reading: without any script, but the one that shares a job. */
function careersParts(view: CareersView): DocumentParts {
  return {
    look: {
      accent: accentOf(colorOf(view.state === 'unavailable' ? null : view.shop.brand)),
      parts: view.state === 'jobs' ? partsOfList(view) : [],
    },
    head: careersHead(view),
    failed: view.state === 'unavailable',
    frame: ['', ''],
    markup: renderToString(<ShopPage view={view} />),
    json: null,
    script: view.state === 'job' ? 'share' : null,
  }
}

/** A step of an application on the job's own page. */
function jobStepParts(page: Extract<CareersPage, { page: 'steps' }>): DocumentParts {
  const { view } = page
  return {
    look: { steps: sheetOf(view, false) === 'form' ? 'form' : 'around', accent: view.accent },
    title: widgetTitle(view),
    failed: widgetFailed(view),
    frame: ['', ''],
    markup: renderToStaticMarkup(<JobStepPage page={page} />),
    json: packPage({ page: 'embed', view }),
    script: 'form',
    formStart: startOf(view),
  }
}

/** Works without any script. */
function ownParts(view: ApplicantPageView): DocumentParts {
  return {
    look: { page: 'own', accent: accentOf(colorOf('shop' in view ? view.shop.brand : null)) },
    title: ownPageTitle(view),
    failed: view.state === 'failed',
    frame: ['', ''],
    markup: renderToString(<OwnPage view={view} />),
    json: null,
    script: null,
  }
}

/** Works without any script, and looks like the own page, where a CV is replaced. */
function cvParts(view: CvPageView): DocumentParts {
  return {
    look: { page: 'own', accent: accentOf(colorOf('shop' in view ? view.shop.brand : null)) },
    title: cvPageTitle(view),
    failed: view.state === 'ended' || view.error !== null,
    frame: ['', ''],
    markup: renderToString(<CvPage view={view} />),
    json: null,
    script: null,
  }
}

function partsOf(page: Exclude<CareersPage, { page: 'in-theme' }>): DocumentParts {
  switch (page.page) {
    case 'embed':
      return widgetParts(page.view)
    case 'verify':
      return verifyParts(<VerifyPage view={page.view} />, page.view, afterVerify(page.view))
    case 'verify-embed':
      return verifyParts(
        <VerifyEmbedPage view={page.view} />,
        page.view,
        afterVerifyEmbed(page.view),
      )
    case 'application':
      return applicationParts(page.view)
    case 'careers':
      return careersParts(page.view)
    case 'steps':
      return jobStepParts(page)
    case 'own':
      return ownParts(page.view)
    case 'cv':
      return cvParts(page.view)
  }
}

export function createRenderer(assets: Assets): {
  render: RenderCareersPage
  scriptHashes: ScriptHashes
} {
  const document = createDocument(assets)
  return {
    render(page, query) {
      const robots = isIndexed(page) ? '' : NOT_INDEXED
      if (page.page === 'in-theme') return robots + renderInTheme(page.view)
      const parts = partsOf(page)
      return document({ ...parts, meta: robots + (parts.meta ?? '') }, query)
    },
    scriptHashes,
  }
}

// This bundle has its own copy of the catalogue, separate from the server's.
export { inLocale } from '#domain/texts/locale.ts'
export { readCataloguesBy } from '#domain/texts/compiled-messages.ts'
