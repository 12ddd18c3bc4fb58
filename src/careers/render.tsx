// The server's entry: a view in, a whole HTML document out.
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CareersPage, RenderCareersPage } from '#domain/careers.ts'
import type { WidgetView } from '#domain/widget.ts'
import { ApplicationPage } from './application/application-page.tsx'
import { createDocument, type DocumentParts } from './document/document.ts'
import { scriptHashes } from './document/inline-scripts.ts'
import { afterVerify, afterVerifyEmbed, type Afterwards } from './verification/verify-afterwards.ts'
import { VerifyEmbedPage } from './verification/verify-embed-page.tsx'
import { VerifyPage } from './verification/verify-page.tsx'
import { embeddableJson, packPage } from './view-transfer.ts'
import { WidgetScreen } from './widget-screen.tsx'
import { widgetFailed } from './page-title.ts'

// The region scrolls while nobody follows its height, so the keyboard must be able to reach it.
const widgetFrame = [
  '<main><div id="r" role="region" aria-label="Career Opportunities" tabindex="0">',
  '</div></main>',
] as const
const pageFrame = ['<div id="r">', '</div>'] as const

function widgetParts(view: WidgetView): DocumentParts {
  const json = packPage({ page: 'embed', view })
  return {
    // A plain list brings its own few rules; the browser adds the rest when it takes over.
    styleSheet: json === null && view.options.style === 'full' ? 'list' : 'steps',
    failed: widgetFailed(view),
    accent: view.accent,
    frame: widgetFrame,
    markup: renderToString(<WidgetScreen view={view} />),
    json,
    script: view.step === 'list' ? 'list' : 'form',
  }
}

function verifyParts(page: ReactElement, afterwards: Afterwards, failed: boolean): DocumentParts {
  return {
    styleSheet: 'pages',
    failed,
    frame: ['<main id="r">', '</main>'],
    markup: renderToString(page),
    json: embeddableJson(afterwards),
    script: 'verify',
  }
}

function partsOf(page: CareersPage): DocumentParts {
  switch (page.page) {
    case 'embed':
      return widgetParts(page.view)
    case 'verify':
      return verifyParts(
        <VerifyPage view={page.view} />,
        afterVerify(page.view),
        page.view.state === 'error',
      )
    case 'verify-embed':
      return verifyParts(
        <VerifyEmbedPage view={page.view} />,
        afterVerifyEmbed(page.view),
        page.view.state === 'error',
      )
    case 'application': {
      const { view } = page
      const refused = view.state === 'refused'
      const failed =
        view.state === 'form' && (view.alert !== null || Object.keys(view.errors).length > 0)
      return {
        styleSheet: 'pages',
        failed: refused || failed,
        // Home without a script, after the message could be read.
        meta: refused ? '<meta http-equiv="refresh" content="4;url=/">' : '',
        frame: pageFrame,
        markup: renderToString(<ApplicationPage view={view} />),
        json: packPage(page),
        script: view.state === 'form' ? 'form' : null,
      }
    }
  }
}

/** `assets.client` is the address of the built `client.tsx`. */
export function createRenderer(assets: { client: string }): {
  render: RenderCareersPage
  scriptHashes: string[]
} {
  const document = createDocument(assets)
  return { render: (page) => document(partsOf(page)), scriptHashes }
}
