// The privacy policy: the stored data, why and how long, and the rights of people.
import type { Installation } from '#domain/installation.ts'
import { DRAFT_DAYS } from '#domain/careers/widget.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { rich, t } from '#domain/texts/text.ts'
import { bold, Imprint, LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const partsOf = (installation: Installation): readonly LegalPart[] => [
  {
    id: 'who',
    title: t('privacy.responsibleTitle'),
    body: (
      <>
        <p>{t('privacy.responsible')}</p>
        <Imprint installation={installation} />
      </>
    ),
  },
  {
    id: 'data',
    title: t('privacy.dataTitle'),
    body: <StoredData />,
  },
  {
    id: 'use',
    title: t('privacy.useTitle'),
    body: (
      <>
        <p>{t('privacy.use')}</p>
        <p>{t('privacy.sharing')}</p>
        <p>
          {t('privacy.invitations', {
            term: RETENTION.invitationMonths,
            kept: RETENTION.passingMailDays,
          })}
        </p>
        <p>{t('privacy.machines')}</p>
      </>
    ),
  },
  {
    id: 'security',
    title: t('privacy.securityTitle'),
    body: (
      <ul>
        <li>{rich('privacy.encryption', { name: bold })}</li>
        <li>{rich('privacy.privateFiles', { name: bold })}</li>
        <li>{rich('privacy.roles', { name: bold })}</li>
        <li>{rich('privacy.secondFactor', { name: bold })}</li>
        <li>{rich('privacy.auditLog', { name: bold })}</li>
        <li>{rich('privacy.monitoring', { name: bold })}</li>
      </ul>
    ),
  },
  {
    id: 'breach',
    title: t('privacy.breachTitle'),
    body: <p>{rich('privacy.breach', { time: bold })}</p>,
  },
  {
    id: 'retention',
    title: t('privacy.retentionTitle'),
    body: <KeptHowLong installation={installation} />,
  },
  {
    id: 'rights',
    title: t('privacy.rightsTitle'),
    body: <PeoplesRights installation={installation} />,
  },
  {
    id: 'contact',
    title: t('legal.contactTitle'),
    body: (
      <p>
        {rich('legal.questions', {
          email: () => <SupportLink key="email" email={installation.support_email} />,
        })}
      </p>
    ),
  },
]

function StoredData() {
  return (
    <>
      <h3>{t('privacy.applicantsTitle')}</h3>
      <ul>
        <li>{t('privacy.applicantsContact')}</li>
        <li>{t('privacy.applicantsApplication')}</li>
        <li>{t('privacy.applicantsConsent')}</li>
        <li>{t('privacy.applicantsCustomer')}</li>
      </ul>
      <p>{t('privacy.applicantsNeeded')}</p>
      <h3>{t('privacy.staffTitle')}</h3>
      <ul>
        <li>{t('privacy.staffContact')}</li>
        <li>{t('privacy.staffPassword')}</li>
        <li>{t('privacy.staffSignIns', { days: RETENTION.originDays })}</li>
      </ul>
      <p>{t('privacy.cookies')}</p>
      <p>{t('privacy.draft', { draft: DRAFT_DAYS })}</p>
      <p>{t('privacy.unsentChanges')}</p>
    </>
  )
}

function KeptHowLong({ installation }: { installation: Installation }) {
  return (
    <ul>
      <li>
        {rich('privacy.retentionApplications', { months: RETENTION.applicantMonths, time: bold })}
      </li>
      <li>
        {t('privacy.retentionMany', { least: RETENTION.stopLeast, waited: RETENTION.stopDays })}
      </li>
      <li>{t('privacy.retentionLonger', { months: RETENTION.applicantMonths })}</li>
      <li>{t('privacy.retentionStore')}</li>
      <li>{t('privacy.retentionShop')}</li>
      {installation.backup_days !== null && (
        <li>{t('privacy.retentionBackups', { days: installation.backup_days })}</li>
      )}
      <li>{rich('privacy.retentionAccounts', { time: bold })}</li>
      <li>{rich('privacy.retentionLogs', { years: RETENTION.auditYears, time: bold })}</li>
    </ul>
  )
}

function PeoplesRights({ installation }: { installation: Installation }) {
  return (
    <>
      <p>{t('privacy.rightsIntro')}</p>
      <ul>
        <li>{t('privacy.rightAccess')}</li>
        <li>{t('privacy.rightRectification')}</li>
        <li>{t('privacy.rightErasure')}</li>
        <li>{t('privacy.rightPortability')}</li>
        <li>{t('privacy.rightRestriction')}</li>
        <li>{t('privacy.rightWithdrawal')}</li>
        <li>{t('privacy.rightOptOut')}</li>
      </ul>
      <p>
        {rich('privacy.rightsHow', {
          email: () => <SupportLink key="supportLink" email={installation.support_email} />,
          time: bold,
        })}
      </p>
    </>
  )
}

export function PrivacyScreen() {
  return (
    <LegalPage
      title={t('legal.privacyPolicy')}
      intro={(operator) => t('privacy.intro', operator)}
      partsOf={partsOf}
    />
  )
}
