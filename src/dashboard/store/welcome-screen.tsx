// /shopify-welcome: the app is installed; its purpose, and a link to start.
import { Link, useSearch } from '@tanstack/react-router'
import { BriefcaseBusiness, PanelsTopLeft, Users, type LucideIcon } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { buttonClass } from '../ui/button.tsx'
import { StoreFrame } from './store-frame.tsx'

const features = (): readonly { icon: LucideIcon; name: string; about: string }[] => [
  {
    icon: BriefcaseBusiness,
    name: t('install.jobsTitle'),
    about: t('install.jobs'),
  },
  {
    icon: Users,
    name: t('install.applicationsTitle'),
    about: t('install.applications'),
  },
  {
    icon: PanelsTopLeft,
    name: t('install.pagesTitle'),
    about: t('install.pages'),
  },
]

export function WelcomeScreen() {
  const { shop } = useSearch({ from: '/shopify-welcome' })
  useTitle(null)
  return (
    <StoreFrame width="max-w-[608px]">
      <h1 className="text-page font-semibold text-balance">{t('install.welcomeTitle')}</h1>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        {shop ? t('install.welcomeIn', { shop }) : t('install.welcome')}
      </p>
      <ul className="ledger mt-8">
        {features().map(({ icon: Icon, name, about }) => (
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
          {t('store.start')}
        </Link>
        <Link to="/shopify-guide" className={buttonClass()}>
          {t('install.viewGuide')}
        </Link>
      </div>
    </StoreFrame>
  )
}
