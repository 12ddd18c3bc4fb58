// What a person can do next when the link is invalid or the job was closed: links to the same shop.
import type { ReactNode } from 'react'
import type { NextStepsView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { inLanguage, inVisit } from '../steps/in-language.ts'
import { ButtonTo } from '../steps/button-to.tsx'

type Props = {
  nextSteps: NextStepsView
  /** The text after the sentence about a closed job. */
  children?: ReactNode
}

export function NextSteps({ nextSteps, children }: Props) {
  const { isClosed, jobs, sendAgain, askAgain } = nextSteps
  return (
    <>
      {isClosed && <p>{t('embed.jobClosed')}</p>}
      {children}
      {sendAgain && (
        <form method="post" action={inLanguage(inVisit('/verify/again', nextSteps))}>
          <input type="hidden" name="token" value={sendAgain.token} />
          <button className="button">{t('careers.verify.sendNewLink')}</button>
        </form>
      )}
      {!sendAgain && askAgain && (
        <ButtonTo href={askAgain} filled>
          {t('careers.verify.sendNewLink')}
        </ButtonTo>
      )}
      {jobs.length > 0 && (
        <>
          <h2>{t('careers.pageTitle.widget', { shopName: nextSteps.shopName ?? '' })}</h2>
          <ul className="open">
            {jobs.map(({ title, facts, href }) => (
              <li key={href}>
                <a href={href}>{title}</a>
                <span className="secondary">{facts}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonTo href={nextSteps.jobsHref} filled={!sendAgain && !askAgain}>
        {t('careers.backToJobs')}
      </ButtonTo>
    </>
  )
}
