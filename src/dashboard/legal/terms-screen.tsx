// The terms of service: what stores may expect, what they pay, and what is not allowed.
import { LegalPage, SupportLink, type LegalPart } from './legal-page.tsx'

const parts: readonly LegalPart[] = [
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
        Keep your password to yourself. An owner of an organization decides who joins it and is
        responsible for what its members do here.
      </p>
    ),
  },
  {
    id: 'fees',
    title: 'Fees',
    body: (
      <ul>
        <li>Fees that were paid are non-refundable.</li>
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
      <ul>
        <li>job posts that are false, unlawful or discriminate against people;</li>
        <li>using applicants' data for anything but their application;</li>
        <li>getting at data of other organizations, or trying to;</li>
        <li>disturbing the service, copying it by machine, or sending unwanted mail through it.</li>
      </ul>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <p>
        You may stop using Storehand at will, and we may end the agreement at will. Account data is
        removed within <b>30 days</b> of account closure.
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
        says how, and how breaches are reported within <b>72 hours</b>.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Support: <SupportLink />
      </p>
    ),
  },
]

export function TermsScreen() {
  return (
    <LegalPage
      title="Terms of Service"
      intro="These terms apply to stores and their staff who use Storehand."
      parts={parts}
    />
  )
}
