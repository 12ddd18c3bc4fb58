// The privacy policy: what is kept, why, for how long, and what people can ask for.
import type { Installation } from '#domain/installation.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { Imprint, LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const partsOf = (installation: Installation): readonly LegalPart[] => [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          The store you apply to decides what happens with your application: it is the controller of
          your data. The operator of this installation runs Storehand for the store and processes
          your data on its behalf. For the accounts of store staff the operator is the controller.
        </p>
        <Imprint installation={installation} />
      </>
    ),
  },
  {
    id: 'data',
    title: 'Data we collect',
    body: (
      <>
        <h3>From people who apply for a job</h3>
        <ul>
          <li>name, email address and, if given, phone number, LinkedIn and website addresses;</li>
          <li>years of experience, cover letter, additional information and the CV file;</li>
          <li>the consent you gave, its wording and its time;</li>
          <li>
            whether you are a customer of the store you apply to and, if so, what the store knows of
            you as its customer, such as your orders.
          </li>
        </ul>
        <p>
          Only your name, your email address and your consent are needed. You may leave out the rest
          and still apply.
        </p>
        <h3>From store staff</h3>
        <ul>
          <li>name, email address, and the organization and role you have there;</li>
          <li>your password, of which only a salted hash is stored;</li>
          <li>
            when you signed in and, for {RETENTION.originDays} days, from which network address and
            browser, and a log of what you did with applications.
          </li>
        </ul>
        <p>
          Signing in sets one cookie, which keeps you signed in; signing in with another service
          sets one for ten minutes, and connecting a store sets two for some minutes, by which we
          know that it is you who comes back from it. Opening the link in a verification email sets
          one for a day, for the application form alone. There are no other cookies and no tracking,
          neither here nor in the job widget.
        </p>
        <p>
          A change to an application that the server does not have yet, for example while you are
          offline, is kept on your own device until it is sent. Signing out removes it.
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
          We use what you send with an application to verify your email address, to show your
          application to the store you apply to, to look whether you are its customer, and to let it
          answer you. We use it for nothing else. The ground for this is your consent, which you
          give before you enter anything.
        </p>
        <p>
          Only approved staff of that store can see your application. We do not sell personal data,
          and we share it only with those who run our servers and send our email, under contract.
        </p>
        <p>
          Where a store lets a text service help to write job posts, only the job post is sent
          there, never anything about an applicant. Nobody is chosen or refused by a machine: people
          decide.
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
          <b>Encryption.</b> CV files, secrets and waiting emails are encrypted with AES-256 where
          they are stored.
        </li>
        <li>
          <b>Private files.</b> CVs open only by links that end after 60 seconds, made for approved
          staff of the store they were sent to.
        </li>
        <li>
          <b>Role-based access.</b> What a person may see and do depends on their role and
          organization, and is checked for every call, a second time by the database itself.
        </li>
        <li>
          <b>Multi-factor sign-in.</b> Staff can protect their account with a code from their phone
          in addition to the password.
        </li>
        <li>
          <b>Audit logs.</b> Decisions about applications and people, opened CVs and sign-ins are
          written to an audit log in which nothing can be changed unnoticed.
        </li>
        <li>
          <b>Monitoring.</b> The server reports whether it works and logs what fails, without
          personal data. Too many attempts to sign in or to guess a code are refused.
        </li>
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
          What came by a Shopify store is deleted when that store has removed Storehand and asks for
          it, as Shopify does two days later.
        </li>
        <li>
          Account data is removed within <b>30 days</b> of account closure.
        </li>
        <li>
          Security logs are kept for <b>{RETENTION.auditYears} years</b>. What they say of
          applications and accounts they say by number, not by name.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>You have the right to</p>
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
          Write to the store you applied to, or to{' '}
          <SupportLink email={installation.support_email} />. Requests are answered within{' '}
          <b>30 days</b> after we have verified who is asking. You can also complain to the data
          protection authority of your country.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions and requests: <SupportLink email={installation.support_email} />
      </p>
    ),
  },
]

export function PrivacyScreen() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro={(operator) =>
        `Storehand helps stores find people to work with. Here it is run by ${operator}. This page says what happens to your data on the way.`
      }
      partsOf={partsOf}
    />
  )
}
