// The sections of the dashboard: rail, bar, palette and keys go by this list.
import {
  BriefcaseBusiness,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Shield,
  ShoppingBag,
  Store,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { memberOf, useSession } from './session.tsx'

export type Section = {
  to:
    | '/admin'
    | '/admin/applicants'
    | '/admin/jobs'
    | '/admin/incidents'
    | '/admin/store-pages'
    | '/admin/customers'
    | '/admin/audit'
    | '/admin/settings'
  word: string
  icon: LucideIcon
  /** Others do not see it. */
  forOwners?: true
}

/** In the order of the rail. The bar of a phone shows the first ones, and the rest behind 'More'. */
const sections: readonly Section[] = [
  { to: '/admin', word: 'Overview', icon: Store },
  { to: '/admin/applicants', word: 'Applicants', icon: Users },
  { to: '/admin/jobs', word: 'Jobs', icon: BriefcaseBusiness },
  { to: '/admin/incidents', word: 'Incidents', icon: Shield },
  { to: '/admin/store-pages', word: 'Store pages', icon: PanelsTopLeft },
  { to: '/admin/customers', word: 'Customers', icon: ShoppingBag },
  { to: '/admin/audit', word: 'Audit log', icon: ScrollText, forOwners: true },
  { to: '/admin/settings', word: 'Settings', icon: Settings },
]

export function useSections(): readonly Section[] {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return isOwner ? sections : sections.filter(({ forOwners }) => !forOwners)
}
