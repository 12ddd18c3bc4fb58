// The tabs of the settings: the shop, mails to applicants, and the website. Team, store and account are pages of their own.
import type { ReactNode } from 'react'
import { t } from '#domain/texts/text.ts'
import { MailSection } from './mails/mail-section.tsx'
import { BrandSection } from './organizations/brand-section.tsx'
import { FeedsSection } from './organizations/feeds-section.tsx'
import { ProfileSection } from './organizations/careers/profile-section.tsx'
import { ShopLanguage } from './organizations/shop-language.tsx'
import { RetentionSection } from './retention/retention-section.tsx'
import { PageSettingsSection } from './rights/page-settings-section.tsx'
import { WidgetCode } from './shell/careers/widget-code.tsx'
import { memberOf, useSession, type Member } from './shell/session/session.tsx'
import { LeaveSettings } from './ui/settings/leave-settings.tsx'
import { useTitle } from './shell/title.ts'

function SettingsTab({ name, children }: { name: string; children: ReactNode }) {
  useTitle(name)
  return (
    <>
      <h1 className="mb-6 text-page font-semibold">{name}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
      <LeaveSettings />
    </>
  )
}

function useMember(): { member: Member | null; isOwner: boolean } {
  const member = memberOf(useSession())
  return { member, isOwner: member?.profile.role === 'organization_owner' }
}

export function ShopSettings() {
  const { member, isOwner } = useMember()
  return (
    <SettingsTab name={t('sectionName.shop')}>
      {member && isOwner && (
        <>
          <BrandSection brand={member.organization} />
          <ShopLanguage chosen={member.organization.language ?? null} />
          <ProfileSection organization={member.organization} />
        </>
      )}
      <RetentionSection />
    </SettingsTab>
  )
}

export const EmailSettings = () => (
  <SettingsTab name={t('sectionName.emails')}>
    <MailSection />
    <PageSettingsSection />
  </SettingsTab>
)

export function WebsiteSettings() {
  const { member, isOwner } = useMember()
  return (
    <SettingsTab name={t('sectionName.website')}>
      {member && <WidgetCode organization={member.organization} />}
      {member && isOwner && <FeedsSection organization={member.organization} />}
    </SettingsTab>
  )
}
