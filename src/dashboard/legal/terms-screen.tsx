// The terms of service: what stores may expect, what they pay, and what is not allowed.
import type { Installation } from '#domain/installation.ts'
import { Imprint, LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const partsOf = (installation: Installation): readonly LegalPart[] => [
  {
    id: 'parties',
    title: 'Who agrees with whom',
    body: (
      <>
        <p>
          These terms are between you, the store that uses Storehand and whoever signs up for it,
          and us, the operator of this installation. Whoever creates an account accepts them.
        </p>
        <Imprint installation={installation} />
      </>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        Storehand publishes your job posts, receives applications for them and helps your team to
        handle these. You are responsible for what your job posts say and for how you choose people.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <p>
        Give your own name and an email address that reaches you, and keep your password to
        yourself. An owner of an organization decides who joins it and is responsible for what its
        members do here.
      </p>
    ),
  },
  {
    id: 'fees',
    title: 'Fees',
    body: (
      <ul>
        <li>Where a fee was agreed, fees that were paid are non-refundable.</li>
        <li>
          Prices can change; we tell you at least <b>30 days</b> before.
        </li>
      </ul>
    ),
  },
  {
    id: 'prohibited',
    title: 'Prohibited uses',
    body: (
      <>
        <p>Storehand must not be used for</p>
        <ul>
          <li>job posts that are false, unlawful or discriminate against people;</li>
          <li>using applicants' data for anything but their application;</li>
          <li>getting at data of other organizations, or trying to;</li>
          <li>
            disturbing the service, copying it by machine, or sending unwanted mail through it.
          </li>
        </ul>
        <p>We may suspend an account that does.</p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <p>
        You may stop using Storehand at will, and we may end the agreement at will. You close your
        account yourself on the page Account, and can take that back until it is deleted. Account
        data is removed within <b>30 days</b> of account closure.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Personal data',
    body: (
      <p>
        You decide about your applicants' data, we process it for you. The{' '}
        <a href="/privacy" className="text-link">
          Privacy Policy
        </a>{' '}
        says how, and how breaches are reported within <b>72 hours</b>. Answer applicants who ask
        for their rights in time; deleting an application, and all data of a person, is in its
        profile.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <p>
        We run the service with care, but do not promise that it is never interrupted. What the law
        says about liability applies; nothing here takes away rights that it gives you.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Support: <SupportLink email={installation.support_email} />
      </p>
    ),
  },
]

export function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Service"
      intro={(operator) =>
        `These terms apply to stores and their staff who use Storehand as it is run by ${operator}.`
      }
      partsOf={partsOf}
    />
  )
}
