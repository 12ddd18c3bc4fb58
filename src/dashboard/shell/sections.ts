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
import { memberOf, useSession } from './session/session.tsx'

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
  /** One of the five places of a phone's bar; the others are in its menu. */
  isDaily?: true
}

/** In the order of the rail. */
const sections: readonly Section[] = [
  { to: '/admin', word: 'Overview', icon: Store, isDaily: true },
  { to: '/admin/applicants', word: 'Applicants', icon: Users, isDaily: true },
  { to: '/admin/jobs', word: 'Jobs', icon: BriefcaseBusiness, isDaily: true },
  { to: '/admin/incidents', word: 'Incidents', icon: Shield },
  { to: '/admin/store-pages', word: 'Store pages', icon: PanelsTopLeft, isDaily: true },
  { to: '/admin/customers', word: 'Customers', icon: ShoppingBag },
  { to: '/admin/audit', word: 'Audit log', icon: ScrollText, forOwners: true },
  { to: '/admin/settings', word: 'Settings', icon: Settings, isDaily: true },
]

export function useSections(): readonly Section[] {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return isOwner ? sections : sections.filter(({ forOwners }) => !forOwners)
}
