// /shopify-welcome: the app is in the store; what it is for, and the way in.
import { Link, useSearch } from '@tanstack/react-router'
import { BriefcaseBusiness, PanelsTopLeft, Users, type LucideIcon } from 'lucide-react'
import { useTitle } from '../shell/title.ts'
import { buttonClass } from '../ui/button.tsx'
import { StoreFrame } from './store-frame.tsx'

const features: readonly { icon: LucideIcon; name: string; about: string }[] = [
  {
    icon: BriefcaseBusiness,
    name: 'Create job listings',
    about: 'Write a job post once; it is open in the widget and on your pages at once.',
  },
  {
    icon: Users,
    name: 'Manage applications',
    about: 'Read each application beside the list, answer it, and move the person along.',
  },
  {
    icon: PanelsTopLeft,
    name: 'Customize career pages',
    about: 'Put your jobs into pages of your store, in your colours.',
  },
]

export function WelcomeScreen() {
  const { shop } = useSearch({ from: '/shopify-welcome' })
  useTitle(null)
  return (
    <StoreFrame width="max-w-[608px]">
      <h1 className="text-page font-semibold text-balance">Welcome to Storehand</h1>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        {shop ? `Storehand is installed in ${shop}.` : 'Storehand is installed in your store.'} Sign
        in or create an account to connect this store to it.
      </p>
      <ul className="ledger mt-8">
        {features.map(({ icon: Icon, name, about }) => (
          <li
            key={name}
            className="flex gap-4 border-t border-line px-5 py-4 first:border-t-0 max-md:px-4"
          >
            <Icon size={20} strokeWidth={1.5} className="mt-0.5 flex-none text-ink-2" />
            <span>
              <strong className="block text-panel font-semibold">{name}</strong>
              <span className="text-ink-2">{about}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        <Link to="/admin" className={buttonClass('primary')}>
          Get Started
        </Link>
        <Link to="/shopify-guide" className={buttonClass()}>
          View Documentation
        </Link>
      </div>
    </StoreFrame>
  )
}
