// The privacy policy: what is kept, why, how long, and what people can ask for.
import { RETENTION } from '#domain/retention.ts'
import { LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const parts: readonly LegalPart[] = [
  {
    id: 'data',
    title: 'Data we collect',
    body: (
      <>
        <p>From people who apply for a job:</p>
        <ul>
          <li>name, email address and, if given, phone number, LinkedIn and website addresses;</li>
          <li>years of experience, cover letter, additional information and the CV file;</li>
          <li>the consent you gave, its wording and its time;</li>
          <li>whether you are a customer of the store you apply to.</li>
        </ul>
        <p>
          From store staff: name, email address, the organization they belong to, their role, and a
          log of what they did with applications.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Use and sharing',
    body: (
      <>
        <p>
          We use this data to verify your email address, to show your application to the store you
          apply to, and to let that store answer you. We use it for nothing else.
        </p>
        <p>
          Only approved staff of that store can see your application. We do not sell personal data,
          and we share it only with those who run our servers and send our email, under contract.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <ul>
        <li>
          Secrets and waiting e-mails are encrypted with AES-256; CVs lie in private storage and
          open only by links that end after 60 seconds.
        </li>
        <li>Access depends on role and organization.</li>
        <li>Our systems are monitored, and access to personal data is written to audit logs.</li>
        <li>CV files are private; a link to one works for 60 seconds.</li>
      </ul>
    ),
  },
  {
    id: 'breach',
    title: 'Breach notification',
    body: (
      <p>
        If a breach puts personal data at risk, the responsible authorities are notified within{' '}
        <b>72 hours</b> of its discovery. Affected people are told without undue delay, by email and
        in the application.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep data',
    body: (
      <ul>
        <li>
          Applications are deleted automatically <b>{RETENTION.applicantMonths} months</b> after the
          application date.
        </li>
        <li>
          Account data is removed within <b>30 days</b> of account closure.
        </li>
        <li>
          Security logs are kept for <b>7 years</b>.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <ul>
          <li>access to the data we hold about you;</li>
          <li>rectification of what is wrong;</li>
          <li>erasure of your data;</li>
          <li>portability: a copy in a form other systems can read;</li>
          <li>restriction of, and objection to, what we do with it;</li>
          <li>withdrawal of your consent at any time;</li>
          <li>opting out of any further contact.</li>
        </ul>
        <p>
          Requests are answered within <b>30 days</b> after we have verified who is asking.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions and requests: <SupportLink />
      </p>
    ),
  },
]

export function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="Storehand helps stores find people to work with. This page says what happens to your data on the way."
      parts={parts}
    />
  )
}
