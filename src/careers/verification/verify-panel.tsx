// What both verification pages share: the form that verifies, and why it failed.
import type { ReactNode } from 'react'
import { brandOfProof, type VerifyEmbedView, type VerifyView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { BrandMark } from '../page-header.tsx'
import { Envelope } from './envelope.tsx'
import { NextSteps } from './next-steps.tsx'

type Props = {
  view: VerifyView | VerifyEmbedView
  /** Where the form goes, and what it sends beside the token. */
  action: string
  fields?: Readonly<Record<string, string>>
  /** Of the states that only one page has. */
  children: ReactNode
}

export function VerifyPanel({ view, action, fields, children }: Props) {
  const brand = brandOfProof(view)
  return (
    <>
      {brand && (
        <header className="top">
          <p className="logo">
            <BrandMark brand={brand} />
          </p>
        </header>
      )}
      <main id="main" className="panel">
        <Envelope />
        {view.state === 'loading' && (
          <>
            <h1>{t('careers.verify.workingTitle')}</h1>
            <p className="secondary">{t('careers.verify.workingText')}</p>
            <form id="f" method="post" action={action}>
              {Object.entries({ token: view.token, ...fields }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <button className="button">{t('careers.verify.button')}</button>
            </form>
          </>
        )}
        {children}
        {view.state === 'error' && (
          <>
            <h1>{t('careers.verify.failedTitle')}</h1>
            <p role="alert" className="error">
              {view.message}
            </p>
            {view.nextSteps && <NextSteps nextSteps={view.nextSteps} />}
          </>
        )}
      </main>
    </>
  )
}
