// The terms of service: what stores may expect, what they pay, and what is not allowed.
import type { Installation } from '#domain/installation.ts'
import { rich, t } from '#domain/texts/text.ts'
import { bold, Imprint, LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const partsOf = (installation: Installation): readonly LegalPart[] => [
  {
    id: 'parties',
    title: t('terms.partiesTitle'),
    body: (
      <>
        <p>{t('terms.parties')}</p>
        <Imprint installation={installation} />
      </>
    ),
  },
  {
    id: 'service',
    title: t('terms.serviceTitle'),
    body: <p>{t('terms.service')}</p>,
  },
  {
    id: 'accounts',
    title: t('terms.accountsTitle'),
    body: <p>{t('terms.accounts')}</p>,
  },
  {
    id: 'fees',
    title: t('terms.feesTitle'),
    body: (
      <ul>
        <li>{t('terms.feesPaid')}</li>
        <li>{rich('terms.feesChange', { time: bold })}</li>
      </ul>
    ),
  },
  {
    id: 'prohibited',
    title: t('terms.prohibitedTitle'),
    body: (
      <>
        <p>{t('terms.prohibitedIntro')}</p>
        <ul>
          <li>{t('terms.prohibitedPosts')}</li>
          <li>{t('terms.prohibitedData')}</li>
          <li>{t('terms.prohibitedAccess')}</li>
          <li>{t('terms.prohibitedDisturbing')}</li>
        </ul>
        <p>{t('terms.suspension')}</p>
      </>
    ),
  },
  {
    id: 'termination',
    title: t('terms.terminationTitle'),
    body: <p>{rich('terms.termination', { time: bold })}</p>,
  },
  {
    id: 'data',
    title: t('terms.dataTitle'),
    body: (
      <p>
        {rich('terms.data', {
          link: (text) => (
            <a key="link" href="/privacy" className="text-link">
              {text}
            </a>
          ),
          time: bold,
        })}
      </p>
    ),
  },
  {
    id: 'liability',
    title: t('terms.liabilityTitle'),
    body: <p>{t('terms.liability')}</p>,
  },
  {
    id: 'contact',
    title: t('legal.contactTitle'),
    body: (
      <p>
        {rich('legal.support', {
          email: () => <SupportLink key="email" email={installation.support_email} />,
        })}
      </p>
    ),
  },
]

export function TermsScreen() {
  return (
    <LegalPage
      title={t('legal.terms')}
      intro={(operator) => t('terms.intro', operator)}
      partsOf={partsOf}
    />
  )
}
